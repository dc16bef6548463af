import { expect } from 'vitest';
import type { Answered, Caller, TestApp } from './app.ts';

/** What a client keeps of records: links as ids, and nothing that is counted or depends on the time. */
const KEPT = `
  fragment Kept on NodeWithTitle {
    __typename
    id
    ... on Event {
      title slug status featured startsAt url author { databaseId } image { id alternativeText }
      venues { id } organizers { id } categories { id } tags { id }
    }
    ... on Venue { title slug status city author { databaseId } image { id alternativeText } }
    ... on Organizer { title slug status author { databaseId } image { id alternativeText } }
    ... on Category { title slug url parent { id } }
    ... on Tag { title slug url }
    ... on EventSeries { title slug url status rule rdates exdates startsAt author { databaseId } }
  }`;

const CHANGES = `query Changes($after: String, $first: Int) {
  changes(after: $after, first: $first) { cursor hasMore changes { kind id version gone record { ...Kept } } }
} ${KEPT}`;

/** For clients that follow changes by a subscription. */
export const CHANGED = `subscription Changed($after: String) {
  changed(after: $after) { cursor change { id gone record { ...Kept } } }
} ${KEPT}`;

const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags', 'seriesList'] as const;

type Linked = { id: string };
type Kept = { id: string; categories?: Linked[]; tags?: Linked[] } & Record<string, unknown>;

/** A change as the API reports it. */
export interface ToldChange {
  id: string;
  version: number;
  gone: boolean;
  record: Kept | null;
}

/** Records by id. */
type Records = Map<string, Kept>;

type Asking = (query: string, variables: object) => Promise<Answered['body']>;

const asking =
  (app: Pick<TestApp, 'graphql'>, as: Caller): Asking =>
  async (query, variables) =>
    (await app.graphql(query, variables, { as })).body;

async function readAll(ask: Asking): Promise<Records> {
  const records: Records = new Map();
  for (const list of LISTS)
    for (let after: string | null = null, more = true; more; ) {
      const query = `query ($after: String) { list: ${list}(first: 100, after: $after) { nodes { ...Kept } pageInfo { hasNextPage endCursor } } } ${KEPT}`;
      const { data, errors } = await ask(query, { after });
      expect(errors).toBeUndefined();
      for (const record of data.list.nodes) records.set(record.id, record);
      ({ hasNextPage: more, endCursor: after } = data.list.pageInfo);
    }
  return records;
}

/** Takes terms that are gone out of the records that carry them, as the docs tell clients to. */
function withoutGone(records: Records): Records {
  const there = (linked: Linked[] | undefined) => linked?.filter(({ id }) => records.has(id));
  const kept = ({ categories, tags, ...record }: Kept): Kept =>
    categories ? { ...record, categories: there(categories)!, tags: there(tags)! } : record;
  return new Map([...records].map(([id, record]) => [id, kept(record as Kept)]));
}

const byId = (one: Linked, other: Linked): number => (one.id < other.id ? -1 : 1);

/** By id, as are the terms of each: one that is renamed stands elsewhere among those of an event, which nobody is told. */
const sorted = (records: Records): Kept[] =>
  [...records.values()]
    .map(
      ({ categories, tags, ...record }): Kept =>
        categories
          ? { ...record, categories: categories.toSorted(byId), tags: tags!.toSorted(byId) }
          : (record as Kept),
    )
    .sort(byId);

/** A client's copy of everything that lists show to a caller. */
export interface Replica {
  cursor: string;
  /** The records that it has. */
  records(): Kept[];
  apply(change: Pick<ToldChange, 'id' | 'gone' | 'record'>): void;
  /** Takes a cursor and reads all lists. */
  begin(): Promise<void>;
  /** Takes one page of changes, or begins again if the API says so. Returns whether there is more. */
  follow(first?: number): Promise<boolean>;
}

/** The records that lists show to a caller now. */
export const listed = async (app: Pick<TestApp, 'graphql'>, as: Caller): Promise<Kept[]> =>
  sorted(await readAll(asking(app, as)));

/** Creates a replica without records. `told` gets every page of changes. */
export function createReplica(
  app: Pick<TestApp, 'graphql'>,
  as: Caller,
  told: (changes: readonly ToldChange[]) => void = () => {},
): Replica {
  const ask = asking(app, as);
  let records: Records = new Map();
  const replica: Replica = {
    cursor: '',
    records: () => sorted(withoutGone(records)),
    apply({ id, gone, record }) {
      expect(gone).toBe(record === null);
      if (record) records.set(id, record);
      else records.delete(id);
    },
    async begin() {
      replica.cursor = (await ask(CHANGES, {})).data.changes.cursor;
      records = await readAll(ask);
    },
    async follow(first = 200) {
      const { data, errors } = await ask(CHANGES, { after: replica.cursor, first });
      if (errors) {
        expect(errors[0].extensions).toMatchObject({ code: 'RESYNC' });
        await replica.begin();
        return true;
      }
      const { changes, cursor, hasMore } = data.changes;
      told(changes);
      for (const change of changes) replica.apply(change);
      replica.cursor = cursor;
      return hasMore;
    },
  };
  return replica;
}
