import { expect } from 'vitest';
import type { Caller, TestApp } from '../../support/app.ts';

/** A change as REST tells it. */
export interface RestChange {
  kind: string;
  id: number;
  gone: boolean;
  record?: Body;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at, not typed
type Body = any;

const LISTS = {
  event: '/events?start_date=2000-01-01&end_date=2100-01-01',
  venue: '/venues?',
  organizer: '/organizers?',
  category: '/categories?hide_empty=false',
  tag: '/tags?hide_empty=false',
} as const;

/** What is kept of a body: no counts, and of what it embeds the ids alone, since copies are replaced by id. */
const KEPT = [
  'id',
  'author',
  'status',
  'title',
  'name',
  'venue',
  'organizer',
  'slug',
  'url',
  'start_date',
  'end_date',
  'featured',
  'sticky',
  'city',
  'parent',
  'image',
  'description',
  'categories',
  'tags',
] as const;

const idsOf = (embedded: Body): number[] => [embedded].flat().map(({ id }: Body) => id);

function kept(kind: string, body: Body): Body {
  const found = Object.fromEntries(KEPT.filter((member) => member in body).map((member) => [member, body[member]]));
  if (kind !== 'event') return { ...found, categories: undefined, kind };
  const embedded = ['venue', 'organizer', 'categories', 'tags'] as const;
  const ids = embedded.map((member) => [member, idsOf(body[member] ?? [])]);
  return { ...found, ...Object.fromEntries(ids), kind };
}

/** Records by kind and id. */
type Records = Map<string, Body>;

const keyOf = ({ kind, id }: { kind: string; id: number }): string => `${kind} ${id}`;

async function readAll(app: Pick<TestApp, 'rest'>, as: Caller): Promise<Records> {
  const records: Records = new Map();
  for (const [kind, path] of Object.entries(LISTS))
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { status, body } = await app.rest('GET', `${path}&per_page=50&page=${page}`, { as });
      // A list of nothing has no first page.
      if (status === 404) break;
      expect(status, JSON.stringify(body)).toBe(200);
      pages = body.total_pages;
      const list = body[path.slice(1, path.indexOf('?'))];
      for (const record of list) records.set(keyOf({ kind, id: record.id }), kept(kind, record));
    }
  return records;
}

/**
 * In one order, and without links to terms that are gone: the docs say so. The other terms of an event come in the order of their
 * ids: one that is renamed stands elsewhere among them, which nobody is told.
 */
function shown(records: Records): object[] {
  const there = (kind: string, ids: number[]) =>
    ids.filter((id) => records.has(keyOf({ kind, id }))).sort((one, other) => one - other);
  return [...records.values()]
    .map((record) =>
      record.kind === 'event'
        ? { ...record, categories: there('category', record.categories), tags: there('tag', record.tags) }
        : record,
    )
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** The records that lists of REST show to a caller now. */
export const listedByRest = async (app: Pick<TestApp, 'rest'>, as: Caller): Promise<object[]> =>
  shown(await readAll(app, as));

/** A copy that a client of REST keeps. Begun while nobody writes: pages are counted. */
export function createRestReplica(app: Pick<TestApp, 'rest'>, as: Caller) {
  let records: Records = new Map();
  const replica = {
    cursor: '',
    records: () => shown(records),
    async begin(): Promise<void> {
      replica.cursor = (await app.rest('GET', '/changes', { as })).body.cursor;
      records = await readAll(app, as);
    },
    apply({ kind, id, gone, record }: RestChange): void {
      expect(gone).toBe(record === undefined);
      if (record) records.set(keyOf({ kind, id }), kept(kind, record));
      else records.delete(keyOf({ kind, id }));
    },
  };
  return replica;
}
