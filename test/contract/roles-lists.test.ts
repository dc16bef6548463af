import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made, NAME } from '../support/making.ts';
import { inState, POSTS, type Post } from '../support/owned.ts';
import { RECORD_CELLS, STATES, type State } from './rights.ts';

/** Who reads everything, one's own, nothing of one's own, and nobody who could have anything. */
const READERS = ['editor', 'contributor', 'subscriber', 'anonymous'] as const;

const AUTHORS = ['author', 'contributor', 'subscriber'] as const;

/** A record of one author in one state, with a word in its texts that no other record has. */
interface Marked {
  kind: Post;
  author: (typeof AUTHORS)[number];
  state: State;
  mark: string;
  id: number;
  /** The present slug. For a record that never had one, the slug that its title would give. */
  slug: string;
}

/** Every event names a public venue, a public organizer, a category and a tag that no other event names. */
const FIELDS = {
  events: (text: string, mark: string) => ({
    description: text,
    excerpt: text,
    venue: { venue: `Place ${mark}` },
    organizer: { organizer: `People ${mark}` },
    categories: [`Category ${mark}`],
    tags: [`Tag ${mark}`],
  }),
  venues: (text: string) => ({ description: text, address: text, city: text }),
  organizers: (text: string) => ({ description: text, email: text.replace(' ', '@') }),
};

let app: TestApp;
/** One record of every kind, author and state. All of their texts contain "lantern". */
const records: Marked[] = [];
/** A public event that names every venue and every organizer of these. */
let gathering: number;

const allOf = (kind: Post): Marked[] => records.filter((record) => record.kind === kind);

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const cells = POSTS.flatMap((kind) => AUTHORS.flatMap((author) => STATES.map((state) => ({ kind, author, state }))));
  for (const [index, { kind, author, state }] of cells.entries()) {
    const mark = `mark${100 + index}`;
    const text = `Lantern ${mark}`;
    const fields = { [NAME[kind]]: text, ...FIELDS[kind](text, mark) };
    const { id, slug } = await inState(app, kind, app.idOf(author), state, fields);
    records.push({ kind, author, state, mark, id, slug: slug || `lantern-${mark}` });
  }
  const [venue, organizer] = [idsOf(allOf('venues')), idsOf(allOf('organizers'))];
  gathering = (await made(app, 'events', { title: 'Gathering', venue, organizer })).id;
});
afterAll(() => app.close());

const idsOf = (found: readonly { id: number }[]): number[] => found.map(({ id }) => id).sort((a, b) => a - b);

const mayRead = (caller: Caller, { author, state }: Marked): boolean =>
  RECORD_CELLS.some(
    (cell) =>
      cell.caller === caller &&
      cell.whose === (author === caller ? 'own' : "others'") &&
      cell.state === state &&
      cell.may.read,
  );

const isTrashed = ({ state }: Marked): boolean => state === 'trash' || state === 'trashed draft';

/** Lists leave out what is in the trash unless they ask for it. */
const isListed = (as: Caller, record: Marked): boolean => mayRead(as, record) && !isTrashed(record);

const listed = (as: Caller, kind: Post): Marked[] => allOf(kind).filter((record) => isListed(as, record));

const ask = (as: Caller, kind: string, query: string) => app.rest('GET', `/${kind}?per_page=50&${query}`, { as });

/** A list as far as it says what is there: ids, totals in body and headers. */
async function list(as: Caller, kind: Post, query: string) {
  const { body, headers } = await ask(as, kind, query);
  const totals = [body.total, Number(headers.get('x-tec-total')), headers.get('x-tec-totalpages')];
  return { ids: idsOf(body[kind]), totals };
}

const all = (found: readonly Marked[]) => ({
  ids: idsOf(found),
  totals: [found.length, found.length, found.length ? '1' : '0'],
});

const MARK = /mark\d+/;

/** The marks of the records in a list, and how many it counts. */
async function marksIn(as: Caller, kind: string, query: string) {
  const { body } = await ask(as, kind, query);
  const names: string[] = body[kind].map((each: Record<string, string>) => each.venue ?? each.organizer ?? each.name);
  return { marks: names.map((name) => MARK.exec(name)?.[0]).sort(), total: body.total };
}

const marksOf = (found: readonly Marked[]) => ({ marks: found.map(({ mark }) => mark), total: found.length });

const WAYS = [
  ['GET', 'id'],
  ['PATCH', 'slug'],
  ['GET', 'slug'],
  ['PATCH', 'id'],
] as const;

const NAMING = [
  ['venues', 'event'],
  ['organizers', 'event'],
  ['categories', 'post'],
  ['tags', 'event'],
] as const;

