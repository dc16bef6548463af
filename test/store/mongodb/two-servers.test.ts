import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/database.ts';
import { createLog } from '../../../src/log.ts';
import { basic } from '../../auth/support.ts';
import { processOn, toldAfter } from '../../changes/support.ts';
import { openHouse, post, type Running, rest, user } from '../../process/support.ts';
import { newDatabase } from '../../support/databases.ts';
import { upTo } from '../../support/making.ts';
import { contents } from '../../support/stored.ts';
import { expectSound, expectWritten, statusesOf } from './sound.ts';
import { createWriter } from './writers.ts';

// More would wait for each other longer than a request may take, on a slow machine.
const WRITERS = 12;
const LIVES = 1;
/** `KILLED_WRITERS=50` for once. */
const KILLED_WRITERS = Number(process.env.KILLED_WRITERS ?? WRITERS);

const env = { MONGODB_URI: newDatabase() };
const house = openHouse();
let servers: [Running, Running];

beforeAll(async () => {
  servers = await Promise.all([house.start(env), house.start(env)]);
});
afterAll(() => house.remove());

/** All that is stored, and the events that the log tells of to who reads it so many milliseconds later. */
async function storedIn(mongodbUri: string, later = 0) {
  const store = await openDatabase({ mongodbUri, dataDir: '' }, createLog('silent'));
  const all = await contents(store);
  const clock = { now: Date.now() };
  const { changes } = processOn(store, clock);
  await changes.last();
  clock.now += later;
  const told = new Set((await toldAfter(changes, 0)).flatMap((change) => (change.kind === 'event' ? [change.id] : [])));
  await store.close();
  return { all, told };
}

test('many writers on two servers: no id and no slug twice, every count right, every answer true on both', async () => {
  const writers = upTo(WRITERS).map((number) => createWriter(number, servers));
  for (const life of upTo(LIVES)) await Promise.all(writers.map(({ write }) => write(life)));
  expect(statusesOf(writers)).toEqual([200, 201, 403]);
  const { all, told } = await storedIn(env.MONGODB_URI);
  expect(all.events).toHaveLength(WRITERS * LIVES);
  expect([all.venues, all.organizers, all.categories].map(({ length }) => length)).toEqual([LIVES, LIVES, LIVES + 1]);
  expectWritten(all, writers);
  expect(told).toEqual(new Set(all.events.map(({ _id }) => _id)));
  expectSound(all);
});

test('a server that is killed among many writers loses nothing that was answered, and the other one goes on', async () => {
  const place = { MONGODB_URI: newDatabase() };
  const [killed, other] = await Promise.all([house.start(place), house.start(place)]);
  const writers = upTo(KILLED_WRITERS).map((number) => createWriter(number, [killed, other]));
  const writing = Promise.all(writers.map(({ write }) => write(1)));
  await vi.waitFor(() => expect(writers.flatMap(({ written }) => written).length).toBeGreaterThanOrEqual(3), {
    timeout: 60_000,
    interval: 20,
  });
  killed.send('SIGKILL');
  await writing;
  // What it left open ends with the database's own patience; a write after that is one more.
  const later = createWriter(0, [other, other]);
  await vi.waitFor(
    async () => {
      await later.write(2);
      expect(later.written.length).toBeGreaterThan(0);
    },
    { timeout: 100_000, interval: 1000 },
  );
  // So much later no number is waited for any more.
  const { all, told } = await storedIn(place.MONGODB_URI, 3_600_000);
  expectWritten(all, [...writers, later]);
  expect(told).toEqual(new Set(all.events.map(({ _id }) => _id)));
  expectSound(all);
}, 300_000);

const venueOf = (server: Running, headers = {}) => post(rest(server, '/venues'), { venue: 'Annex' }, headers);

/** What both servers answer at once. */
const both = async (ask: (server: Running) => Promise<Response>): Promise<number[]> =>
  (await Promise.all(servers.map(ask))).map(({ status }) => status);

/** Adds a user beside the servers; gives the header that signs in. */
async function add(name: string, role: string): Promise<{ Authorization: string }> {
  const { out } = await house.run(env, user('add', name, '--role', role, '--generate'));
  return { Authorization: basic(name, /shown only now: (.+)\n$/.exec(out)?.[1] ?? '') };
}

test('a user who is added, gets another role or is removed has what follows at once on both servers', async () => {
  expect(await both((server) => venueOf(server))).toEqual([201, 201]);
  const ana = await add('ana', 'administrator');
  expect(await both((server) => venueOf(server))).toEqual([401, 401]);
  expect(await both((server) => venueOf(server, ana))).toEqual([201, 201]);
  const bora = await add('bora', 'subscriber');
  expect(await both((server) => venueOf(server, bora))).toEqual([403, 403]);
  await house.run(env, user('role', 'bora', 'editor'));
  expect(await both((server) => venueOf(server, bora))).toEqual([201, 201]);
  await house.run(env, user('remove', 'bora'));
  expect(await both((server) => venueOf(server, bora))).toEqual([401, 401]);
  const names = (server: Running) =>
    post(`${server.url}/graphql`, { query: '{ venuePage(filter: { search: "annex" }) { total } }' }, ana);
  const totals = await Promise.all(servers.map(async (server) => (await names(server)).json()));
  expect(totals).toEqual(servers.map(() => ({ data: { venuePage: { total: 1 } } })));
});

test('two servers count the requests of an address together', async () => {
  const limited = { ...env, RATE_LIMIT: '20' };
  const [one, other] = await Promise.all([house.start(limited), house.start(limited)]);
  const ask = async (server: Running) => (await fetch(rest(server, '/events'))).status;
  for (const _ of upTo(20)) expect(await ask(one)).toBe(200);
  let asked = 0;
  const refused = async () => {
    asked += 1;
    // What a server has counted is told when it is asked again.
    await ask(one);
    expect(await ask(other)).toBe(429);
  };
  await vi.waitFor(refused, { timeout: 60_000, interval: 500 });
  expect(asked).toBeLessThan(20);
});
