import fc from 'fast-check';
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

test('any mixture of items is done one by one, or all of it, or none', async () => {
  const item = fc.record({ title: fc.constantFrom('A', 'B', 'C'), isGood: fc.boolean() });
  const mode = fc.constantFrom('EACH', 'ALL_OR_NOTHING');
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 5 }), mode, async (items, mode) => {
      await empty(app);
      const sends = items.map(({ title, isGood }) => (isGood ? good(title) : bad(title)));
      const { data, errors } = await sent('createEvents', { items: sends, mode });
      const refused = items.findIndex(({ isGood }) => !isGood);
      const undone = mode === 'ALL_OR_NOTHING' && refused >= 0;
      expect(errors).toBeUndefined();
      expect(
        data.it.results.map(({ event, userErrors }: { event: unknown; userErrors: { code: string }[] }) => [
          event !== null,
          userErrors.map(({ code }) => code),
        ]),
      ).toEqual(
        items.map(({ isGood }, at) => {
          if (undone) return [false, [at === refused ? 'TOO_LONG' : 'NOT_DONE']];
          return isGood ? [true, []] : [false, ['TOO_LONG']];
        }),
      );
      const done = undone ? [] : items.filter(({ isGood }) => isGood).map(({ title }) => title);
      expect((await titles()).sort()).toEqual(done.sort());
    }),
    { numRuns: 20 },
  );
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
});

test('a hundred are taken, and a hundred and one are refused', async () => {
  const done = await sent('createEvents', { items: upTo(100).map((at) => good(`E${at}`)), mode: 'ALL_OR_NOTHING' });
  expect(done.data.it.results.flatMap(({ userErrors }: { userErrors: [] }) => userErrors)).toEqual([]);
  expect(await titles()).toHaveLength(100);
  const { data } = await sent('createEvents', { items: upTo(101).map((at) => good(`F${at}`)) });
  expect(data.it).toEqual({ results: [], userErrors: [{ path: ['input', 'items'], code: 'TOO_MANY_ITEMS' }] });
  expect(await titles()).toHaveLength(100);
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
