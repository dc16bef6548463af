import { expect } from 'vitest';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import type { TermRecord } from '../../src/kinds/term/record.ts';
import type { Caller, TestApp } from './app.ts';
import type { Contents } from './stored.ts';

type Asking = Pick<TestApp, 'fetch' | 'clock'>;

const BASE = '/wp-json/calendar/events/v1';
const ALL = 'per_page=50';

const isPublic = ({ status }: EventRecord): boolean => status === 'publish';
const isAlive = ({ status }: EventRecord): boolean => status !== 'trash';

/** Who sees terms, venues and organizers of which events. */
const ROLES: readonly (readonly [as: Caller, sees: (event: EventRecord) => boolean])[] = [
  ['anonymous', isPublic],
  ['administrator', isAlive],
];

async function ask({ fetch }: Asking, path: string, as: Caller) {
  const { status, body, text } = await fetch(`${BASE}${path}`, { as });
  expect(status, text).toBe(200);
  return body;
}

const idsOf = (records: { id: number }[]): number[] => records.map(({ id }) => id);

/** The term itself and all below it. */
const within = (term: TermRecord, all: readonly TermRecord[]): number[] =>
  all.filter(({ _id, ancestors }) => _id === term._id || ancestors.includes(term._id)).map(({ _id }) => _id);

/** Every number of events, and every list by such a number, is what counting all records in the simplest way gives. */
export async function expectCounted(app: Asking, all: Contents): Promise<void> {
  const query =
    'categories(first: 50, orderBy: { field: CREATED }) { nodes { databaseId count countWithDescendants } }';
  const asked = await app.fetch('/graphql', { method: 'POST', json: { query: `{ ${query} }` } });
  const naming = (list: 'categories' | 'tags', ids: readonly number[], sees: (event: EventRecord) => boolean) =>
    all.events.filter((event) => sees(event) && event[list].some((id) => ids.includes(id))).length;
  expect(asked.body.data.categories.nodes).toEqual(
    all.categories.map((term) => ({
      databaseId: term._id,
      count: naming('categories', [term._id], isPublic),
      countWithDescendants: naming('categories', within(term, all.categories), isPublic),
    })),
  );
  for (const list of ['categories', 'tags'] as const) {
    const counts = all[list].map((term) => ({ id: term._id, count: naming(list, [term._id], isPublic) }));
    for (const [as, sees] of ROLES) {
      const ordered = await ask(app, `/${list}?hide_empty=0&orderby=count&order=desc&${ALL}`, as);
      const falling = counts.toSorted((a, b) => b.count - a.count || b.id - a.id);
      const shown = ordered[list].map(({ id, count }: { id: number; count: number }) => ({ id, count }));
      expect([as, shown]).toEqual([as, falling]);
      const { [list]: found, total } = await ask(app, `/${list}?orderby=id&${ALL}`, as);
      const carried = all[list].filter((term) => naming(list, within(term, all[list]), sees) > 0);
      expect([as, idsOf(found), total]).toEqual([as, carried.map(({ _id }) => _id), carried.length]);
    }
  }
  for (const list of ['venues', 'organizers'] as const)
    for (const [as, sees] of ROLES) {
      const listed = (await ask(app, `/${list}?${ALL}`, as))[list];
      const withEvents = (and: (event: EventRecord) => boolean): number[] => {
        const events = all.events.filter((event) => sees(event) && !event.hideFromListings && and(event));
        return idsOf(listed).filter((id) => events.some((event) => event[list].includes(id)));
      };
      for (const [parameter, ids] of [
        ['has_events=1', withEvents(() => true)],
        ['has_events=0', idsOf(listed).filter((id) => !withEvents(() => true).includes(id))],
        ['only_with_upcoming=1', withEvents(({ startsAt }) => startsAt >= app.clock.now)],
      ] as const) {
        const { [list]: found, total } = await ask(app, `/${list}?${parameter}&${ALL}`, as);
        expect([as, list, parameter, idsOf(found), total]).toEqual([as, list, parameter, ids, ids.length]);
      }
    }
}
