import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/data/port.ts';
import type { Log } from '../../../src/process/log.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

const SECRET = 'connection to 10.0.0.7 lost';

let app: TestApp;
let event: { id: number; slug: string };
let broken: (keyof Store)[] = [];
let lines: unknown[] = [];

/** A store whose named verbs throw a plain error. */
const fragile = (store: Store): Store => {
  const verbs = Object.entries(store).map(([verb, run]) => [
    verb,
    (...args: unknown[]) => (broken.includes(verb as keyof Store) ? Promise.reject(new Error(SECRET)) : run(...args)),
  ]);
  return { ...Object.fromEntries(verbs), kind: store.kind };
};

const quiet = () => {};
const log = {
  trace: quiet,
  debug: quiet,
  info: quiet,
  ...Object.fromEntries(['warn', 'error', 'fatal'].map((level) => [level, (...line: unknown[]) => lines.push(line)])),
} as unknown as Log;

beforeAll(async () => {
  app = await buildApp({ wrap: fragile, log });
  event = await made(app, 'events', { venue: { venue: 'Hall' } });
});
beforeEach(() => {
  broken = [];
  lines = [];
});
afterAll(() => app.close());

const message = 'Something went wrong on the server.';

test.each(['event', 'venue', 'tag'] as const)(
  'GraphQL says INTERNAL without detail when the store fails on a list of kind %s, and it is logged once',
  async (name) => {
    broken = ['find'];
    const answer = await app.graphql(`{ ${name}Page { items { id: databaseId } } }`);
    expect(answer.status).toBe(200);
    const place = { path: expect.any(Array), locations: expect.any(Array) };
    expect(answer.body).toEqual({
      data: { [`${name}Page`]: null },
      errors: [{ message, ...place, extensions: { code: 'INTERNAL' } }],
    });
    expect(lines).toEqual([[{ err: new Error(SECRET) }, expect.any(String)]]);
  },
);

test.each(['events', 'organizers', 'categories'] as const)(
  'REST says 500 without detail when the store fails on the list of %s, and it is logged once',
  async (plural) => {
    broken = ['find'];
    const answer = await app.rest('GET', `/${plural}`);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ code: 'rest_internal_error', message, data: { status: 500 } });
    expect(lines).toEqual([[{ err: new Error(SECRET) }, expect.any(String)]]);
  },
);

test.each(['find', 'count', 'insert', 'nextId', 'atomically'] as const)(
  'nothing of a failing %s shows in any answer of either API',
  async (verb) => {
    broken = [verb];
    const answers = [
      await app.rest('GET', '/events'),
      await app.rest('GET', `/events/${event.id}`, { as: 'editor' }),
      await app.rest('POST', '/venues', { as: 'editor', json: { venue: `Made while ${verb} fails` } }),
      await app.graphql('{ eventPage { total items { venues { name } } } }'),
      await app.graphql(
        `mutation { createTag(input: { name: "Made while ${verb} fails" }) { tag { id: databaseId } } }`,
        {},
        { as: 'editor' },
      ),
    ];
    expect(answers.some(({ text }) => /INTERNAL|rest_internal_error/.test(text))).toBe(true);
    expect(answers.map(({ text }) => text).join('\n')).not.toMatch(/10\.0\.0\.7|stack|node_modules|\.ts\b/);
    expect(lines.length).toBeGreaterThan(0);
  },
);

test('an event whose venues cannot be read is an error at both APIs, and not an event without venues', async () => {
  const { slug } = event;
  // What was read before is read again.
  await app.tellAll();
  broken = ['byIds'];
  const graphql = await app.graphql(`{ event(ref: { slug: "${slug}" }) { id: databaseId venues { name } } }`);
  const rest = await app.rest('GET', `/events/by-slug/${slug}`);
  expect(graphql.body).toMatchObject({ data: { event: null }, errors: [{ path: ['event', 'venues'] }] });
  expect(graphql.body.errors).toEqual([expect.objectContaining({ extensions: { code: 'INTERNAL' } })]);
  expect(rest.status).toBe(500);
});

test('an error that callers can act on is not logged', async () => {
  await app.graphql('{ venue(ref: { databaseId: 999 }) { id: databaseId } }');
  await app.rest('GET', '/venues/999');
  await app.graphql('{ nonsense }');
  expect(lines).toEqual([]);
});
