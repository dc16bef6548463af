import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { isTrashed, type Marked, markedRecords, mayReadMarked } from '../support/marked.ts';
import { CALLERS } from './rights.ts';

let app: TestApp;
/** Every event names a public venue, a public organizer, a category and a tag that no other event names. */
let events: Marked[];

beforeAll(async () => {
  app = await buildApp();
  events = await markedRecords(app, ['events'], (mark) => ({
    ...{ venue: { venue: `Place ${mark}` }, organizer: { organizer: `People ${mark}` } },
    ...{ categories: [`Category ${mark}`], tags: [`Tag ${mark}`] },
  }));
});
afterAll(() => app.close());

const MARK = /mark\d+/;

/** The marks of the records in a list, and how many it counts. */
async function marksIn(as: Caller, kind: string, query: string) {
  const { body, headers } = await app.rest('GET', `/${kind}?per_page=50&${query}`, { as });
  const names: string[] = body[kind].map((each: Record<string, string>) => each.venue ?? each.organizer ?? each.name);
  return {
    marks: names.map((name) => MARK.exec(name)?.[0]).sort(),
    totals: [body.total, Number(headers.get('x-tec-total'))],
  };
}

const marksOf = (found: readonly Marked[]) => ({
  marks: found.map(({ mark }) => mark),
  totals: [found.length, found.length],
});

const QUERIES = [
  ['venues', 'has_events=1'],
  ['venues', 'only_with_upcoming=1'],
  ['organizers', 'has_events=yes'],
  ['organizers', 'only_with_upcoming=true'],
  ['categories', ''],
  ['categories', 'hide_empty=1&orderby=count'],
  ['tags', ''],
  ['tags', 'search=tag'],
] as const;

const NAMING = [
  ['venues', 'event'],
  ['organizers', 'event'],
  ['categories', 'event'],
  ['categories', 'post'],
  ['tags', 'event'],
  ['tags', 'post'],
] as const;

describe.each(CALLERS)('%s', (as) => {
  test.each(QUERIES)('/%s?%s holds what events name that may be read', async (kind, query) => {
    const listed = events.filter((event) => mayReadMarked(as, event) && !isTrashed(event));
    expect(await marksIn(as, kind, query)).toEqual(marksOf(listed));
  });

  test.each(['venues', 'organizers'])('/%s?has_events=0 holds all others', async (kind) => {
    const others = events.filter((event) => !mayReadMarked(as, event) || isTrashed(event));
    expect(await marksIn(as, kind, 'has_events=0')).toEqual(marksOf(others));
  });

  test.each(NAMING)('/%s?%s= holds what that event names if it may be read', async (kind, name) => {
    const found: Record<string, unknown> = {};
    for (const { id, mark } of events) found[mark] = await marksIn(as, kind, `${name}=${id}`);
    const expected = events.map((event) => [event.mark, marksOf(mayReadMarked(as, event) ? [event] : [])]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  test.each(['categories', 'tags'])('/%s count public events only', async (kind) => {
    const { body } = await app.rest('GET', `/${kind}?hide_empty=0&per_page=50`, { as });
    const counts = body[kind].map(({ name, count }: { name: string; count: number }) => [MARK.exec(name)?.[0], count]);
    const expected = events.map(({ mark, state }) => [mark, Number(state === 'publish')]);
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(expected));
  });
});
