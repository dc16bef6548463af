import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic } from '../../http/auth/support.ts';
import { openHouse, post, type Running, rest, user } from '../../process/support.ts';
import { newDatabase } from '../../support/databases.ts';

const env = { MONGODB_URI: newDatabase() };
const house = openHouse();
let servers: [Running, Running];

beforeAll(async () => {
  servers = await Promise.all([house.start(env), house.start(env)]);
});
afterAll(() => house.remove());

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
