import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { missing, outcomeOf } from '../support/outcome.ts';
import { type SmallCalendar, smallCalendar, whole } from '../support/small-calendar.ts';

let calendar: SmallCalendar;

beforeAll(async () => {
  calendar = await smallCalendar();
});
afterAll(() => calendar.app.close());

const as = 'administrator';
const seed = fuzzSeed();
const runs = { seed, numRuns: runsOf(60, 240) };

type Values = Readonly<Record<string, readonly unknown[]>>;

/** Some members of a table, each with one of its values. */
const some = (values: Values, minLength: number): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .shuffledSubarray(Object.entries(values), { minLength })
    .chain((rows) => fc.tuple(...rows.map(([name, bad]) => fc.constantFrom(...bad).map((value) => [name, value]))))
    .map((pairs) => Object.fromEntries(pairs));

/** What no event takes: wrong types, numbers out of range, texts in no known format, nothing where something must be. */
const BODY: Values = {
  title: [' ', '', '0', {}, ['a'], 'a\u0007b'],
  start_date: ['garbage', true, ''],
  end_date: ['25:00', {}],
  author: [0, -1, 2.5, 'abc'],
  date: ['garbage', {}],
  description: ['0', ['a']],
  excerpt: ['0'],
  slug: ['0', {}],
  status: ['nope', 5],
  timezone: ['Mars/Base', 5, 'UTC\n+2'],
  cost: ['5\u00076', ['1', '2\u0000']],
  all_day: ['yes', 2],
  featured: ['x', [true]],
  sticky: [''],
  event_status: ['cancelled', 5],
  event_status_reason: ['a\u0007b', {}],
  virtual_url: ['example.com'],
  is_virtual: ['yes'],
  image: ['abc', 0, '0', 'ftp://x/y.png'],
  website: ['example.com', 'javascript:alert(1)', 5],
  venue: ['abc', { city: 'X' }, { venue: ' ' }, [{ venue: 'X', website: 'x' }]],
  organizer: [-1, { organizer: { a: 1 } }, { organizer: '', phone: '1' }, { a: 1 }],
  categories: [[['Music']], [{ foo: 1 }], ['Jazz\u0007Blues']],
  tags: [[{ foo: 1 }]],
  multilang_language: ['xx', 'KO'],
};

/** What no list of events takes. */
const QUERY: Values = {
  page: ['0', 'abc', '2.5'],
  per_page: ['-1', ''],
  start_date: ['garbage', ''],
  end_date: ['never'],
  starts_before: ['x'],
  search: ['', '0'],
  categories: ['', ','],
  tags: [''],
  venue: ['a', '0'],
  organizer: ['-1'],
  featured: ['yes'],
  geoloc: ['maybe'],
  geoloc_lat: ['91', 'x'],
  geoloc_lng: ['181'],
  include: ['abc'],
  post_parent: ['-1'],
  status: ['PUBLISH'],
  multilang_language: ['xx'],
};

const refusedNames = async (answer: Awaited<ReturnType<SmallCalendar['create']>>) => {
  expect([answer.status, answer.body.code], answer.text).toEqual([400, 'rest_invalid_param']);
  expect(Object.keys(answer.body.data.details)).toEqual(Object.keys(answer.body.data.params));
  return Object.keys(answer.body.data.params).sort();
};

test(`REST names all that is wrong with a body in one answer, whoever sends it (FUZZ_SEED=${seed})`, async () => {
  const ways = fc.constantFrom('/events', '/events/{one}', '/events/by-slug/one');
  const callers = fc.constantFrom('anonymous', 'subscriber', as);
  const named = fc.asyncProperty(some(BODY, 2), ways, callers, async (wrong, path, by) => {
    const json = { ...whole('events'), ...wrong };
    const answer = await calendar.app.rest('POST', calendar.fill(path), { as: by, json });
    expect(await refusedNames(answer)).toEqual(Object.keys(wrong).sort());
  });
  await fc.assert(named, runs);
});

test(`REST names all that is wrong with a query in one answer (FUZZ_SEED=${seed})`, async () => {
  const named = fc.asyncProperty(some(QUERY, 2), async (wrong) => {
    const answer = await calendar.app.rest('GET', `/events?${new URLSearchParams(wrong as Record<string, string>)}`);
    expect(await refusedNames(answer)).toEqual(Object.keys(wrong).sort());
  });
  await fc.assert(named, runs);
});

const REQUIRED = ['title', 'start_date', 'end_date'];

