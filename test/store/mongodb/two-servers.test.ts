import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { basic } from '../../http/auth/support.ts';
import { openHouse, post, type Running, rest, user } from '../../process/support.ts';
import { newDatabase } from '../../support/databases.ts';
import { upTo } from '../../support/making.ts';
import { expectSound, expectWritten, statusesOf, storedIn } from './sound.ts';
import { createWriter } from './writers.ts';

const WRITERS = 8;
const LIVES = 1;

const env = { MONGODB_URI: newDatabase() };
const house = openHouse();
let servers: [Running, Running];

beforeAll(async () => {
  servers = await Promise.all([house.start(env), house.start(env)]);
});
afterAll(() => house.remove());

test('many writers on two servers: no id and no slug twice, every count right, every answer true on both', async () => {
  const writers = upTo(WRITERS).map((number) => createWriter(number, servers, { isPatient: true }));
  for (const life of upTo(LIVES)) await Promise.all(writers.map(({ write }) => write(life)));
  // On a busy machine some wait for the others longer than a request may take.
  expect(statusesOf(writers).filter((status) => status !== 503)).toEqual([200, 201, 403]);
  const { all, told } = await storedIn(env.MONGODB_URI);
  expect(all.events).toHaveLength(WRITERS * LIVES);
  expect([all.venues, all.organizers, all.categories].map(({ length }) => length)).toEqual([LIVES, LIVES, LIVES + 1]);
  expectWritten(all, writers);
  expect(told).toEqual(new Set(all.events.map(({ _id }) => _id)));
  expectSound(all);
});

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
    post(`${server.url}/graphql`, { query: '{ venuePage(where: { search: "annex" }) { total } }' }, ana);
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
  await vi.waitFor(refused, { timeout: 300_000, interval: 500 });
  expect(asked).toBeLessThan(20);
});
