import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LOOK_EVERY } from '../../../src/cache/revision.ts';
import { type Answered, buildApp, type TestApp } from '../../support/app.ts';
import { newDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { made } from '../../support/making.ts';
import { createGate, type Gate } from './gate.ts';
import { createHeard } from './heard.ts';

/** Milliseconds. Short, so that a test need not wait until the driver gives up; long enough for a busy machine that answers. */
const SHORT =
  'serverSelectionTimeoutMS=2500&connectTimeoutMS=2500&socketTimeoutMS=2500&waitQueueTimeoutMS=2500&heartbeatFrequencyMS=2000';

const { log, lines } = createHeard();
let gate: Gate;
let app: TestApp;
let ids: Record<'event' | 'venue', number>;

beforeAll(async () => {
  gate = await createGate(process.env.MONGODB_URI ?? '');
  await gate.accept();
  app = await buildApp({ env: { MONGODB_URI: gate.through(newDatabase(), SHORT) }, log });
  const { id: event, venue } = await made(app, 'events', { venue: [{ venue: 'Hall' }], categories: ['Music'] });
  ids = { event, venue: venue.id };
  // Until then the server may answer with what it has just read.
  const lookedAt = performance.now();
  await vi.waitUntil(() => performance.now() - lookedAt > LOOK_EVERY);
});
afterAll(async () => {
  await comeBack();
  await app.close();
  await gate.cut();
});

async function comeBack(): Promise<void> {
  await gate.cut();
  await gate.accept();
  await eventually(async () => expect((await app.fetch('/ready')).status).toBe(200));
}

const as = 'administrator';
const times = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' };

const REST: Record<string, () => Promise<Answered>> = {
  events: () => app.rest('GET', '/events'),
  'events of an editor': () => app.rest('GET', '/events', { as: 'editor' }),
  'an event': () => app.rest('GET', `/events/${ids.event}`),
  'an event by its slug': () => app.rest('GET', '/events/by-slug/an-event'),
  venues: () => app.rest('GET', '/venues'),
  'a venue': () => app.rest('GET', `/venues/${ids.venue}`),
  organizers: () => app.rest('GET', '/organizers'),
  categories: () => app.rest('GET', '/categories'),
  tags: () => app.rest('GET', '/tags'),
  'a new event': () => app.rest('POST', '/events', { as, json: { title: 'New', ...times, venue: { venue: 'Hall' } } }),
  'a new title': () => app.rest('PUT', `/events/${ids.event}`, { as, json: { title: 'Changed' } }),
  'a removal': () => app.rest('DELETE', `/venues/${ids.venue}`, { as }),
  'the routes, asked by a user': () => app.rest('GET', '/', { as }),
};

const GRAPHQL: Record<string, () => Promise<Answered>> = {
  'a list': () => app.graphql('{ eventPage { total items { title venues { name } } } }'),
  'two lists': () => app.graphql('{ eventPage { total } venuePage { total } }'),
  'a list of an editor': () => app.graphql('{ eventPage { total } }', {}, { as: 'editor' }),
  'a record': () => app.graphql(`{ event(ref: { databaseId: ${ids.event} }) { title } }`),
  'a mutation': () =>
    app.graphql(
      `mutation { updateEvent(input: { ref: { databaseId: ${ids.event} }, title: "B" }) { event { id: databaseId } } }`,
      {},
      { as },
    ),
};

const READY = { ready: () => app.fetch('/ready') };

/** Asks for all of them at once. */
async function answersOf(asked: Record<string, () => Promise<Answered>>): Promise<[string, Answered][]> {
  return Promise.all(Object.entries(asked).map(async ([what, ask]) => [what, await ask()] as [string, Answered]));
}

const each = <T>(answers: [string, Answered][], look: (answer: Answered) => T): Record<string, T> =>
  Object.fromEntries(answers.map(([what, answer]) => [what, look(answer)]));

const all = <T>(asked: object, value: T): Record<string, T> =>
  Object.fromEntries(Object.keys(asked).map((what) => [what, value]));

const saidAway = (): number => lines.filter((line) => line.startsWith('MongoDB cannot be reached')).length;
const saidBack = (): number => lines.filter((line) => line === 'MongoDB answers again').length;

describe.each([
  ['that refuses connections', () => gate.cut()],
  ['that takes connections and never answers', async () => gate.swallow()],
])('a database %s', (_, goAway) => {
  let rest: [string, Answered][];
  let graphql: [string, Answered][];
  let ready: [string, Answered][];

  beforeAll(async () => {
    lines.length = 0;
    await goAway();
    [rest, graphql, ready] = await Promise.all([answersOf(REST), answersOf(GRAPHQL), answersOf(READY)]);
  });

  test('is 503 at REST, with a code and when to come back', () => {
    const away = { status: 503, code: 'rest_unavailable', type: 'application/json; charset=UTF-8' };
    const look = ({ status, body, headers }: Answered) => ({
      status,
      code: body.code,
      type: headers.get('content-type'),
      told: body.data.status,
    });
    expect(each(rest, look)).toEqual(all(REST, { ...away, told: 503 }));
  });

  test('is 503 at GraphQL, with a code', () => {
    const look = ({ status, body }: Answered) => [status, body.errors[0].extensions.code];
    expect(each(graphql, look)).toEqual(all(GRAPHQL, [503, 'UNAVAILABLE']));
  });

  test('makes the service not ready', () => {
    expect(each(ready, ({ status, body }) => [status, body])).toEqual({ ready: [503, { status: 'unavailable' }] });
  });

  test('is told with the whole seconds to wait', () => {
    const answers = [...rest, ...graphql, ...ready];
    const look = ({ headers }: Answered) => headers.get('retry-after');
    expect(each(answers, look)).toEqual(all(Object.fromEntries(answers), expect.stringMatching(/^[1-9]\d?$/)));
  });

  test('is told without anything of the inside', () => {
    for (const [, { text }] of [...rest, ...graphql, ...ready]) {
      expect(text).not.toMatch(/mongo|127\.0\.0\.1|localhost|connect|socket|stack/i);
      expect(text).not.toContain(String(gate.port));
    }
  });

  test('is one line of the log', () => {
    expect([saidAway(), saidBack()]).toEqual([1, 0]);
    expect(lines).not.toContain('a request failed in a way that nobody foresaw');
  });

  test('that comes back is used again by itself, and that is one more line', async () => {
    const venue = await comeBack().then(() => made(app, 'venues', { venue: 'Annex' }));
    ids = { ...ids, venue: venue.id };
    expect(each(await answersOf(REST), ({ status }) => status)).toEqual({ ...all(REST, 200), 'a new event': 201 });
    expect(each(await answersOf(GRAPHQL), ({ status, body }) => [status, body.errors])).toEqual(
      all(GRAPHQL, [200, undefined]),
    );
    expect([saidAway(), saidBack()]).toEqual([1, 1]);
  });
});