test(`what is missing is named alone, before what is wrong (FUZZ_SEED=${seed})`, async () => {
  const absent = fc.subarray(REQUIRED, { minLength: 1 });
  const named = fc.asyncProperty(some(BODY, 0), absent, async (wrong, names) => {
    const kept = Object.entries({ ...whole('events'), ...wrong }).filter(([name]) => !names.includes(name));
    const answer = await calendar.app.rest('POST', '/events', { as, json: Object.fromEntries(kept) });
    expect(outcomeOf(answer)).toEqual(missing(...names));
  });
  await fc.assert(named, runs);
});

/** What GraphQL's own types let through, and the calendar does not take. */
const INPUT: Values = {
  title: [' ', '', '0', 'a\u0000', 'a\u0007b'],
  startDate: ['garbage', ''],
  endDate: ['25:00'],
  author: [0, -1],
  date: ['garbage'],
  description: ['0'],
  slug: ['0'],
  timezone: ['Mars/Base'],
  image: ['abc', '0'],
  cost: ['5\u00076'],
  website: ['example.com', 'javascript:alert(1)'],
  venues: [
    { create: [{ name: ' ' }] },
    { set: [{ upsert: { name: '', phone: '1' } }] },
    { upsert: Array(51).fill({ name: 'x' }) },
  ],
  categories: [{ create: [{ name: '' }] }, { upsert: [{ name: 'a\u0007b' }] }],
};

const FILTER: Values = {
  page: [0, -1],
  perPage: [0],
  startsAfter: ['garbage', ''],
  search: [''],
  categoriesIn: [[]],
  venuesIn: [[]],
  near: [{ latitude: 91, longitude: 0, radiusKm: 1 }],
  in: [[0]],
  parent: [-1],
};

async function refusedFields(query: string, variables: object): Promise<string[]> {
  const { body, text } = await calendar.app.graphql(query, variables, { as });
  expect(body.errors, text).toHaveLength(1);
  const { code, problems } = body.errors[0].extensions;
  expect(code).toBe('INVALID_FIELD');
  return problems.map(({ field }: { field: string }) => field).sort();
}

const WRITES = [
  'mutation ($values: CreateEventInput!) { it: createEvent(input: $values) { userErrors { path } } }',
  'mutation ($values: UpdateEventInput!) { it: updateEvent(input: $values) { userErrors { path } } }',
];
const TIMES = { title: 'New', startDate: '2027-01-01', endDate: '2027-01-02' };

test(`GraphQL names all that is wrong with an input at once (FUZZ_SEED=${seed})`, async () => {
  const named = fc.asyncProperty(some(INPUT, 2), fc.constantFrom(...WRITES), async (wrong, write) => {
    const ref = write.includes('update') ? { ref: { slug: 'one' } } : {};
    const { body } = await calendar.app.graphql(write, { values: { ...TIMES, ...wrong, ...ref } }, { as });
    const fields = body.data.it.userErrors.map(({ path }: { path: string[] }) => path[1]);
    expect(fields.sort()).toEqual(Object.keys(wrong).sort());
  });
  await fc.assert(named, runs);
});

test(`GraphQL names all that is wrong with a list in one error (FUZZ_SEED=${seed})`, async () => {
  const named = fc.asyncProperty(some(FILTER, 2), async ({ page, perPage, ...filter }) => {
    const query = `query ($filter: EventWhere, $page: Int, $perPage: Int) {
      eventPage(where: $filter, page: $page, perPage: $perPage) { total }
    }`;
    const names = Object.keys(JSON.parse(JSON.stringify({ page, perPage, ...filter })));
    expect(await refusedFields(query, { filter, page, perPage })).toEqual(names.sort());
  });
  await fc.assert(named, runs);
});

test.each(['Event', 'Venue', 'Organizer', 'Category', 'Tag'])(
  'a page of the list of %s that cannot be is named together with its filter',
  async (Name) => {
    const query = `query ($where: ${Name}Where) { ${Name.toLowerCase()}Page(where: $where, page: 0, perPage: -1) { total } }`;
    expect(await refusedFields(query, { where: { search: '' } })).toEqual(['page', 'perPage', 'search']);
  },
);

test.each([
  ['types', { venue: 'X', address: ['a'], website: 5, city: {} }, ['address', 'website', 'city']],
  ['formats', { venue: ' ', website: 'x', geo_lat: 91 }, ['venue', 'website', 'geo_lat']],
  ['types and formats', { venue: ' ', website: 5, geo_lat: 91 }, ['venue', 'website', 'geo_lat']],
])('all %s that are wrong inside a new venue of an event are named', async (_, venue, names) => {
  const { body } = await calendar.create('events', { venue: [venue] });
  const said = body.data.params.venue as string;
  expect(names.filter((name) => !said.includes(`${name}: `))).toEqual([]);
});
