import { expect } from 'vitest';
import { CHANGES } from '../../../src/data/changes/record.ts';
import type { Answered, Caller, TestApp } from '../../support/app.ts';

/** A change as either API tells it. */
interface Told {
  kind: string;
  id: number;
  version: number;
  gone: boolean;
}

/** A page of changes, as either API tells it. */
interface Page {
  cursor: string;
  hasMore: boolean;
  changes: Told[];
}

interface Asked {
  after?: string | undefined;
  as?: Caller;
  kinds?: readonly string[];
  first?: number;
}

const QUERY = `query ($after: String, $kinds: [ChangeKind!], $first: Int) {
  changes(after: $after, kinds: $kinds, first: $first) { cursor hasMore changes { kind databaseId version gone record { id } } }
}`;

export function askGraphql(app: TestApp, { as, kinds, ...variables }: Asked): Promise<Answered> {
  const words = kinds?.map((kind) => kind.toUpperCase());
  return app.graphql(QUERY, { ...variables, kinds: words }, as ? { as } : {});
}

export function askRest(app: TestApp, { after, as, kinds, first }: Asked): Promise<Answered> {
  const query = new URLSearchParams({
    ...(after === undefined ? {} : { after }),
    ...(kinds && { kinds: kinds.join() }),
    ...(first === undefined ? {} : { per_page: String(first) }),
  });
  return app.rest('GET', `/changes?${query}`, as ? { as } : {});
}

type GraphqlChange = { kind: string; databaseId: number; version: number; gone: boolean; record: object | null };

/** The same page from both APIs, which must tell the same. */
export async function pageOf(app: TestApp, asked: Asked): Promise<Page> {
  const { body } = await askGraphql(app, asked);
  expect(body.errors).toBeUndefined();
  const { cursor, hasMore, changes } = body.data.changes;
  const told: Told[] = changes.map(({ kind, databaseId: id, version, gone, record }: GraphqlChange) => {
    expect(gone).toBe(record === null);
    return { kind: kind.toLowerCase(), id, version, gone };
  });
  if (asked.after === undefined) return { cursor, hasMore, changes: told };
  const rest = await askRest(app, asked);
  expect(rest.status).toBe(200);
  const said = rest.body.changes.map(({ record, ...change }: Told & { record?: object }) => {
    expect(change.gone).toBe(record === undefined);
    return change;
  });
  expect({ ...rest.body, changes: said }).toEqual({ cursor, has_more: hasMore, changes: told });
  return { cursor, hasMore, changes: told };
}

/** The cursor of now. */
export const cursorOf = async (app: TestApp, as?: Caller): Promise<string> =>
  (await pageOf(app, as ? { as } : {})).cursor;

/** All changes behind a cursor, page by page. */
export async function allAfter(app: TestApp, asked: Asked & { after: string }): Promise<Told[]> {
  const { cursor, hasMore, changes } = await pageOf(app, asked);
  return hasMore ? [...changes, ...(await allAfter(app, { ...asked, after: cursor }))] : changes;
}

/** `event 5`, or `event 5 gone`. */
export const named = (told: readonly Told[]): string[] =>
  told.map(({ kind, id, gone }) => `${kind} ${id}${gone ? ' gone' : ''}`);

/** The last entry of the log. */
export const lastEntry = async (app: TestApp): Promise<{ _id: number; at: number }> =>
  (await app.store.find<{ _id: number; at: number }>(CHANGES.name, {}, { sort: [['_id', -1]], limit: 1 }))[0]!;
