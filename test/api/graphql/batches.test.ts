import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { contents, empty } from '../../support/stored.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
beforeEach(() => empty(app));
afterAll(() => app.close());

const RESULTS =
  'results { event { databaseId title } clientMutationId userErrors { path code } } userErrors { path code }';

async function sent(
  name: 'createEvents' | 'updateEvents' | 'deleteEvents',
  input: object,
  as: 'editor' | 'author' = 'editor',
) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { it: ${name}(input: $input) { ${RESULTS} } }`;
  return (await app.graphql(query, { input }, { as })).body;
}

const good = (title: string) => ({ title, startDate: '2027-01-01 10:00', endDate: '2027-01-01 11:00' });
const bad = (title: string) => ({ ...good(title), cost: '1'.repeat(201) });

const titles = async () =>
  (await contents(app.store)).events.map((event) => (event as { text: { en: { title: string } } }).text.en.title);

test.each([
  ['EACH', 'good bad good', [[], ['TOO_LONG'], []]],
  ['EACH', 'bad', [['TOO_LONG']]],
  ['EACH', '', []],
  ['ALL_OR_NOTHING', 'good good', [[], []]],
  ['ALL_OR_NOTHING', 'good bad good bad', [['NOT_DONE'], ['TOO_LONG'], ['NOT_DONE'], ['NOT_DONE']]],
  ['ALL_OR_NOTHING', '', []],
])('in mode %s items that are "%s" end in %j', async (mode, words, codes) => {
  const items = (words.match(/\w+/g) ?? []).map((word, at) => ({ good, bad })[word]!(`${word} ${at}`));
  const { data, errors } = await sent('createEvents', { items, mode });
  expect(errors).toBeUndefined();
  type Result = { event: { title: string } | null; userErrors: { code: string }[] };
  const results: Result[] = data.it.results;
  expect(results.map(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(codes);
  const done = items.filter((_, at) => codes[at]!.length === 0).map(({ title }) => title);
  expect(results.flatMap(({ event }) => event?.title ?? [])).toEqual(done);
  expect((await titles()).sort()).toEqual(done.sort());
});

test('errors say which item, and each result what the client calls it', async () => {
  const items = [
    { ...good('One'), clientMutationId: 'a' },
    { ...bad('Two'), clientMutationId: 'b' },
  ];
  const { data } = await sent('createEvents', { items });
  expect(data.it.results).toEqual([
    { event: { databaseId: expect.any(Number), title: 'One' }, clientMutationId: 'a', userErrors: [] },
    { event: null, clientMutationId: 'b', userErrors: [{ path: ['input', 'items', '1', 'cost'], code: 'TOO_LONG' }] },
  ]);
  const together = await sent('createEvents', { items: items.toReversed(), mode: 'ALL_OR_NOTHING' });
  expect(together.data.it.results).toMatchObject([
    { clientMutationId: 'b', userErrors: [{ path: ['input', 'items', '0', 'cost'] }] },
    { clientMutationId: 'a', userErrors: [{ path: ['input', 'items', '1'], code: 'NOT_DONE' }] },
  ]);
});

test('a hundred are looked at, and a hundred and one are refused', async () => {
  const { data } = await sent('createEvents', { items: upTo(100).map((at) => bad(`E${at}`)) });
  expect(data.it.results).toHaveLength(100);
  expect(data.it.userErrors).toEqual([]);
  const more = await sent('createEvents', { items: upTo(101).map((at) => good(`F${at}`)) });
  expect(more.data.it).toEqual({ results: [], userErrors: [{ path: ['input', 'items'], code: 'TOO_MANY_ITEMS' }] });
  expect(await titles()).toEqual([]);
});

describe('events that are there', () => {
  test('are updated and deleted, each in its own version', async () => {
    const [one, two] = [await made(app, 'events'), await made(app, 'events')];
    const items = [
      { ref: { databaseId: one.id }, ifVersion: 1, title: 'Changed' },
      { ref: { databaseId: two.id }, ifVersion: 7, title: 'Changed' },
    ];
    const { data } = await sent('updateEvents', { items });
    expect(data.it.results).toMatchObject([
      { event: { title: 'Changed' }, userErrors: [] },
      { event: { title: 'An event' }, userErrors: [{ path: ['input', 'items', '1', 'ifVersion'], code: 'CONFLICT' }] },
    ]);
    const gone = await sent('deleteEvents', { items: [{ ref: { databaseId: one.id } }, { ref: { databaseId: 999 } }] });
    expect(gone.data.it.results).toMatchObject([
      { userErrors: [] },
      { userErrors: [{ path: ['input', 'items', '1', 'ref'], code: 'EVENT_NOT_FOUND' }] },
    ]);
  });

  test('one that the caller may not change is an error of the response, and the others are done', async () => {
    const [own, other] = [await made(app, 'events', {}, 'author'), await made(app, 'events')];
    const items = [own, other, own].map(({ id }) => ({ ref: { databaseId: id }, title: 'Mine' }));
    const { data, errors } = await sent('updateEvents', { items }, 'author');
    expect(data.it.results).toMatchObject([{ userErrors: [] }, null, { userErrors: [] }]);
    expect(errors).toMatchObject([{ path: ['it', 'results', 1], extensions: { code: 'FORBIDDEN' } }]);
    const together = await sent('updateEvents', { items, mode: 'ALL_OR_NOTHING' }, 'author');
    expect(together).toMatchObject({ data: { it: null }, errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });
});
