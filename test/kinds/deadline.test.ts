import { setImmediate as turnOver } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Store, Stored } from '../../src/data/port.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { type Answered, buildApp, FRIDAY, type TestApp } from '../support/app.ts';

const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags', 'images'];

let app: TestApp;
/** Called before every verb that a request asks of the store, with its name and its collection. */
let before: (verb: string, collection: unknown) => void = () => {};

const watched = (store: Store): Store => {
  // Whether somebody has written is told without a question.
  const verbs = Object.entries(store).filter(([name, verb]) => name !== 'dataVersion' && typeof verb === 'function');
  const watching = verbs.map(([name, verb]) => [
    name,
    (...args: unknown[]) => {
      before(name, args[0]);
      return verb(...args);
    },
  ]);
  return { ...store, ...Object.fromEntries(watching) };
};

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, wrap: watched });
});
beforeEach(() => {
  before = () => {};
});
afterAll(() => app.close());

const late = () => new DomainError('UNAVAILABLE', 'The server stops.');

/**
 * Sends a request that is to be given up from the verb of this number on; gives its answer and how many verbs began,
 * without those that read an excepted collection.
 */
async function givenUpAt(number: number, send: (signal: AbortSignal) => Promise<Answered>, except?: string) {
  const controller = new AbortController();
  let verbs = 0;
  before = (_, collection) => {
    if (collection === except) return;
    verbs += 1;
    if (verbs === number) controller.abort(late());
  };
  const answer = await send(controller.signal);
  before = () => {};
  // Until the next turn it is still the work of the request.
  await turnOver();
  return { answer, verbs };
}

/** All that is stored, but for ids that were given to nobody. */
const stored = async (): Promise<Stored[][]> =>
  Promise.all(COLLECTIONS.map((name) => app.store.find(name, {}, { sort: [['_id', 1]] })));

const event = (title: string) => ({
  title,
  startDate: '2026-12-01 10:00',
  endDate: '2026-12-01 12:00',
  venues: { create: [{ name: `Hall of ${title}` }] },
  categories: { upsert: [{ name: `Kind of ${title}` }] },
  image: `https://example.org/${encodeURIComponent(title)}.jpg`,
});

const restEvent = (title: string) => ({
  title,
  start_date: '2026-12-01 10:00',
  end_date: '2026-12-01 12:00',
  venue: { venue: `Hall of ${title}` },
  categories: [`Kind of ${title}`],
});

const as = 'administrator';

type Send = (title: string, signal: AbortSignal) => Promise<Answered>;
/** The APIs take turns: each is given up at every second step. */
const WRITES: [api: string, first: number, send: Send][] = [
  ['REST', 1, (title, signal) => app.rest('POST', '/events', { as, sent: { signal }, json: restEvent(title) })],
  [
    'GraphQL',
    2,
    (title, signal) =>
      app.graphql(
        'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { id: databaseId venues { name } categories { name } } } }',
        { input: event(title) },
        { as, sent: { signal } },
      ),
  ],
];

test.each(WRITES)(
  'a write by %s that is given up at step %i or later is 503 and undone, or told',
  async (api, first, send) => {
    const outcomes = new Set<number>();
    for (let number = first, whole = false; !whole; number += 2) {
      const beforehand = await stored();
      const { answer, verbs } = await givenUpAt(number, (signal) => send(`${api} ${number}`, signal));
      whole = verbs < number;
      outcomes.add(answer.status);
      const kept = JSON.stringify(await stored()) !== JSON.stringify(beforehand);
      expect([number, answer.status, kept]).toEqual([number, answer.status, answer.status !== 503]);
      expect(answer.headers.get('retry-after')).toBe(answer.status === 503 ? '5' : null);
    }
    expect(outcomes).toEqual(new Set([503, api === 'REST' ? 201 : 200]));
  },
);

test('of two writes in one document the first that was done is told, and the second with it', async () => {
  // A unit takes one for its record and one for the log.
  let numbers = 0;
  const controller = new AbortController();
  before = (verb) => {
    if (verb === 'nextId') numbers += 1;
    if (numbers === 3) controller.abort(late());
  };
  const answer = await app.graphql(
    'mutation { a: createTag(input: { name: "first" }) { tag { name } } b: createTag(input: { name: "second" }) { tag { name } } }',
    {},
    { as, sent: { signal: controller.signal } },
  );
  expect([answer.status, answer.body]).toEqual([
    200,
    { data: { a: { tag: { name: 'first' } }, b: { tag: { name: 'second' } } } },
  ]);
});

test.each([
  ['REST', (signal: AbortSignal) => app.rest('GET', '/events', { sent: { signal } }), { code: 'rest_unavailable' }],
  [
    'GraphQL',
    (signal: AbortSignal) =>
      app.graphql('{ eventPage { total items { id: databaseId } } tagPage { total } }', {}, { sent: { signal } }),
    { errors: [expect.objectContaining({ extensions: { code: 'UNAVAILABLE' } })] },
  ],
])('a list by %s that is given up asks the store for nothing more', async (_, send, body) => {
  const { verbs: all } = await givenUpAt(0, send);
  expect(all).toBeGreaterThan(1);
  // The log is read for everybody.
  const { answer, verbs } = await givenUpAt(1, send, 'changes');
  expect(verbs).toBe(1);
  expect([answer.status, answer.body]).toEqual([503, expect.objectContaining(body)]);
});

test('facets of categories that are given up end once the categories are read', async () => {
  await app.rest('POST', '/events', { as, json: restEvent('Counted') });
  const query = '{ events { facets { categories { category { databaseId } count } } } }';
  const facets = (number: number) =>
    givenUpAt(number, (signal) => app.graphql(query, {}, { sent: { signal } }), 'changes');
  const { verbs: all } = await facets(0);
  const { answer, verbs } = await facets(1);
  expect(answer.status).toBe(503);
  expect(verbs).toBeLessThan(all);
});

test('a request that is late before it begins does nothing', async () => {
  const { answer, verbs } = await givenUpAt(0, () =>
    app.rest('GET', '/events', { sent: { signal: AbortSignal.abort(late()) } }),
  );
  expect([answer.status, verbs]).toEqual([503, 0]);
});

test('records that become due are published also for who waits beside a request that is given up', async () => {
  const json = { ...restEvent('Scheduled'), date: '2026-11-21 10:00:00', status: 'publish' };
  const { body } = await app.rest('POST', '/events', { as, json });
  app.clock.now += 2 * 86_400_000;
  const lists: Promise<Answered>[] = [];
  const { answer } = await givenUpAt(1, (signal) => {
    lists.push(app.rest('GET', '/events?per_page=50', { sent: { signal } }), app.rest('GET', '/events?per_page=50'));
    return lists[0]!;
  });
  const beside = await lists[1]!;
  expect([body.status, answer.status, beside.status]).toEqual(['future', 503, 200]);
  expect(beside.body.events.map(({ id }: { id: number }) => id)).toContain(body.id);
});
