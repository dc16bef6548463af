import { afterAll, expect, test } from 'vitest';
import { basic } from '../http/auth/support.ts';
import { eventually } from '../support/eventually.ts';
import { openHouse, post, type Running, rest, secretIn, sendRaw, user } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

const createVenue = (server: Running, headers: Record<string, string> = {}): Promise<Response> =>
  post(rest(server, '/venues'), { venue: 'Hall' }, headers);

/** Adds a user beside the server; gives the header that signs in. */
async function add(env: Record<string, string>, name: string, role: string): Promise<{ Authorization: string }> {
  const added = await house.run(env, user('add', name, '--role', role, '--generate'));
  return { Authorization: basic(name, secretIn(added)) };
}

test('without users everybody on this machine is the administrator, but no page of another site', async () => {
  const server = await house.start(house.place());
  expect((await createVenue(server)).status).toBe(201);
  for (const [header, value] of [
    ['Origin', 'https://elsewhere.example'],
    ['Origin', 'null'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['X-Forwarded-For', '203.0.113.7'],
  ] as const) {
    const refused = await createVenue(server, { [header]: value });
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'rest_forbidden' })]);
  }
  expect((await createVenue(server, { Origin: server.url })).status).toBe(201);
});

test('a user added beside a running server can sign in without a restart, and nobody is the administrator any more', async () => {
  const env = house.place();
  const server = await house.start(env);
  expect((await createVenue(server)).status).toBe(201);

  const ana = await add(env, 'ana', 'administrator');
  await eventually(async () => expect((await createVenue(server)).status).toBe(401));
  expect((await createVenue(server, ana)).status).toBe(201);

  const bora = await add(env, 'bora', 'subscriber');
  await eventually(async () => expect((await createVenue(server, bora)).status).toBe(403));
  await house.run(env, user('role', 'bora', 'editor'));
  await eventually(async () => expect((await createVenue(server, bora)).status).toBe(201));
});

test('when the last user is removed beside a running server nobody is the administrator, until its next start', async () => {
  const env = house.place();
  await add(env, 'ana', 'administrator');
  const server = await house.start(env);
  await house.run(env, user('remove', 'ana'));
  await eventually(async () => expect((await createVenue(server)).status).toBe(401));
  server.send('SIGTERM');
  await server.ended;
  expect((await createVenue(await house.start(env))).status).toBe(201);
});

test('in open mode what a proxy sends is from nobody, and the first warning says how to end it', async () => {
  const server = await house.start(house.place());
  const body = '{"venue":"Hall"}';
  const head = `POST /wp-json/calendar/events/v1/venues HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Type: application/json`;
  const answer = await sendRaw(server.port, `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  server.send('SIGTERM');
  const { out } = await server.ended;
  const warnings = out.split('\n').filter((line) => line.includes('"level":40'));
  expect(warnings[0]).toMatch(/To end this: npm run user -- add NAME --role administrator"/);
});

test('a user removed beside a running server is refused without a restart, at both APIs', async () => {
  const env = house.place();
  await add(env, 'ana', 'administrator');
  const bora = await add(env, 'bora', 'editor');
  const server = await house.start({ ...env, NODE_ENV: 'production' });
  const query = () => post(`${server.url}/graphql`, { query: '{ venuePage { total } }' }, bora);
  expect((await createVenue(server, bora)).status).toBe(201);
  expect((await query()).status).toBe(200);

  await house.run(env, user('remove', 'bora'));
  await eventually(async () => expect((await createVenue(server, bora)).status).toBe(401));
  const refused = await createVenue(server, bora);
  expect([refused.status, await refused.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'incorrect_password' }),
  ]);
  expect((await query()).status).toBe(401);
});
