import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VenueRecord } from '../../src/kinds/venue/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, upTo } from '../support/making.ts';
import { sampled } from '../support/sample.ts';
import { createWatch } from '../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  // The first request begins the log of changes.
  await app.rest('GET', '/venues');
});
afterAll(() => app.close());

const EVENT = { title: 'x', start_date: '2027-01-01', end_date: '2027-01-02' };
const INPUT = { title: 'x', startDate: '2027-01-01', endDate: '2027-01-02' };

const negated = (count: number) => upTo(count).map((word) => `-${word}`);
const names = upTo(60_000).map((number) => `name${number}`);
const ids = upTo(90_000).map((number) => number + 1);
const cost = upTo(75_000).join(', ').slice(0, 300_000);

/** What one request tried: as a parameter of REST and a field of GraphQL, of a list or of a new event. */
interface Heavy {
  name: string;
  of: 'list' | 'event';
  rest: [parameter: string, value: unknown];
  graphql: [field: string, value: unknown];
}

const inBoth = (field: string, value: unknown): Pick<Heavy, 'rest' | 'graphql'> => ({
  rest: [field, value],
  graphql: [field, value],
});

const HEAVY: readonly Heavy[] = [
  { name: 'a search of 3,000 negated words', of: 'list', ...inBoth('search', negated(3_000).join(' ')) },
  { name: 'a search of 11 negated words', of: 'list', ...inBoth('search', negated(11).join(' ')) },
  {
    name: 'a filter of 60,000 names of categories',
    of: 'list',
    rest: ['categories', names],
    graphql: ['categoriesIn', names],
  },
  {
    name: 'a filter of 60,000 comma-separated names',
    of: 'list',
    rest: ['categories', names.join()],
    graphql: ['categoriesIn', names],
  },
  { name: 'an include of 90,000 ids', of: 'list', rest: ['include', ids], graphql: ['in', ids] },
  { name: 'an include of 90,000 comma-separated ids', of: 'list', rest: ['include', ids.join()], graphql: ['in', ids] },
  {
    ...{ name: '60,000 inline venues', of: 'event', rest: ['venue', Array(60_000).fill({ venue: 'x' })] },
    graphql: ['venues', { set: Array(30_000).fill({ upsert: { name: 'x' } }) }],
  },
  { name: 'a cost of 300 KB', of: 'event', ...inBoth('cost', cost) },
  { name: 'a cost of 75,000 parts', of: 'event', ...inBoth('cost', cost), rest: ['cost', cost.split(', ')] },
  {
    ...{ name: '60,000 names of new tags', of: 'event', rest: ['tags', names] },
    graphql: ['tags', { set: names.slice(0, 30_000).map((name) => ({ upsert: { name } })) }],
  },
];

const QUERY = {
  list: 'query ($value: EventWhere) { eventPage(where: $value) { total items { id: databaseId } } }',
  event: 'mutation ($value: CreateEventInput!) { createEvent(input: $value) { userErrors { path } } }',
};

/** Sends it as JSON, to lists as well: what reads may have a body. */
async function askRest({ of, rest: [parameter, value] }: Heavy): Promise<[number, unknown]> {
  const body = Buffer.from(JSON.stringify({ ...(of === 'event' ? EVENT : {}), [parameter]: value }));
  const { status, content } = await app.answer({
    method: of === 'event' ? 'POST' : 'GET',
    url: new URL('http://127.0.0.1:4000/wp-json/calendar/events/v1/events'),
    headers: { 'content-type': 'application/json' },
    ...{ peer: '127.0.0.1', httpVersion: '1.1', load: { inFlight: 0 }, running: {} },
    body: async () => body,
  });
  const { code, data } = JSON.parse(String(content));
  return [status, { code, params: Object.keys(data.params ?? {}) }];
}

/** What is refused: a list of more than 200 before it is looked at, by its nearest name. */
async function askGraphql({ of, graphql: [field, value] }: Heavy): Promise<string[]> {
  const values = { ...(of === 'event' ? INPUT : {}), [field]: value };
  const { data, errors = [] } = (await app.graphql(QUERY[of], { value: values })).body;
  return [
    ...errors.flatMap(({ extensions }: { extensions: { problems: { field: string }[] } }) =>
      extensions.problems.map((problem) => problem.field),
    ),
    ...(data?.createEvent?.userErrors ?? []).map(({ path }: { path: string[] }) => path[1]),
  ].map((name) => (name === 'set' ? field : name));
}

sampled(3).each(HEAVY)(
  '$name is refused by name in both APIs, before the store is asked for anything',
  async (heavy) => {
    const { reads, writes } = await watch.during(async () => {
      expect(await askRest(heavy)).toEqual([400, { code: 'rest_invalid_param', params: [heavy.rest[0]] }]);
      expect(await askGraphql(heavy)).toEqual([heavy.graphql[0]]);
    });
    // Whether anything was written since is asked before a request is looked at, for many at once.
    expect([reads, writes]).toEqual([[], []]);
  },
);

test('variables that nobody asks for may be deep', async () => {
  const nest = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
  const { status, body } = await app.fetch(`/graphql?query={__typename}&variables={"a":${nest}}`);
  expect([status, body]).toEqual([200, { data: { __typename: 'Query' } }]);
});

test('what was stored when texts could be longer is shown, and changed but for the long text', async () => {
  const { id } = await made(app, 'venues', { venue: 'Short' });
  const long = 'x'.repeat(5_000);
  const [stored] = await app.store.byIds<VenueRecord>('venues', [id]);
  const text = { en: { ...stored!.text.en, name: long, city: long } };
  await app.store.update('venues', id, { $set: { text, phone: long } });
  const changed = await app.rest('PATCH', `/venues/${id}`, { as: 'administrator', json: { zip: '1' } });
  expect([changed.status, changed.body.zip, changed.body.venue]).toEqual([200, '1', long]);
  const mutation = `mutation { updateVenue(input: { ref: { databaseId: ${id} }, website: "https://a.example/" }) { venue { name city phone } } }`;
  const { body } = await app.graphql(mutation, {}, { as: 'administrator' });
  expect(body).toEqual({ data: { updateVenue: { venue: { name: long, city: long, phone: long } } } });
  expect((await app.rest('GET', `/venues/${id}`)).body).toMatchObject({ venue: long, city: long, phone: long });
});