describe.each(READERS)('%s', (as) => {
  test.each(POSTS)('lists of %s hold and count what may be read', async (kind) => {
    expect(await list(as, kind, 'search=lantern')).toEqual(all(listed(as, kind)));
    const bare = await app.rest('HEAD', `/${kind}?per_page=1&search=lantern`, { as });
    expect(bare.headers.get('x-tec-total')).toBe(String(listed(as, kind).length));
  });

  test('what may not be read says nothing of itself, by id or by slug, whatever the method', async () => {
    const hidden = records.filter((each) => each.author !== 'subscriber' && !mayRead(as, each));
    const told: string[] = [];
    for (const [index, { kind, id, slug }] of hidden.entries()) {
      const [method, by] = WAYS[index % WAYS.length]!;
      const path = { id: `/${kind}/${id}`, slug: `/${kind}/by-slug/${slug}` }[by];
      const { status, text } = await app.rest(method, path, { as, ...{ GET: {}, PATCH: { json: {} } }[method] });
      told.push(...[`${method} ${path}: ${status} ${text}`].filter(() => status < 400 || /lantern/i.test(text)));
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
    const leaked = records.filter((each) => !mayRead(as, each) && (single.text + page.text).includes(each.mark));
    expect(leaked).toEqual([]);
    expect(await list(as, 'venues', `event=${gathering}`)).toEqual(all(listed(as, 'venues')));
    expect(await list(as, 'organizers', `event=${gathering}&has_events=1`)).toEqual(all(listed(as, 'organizers')));
  });

  test('asking for events by their ids gives those that may be read', async () => {
    expect(await list(as, 'events', `include=${idsOf(allOf('events'))}`)).toEqual(all(listed(as, 'events')));
  });

  test('GraphQL counts the same', async () => {
    const query = `query ($of: String!) {
      eventPage(where: { search: $of }) { total }
      venuePage(where: { search: $of }) { total }
      organizerPage(where: { search: $of }) { total }
    }`;
    const { body } = await app.graphql(query, { of: 'lantern' }, { as });
    expect(Object.values(body.data)).toEqual(POSTS.map((kind) => ({ total: listed(as, kind).length })));
  });

  test.each([
    ['venues', 'search=place&has_events=1'],
    ['organizers', 'search=people&only_with_upcoming=true'],
    ['categories', 'hide_empty=1&orderby=count'],
    ['tags', ''],
  ])('/%s?%s holds what events name that may be read', async (kind, query) => {
    expect(await marksIn(as, kind, query)).toEqual(marksOf(listed(as, 'events')));
  });

  test('venues and organizers without events are all others', async () => {
    const others = marksOf(allOf('events').filter((event) => !isListed(as, event)));
    expect(await marksIn(as, 'venues', 'search=place&has_events=0')).toEqual(others);
    expect(await marksIn(as, 'organizers', 'search=people&has_events=0')).toEqual(others);
  });

  test.each(['categories', 'tags'])('/%s count public events only', async (kind) => {
    const { body } = await ask(as, kind, 'hide_empty=0');
    const counts = body[kind].map(({ name, count }: { name: string; count: number }) => [MARK.exec(name)?.[0], count]);
    const expected = allOf('events').map(({ mark, state }) => [mark, Number(state === 'publish')]);
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(expected));
  });
});

describe.each(['contributor', 'anonymous'] as const)('%s', (as) => {
  test.each(['events', 'organizers'] as const)('a search of %s for one finds it if it may be read', async (kind) => {
    for (const each of allOf(kind).filter(({ author }) => author === 'contributor'))
      expect(await list(as, kind, `search=${each.mark}`)).toEqual(all([each].filter((one) => isListed(as, one))));
  });

  test.each(NAMING)('/%s?%s= holds what that event names if it may be read', async (kind, name) => {
    for (const event of allOf('events').filter(({ author }) => author === 'contributor'))
      expect(await marksIn(as, kind, `${name}=${event.id}`)).toEqual(
        marksOf([event].filter((one) => mayRead(as, one))),
      );
  });
});

const WORDS = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

const isIn = (word: (typeof WORDS)[number], record: Marked): boolean =>
  word === 'trash' ? isTrashed(record) : record.state === word;

describe.each([
  ['editor', 'events'],
  ['contributor', 'events'],
  ['contributor', 'venues'],
] as const)('%s of %s', (as, kind) => {
  test('lists in a state hold those that may be read', async () => {
    const readable = allOf(kind).filter((record) => mayRead(as, record));
    for (const word of WORDS) {
      const inIt = readable.filter((record) => isIn(word, record));
      expect(await list(as, kind, `search=lantern&status=${word}`)).toEqual(all(inIt));
    }
    expect(await list(as, kind, `search=lantern&status=${WORDS}`)).toEqual(all(readable));
    expect(await list(as, kind, 'search=lantern&status=any')).toEqual(all(listed(as, kind)));
  });

  test('lists in no state hold what is public or private and may be read', async () => {
    const shown = listed(as, kind).filter((record) => isIn('publish', record) || isIn('private', record));
    expect(await list(as, kind, 'search=lantern&status=')).toEqual(all(shown));
  });
});

test.each([
  ['subscriber', 'events'],
  ['anonymous', 'organizers'],
] as const)('the %s gets no lists of %s in a state, but for what is public', async (as, kind) => {
  expect(await list(as, kind, 'search=lantern&status=publish')).toEqual(all(listed(as, kind)));
  for (const word of [...WORDS.slice(1), 'any', 'auto-draft', 'inherit', `${WORDS}`, '']) {
    const { status, body } = await app.rest('GET', `/${kind}?status=${word}`, { as });
    expect([word, status, body.data?.params && Object.keys(body.data.params)]).toEqual([word, 400, ['status']]);
  }
});
