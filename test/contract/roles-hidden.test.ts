import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { isTrashed, type Marked, markedRecords, mayReadMarked } from '../support/marked.ts';
import { POSTS, type Post } from '../support/owned.ts';
import { CALLERS, EDITORS } from './rights.ts';

let app: TestApp;
let records: Marked[];
/** A public event that names every venue and every organizer. */
let gathering: number;

beforeAll(async () => {
  app = await buildApp();
  records = await markedRecords(app);
  const ids = (kind: Post) => records.filter((record) => record.kind === kind).map(({ id }) => id);
  const fields = { title: 'Gathering', venue: ids('venues'), organizer: ids('organizers') };
  gathering = (await made(app, 'events', fields)).id;
});
afterAll(() => app.close());

const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);
const idsOf = (found: readonly { id: number }[]): number[] => sorted(found.map(({ id }) => id));

const isListed = (as: Caller, record: Marked): boolean => mayReadMarked(as, record) && !isTrashed(record);

const listed = (as: Caller, kind: Post): Marked[] =>
  records.filter((record) => record.kind === kind && isListed(as, record));

const hiddenFrom = (as: Caller): Marked[] => records.filter((record) => !mayReadMarked(as, record));

/** A list as far as it says what is there: ids, totals in body and headers. */
async function list(as: Caller, kind: Post, query: string) {
  const { body, headers } = await app.rest('GET', `/${kind}?per_page=50&${query}`, { as });
  const totals = [body.total, Number(headers.get('x-tec-total')), headers.get('x-tec-totalpages')];
  return { ids: idsOf(body[kind]), totals };
}

const all = (found: readonly Marked[]) => ({
  ids: idsOf(found),
  totals: [found.length, found.length, found.length ? '1' : '0'],
});

describe.each(CALLERS)('%s', (as) => {
  test.each(POSTS)('lists of %s hold and count what may be read', async (kind) => {
    expect(await list(as, kind, 'search=lantern')).toEqual(all(listed(as, kind)));
    const bare = await app.rest('HEAD', `/${kind}?per_page=1`, { as });
    const besides = Number(kind === 'events');
    expect(bare.headers.get('x-tec-total')).toBe(String(listed(as, kind).length + besides));
  });

  test.each(POSTS)('a search of %s finds each record that may be read, and no other', async (kind) => {
    const found: Record<string, number[]> = {};
    const ofKind = records.filter((record) => record.kind === kind);
    for (const { mark } of ofKind) found[mark] = (await list(as, kind, `search=${mark}`)).ids;
    const expected = ofKind.map((each) => [each.mark, isListed(as, each) ? [each.id] : []]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  test('what may not be read says nothing of itself, by id or by slug, whatever the method', async () => {
    const told: string[] = [];
    for (const { kind, id, slug } of hiddenFrom(as)) {
      for (const path of [`/${kind}/${id}`, `/${kind}/by-slug/${slug}`]) {
        for (const method of ['GET', 'PATCH']) {
          const { status, text } = await app.rest(method, path, { as, ...(method === 'GET' ? {} : { json: {} }) });
          told.push(...[`${method} ${path}: ${status} ${text}`].filter(() => status < 400 || /lantern/i.test(text)));
        }
      }
    }
    expect(told).toEqual([]);
  });

  test('a public event shows of its venues and organizers those that may be read', async () => {
    const single = await app.rest('GET', `/events/${gathering}`, { as });
    const page = await app.rest('GET', '/events?search=gathering', { as });
    for (const event of [single.body, page.body.events[0]]) {
      expect(idsOf([event.venue].flat())).toEqual(idsOf(listed(as, 'venues')));
      expect(idsOf(event.organizer)).toEqual(idsOf(listed(as, 'organizers')));
    }
    const leaked = hiddenFrom(as).filter(({ mark }) => (single.text + page.text).includes(mark));
    expect(leaked).toEqual([]);
  });

  test('venues and organizers of the event are listed as far as they may be read', async () => {
    expect(await list(as, 'venues', `event=${gathering}`)).toEqual(all(listed(as, 'venues')));
    expect(await list(as, 'organizers', `event=${gathering}&has_events=1`)).toEqual(all(listed(as, 'organizers')));
  });

  test('asking for events by their ids gives those that may be read', async () => {
    const events = records.filter(({ kind }) => kind === 'events');
    expect(await list(as, 'events', `include=${idsOf(events)}`)).toEqual(all(listed(as, 'events')));
  });

  test('GraphQL counts the same', async () => {
    const query =
      'query ($of: String!) { eventPage(where: { search: $of }) { total } venuePage(where: { search: $of }) { total } organizerPage(where: { search: $of }) { total } }';
    const { body } = await app.graphql(query, { of: 'lantern' }, { as });
    const totals = POSTS.map((kind) => ({ total: listed(as, kind).length }));
    expect(Object.values(body.data)).toEqual(totals);
  });
});

const WORDS = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

const isIn = (word: (typeof WORDS)[number], record: Marked): boolean =>
  word === 'trash' ? isTrashed(record) : record.state === word;

describe.each(EDITORS)('%s', (as) => {
  test.each(POSTS)('lists of %s in a state hold those that may be read', async (kind) => {
    const readable = records.filter((record) => record.kind === kind && mayReadMarked(as, record));
    for (const word of WORDS) {
      const inIt = readable.filter((record) => isIn(word, record));
      expect(await list(as, kind, `search=lantern&status=${word}`)).toEqual(all(inIt));
    }
    expect(await list(as, kind, `search=lantern&status=${WORDS}`)).toEqual(all(readable));
    expect(await list(as, kind, 'search=lantern&status=any')).toEqual(all(listed(as, kind)));
  });

  test.each(POSTS)('lists of %s in no state hold what is public or private and may be read', async (kind) => {
    const shown = listed(as, kind).filter((record) => isIn('publish', record) || isIn('private', record));
    expect(await list(as, kind, 'search=lantern&status=')).toEqual(all(shown));
  });
});

describe.each(['subscriber', 'anonymous'] as const)('%s', (as) => {
  test.each(POSTS)('lists of %s in a state are refused, but for what is public', async (kind) => {
    expect(await list(as, kind, 'search=lantern&status=publish')).toEqual(all(listed(as, kind)));
    for (const word of [...WORDS.slice(1), 'any', 'auto-draft', 'inherit', `${WORDS}`, '']) {
      const { status, body } = await app.rest('GET', `/${kind}?status=${word}`, { as });
      expect([word, status, body.data?.params && Object.keys(body.data.params)]).toEqual([word, 400, ['status']]);
    }
  });
});
