import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { upTo } from '../support/making.ts';
import { halfSent, openHouse, received, rest, stopping, workersOf } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

const COMMANDS = [
  ['node dist/main.js', [process.execPath, 'dist/main.js'], {}],
  ['node dist/main.js with workers', [process.execPath, 'dist/main.js'], { WORKERS: '2' }],
  ['npm start', ['npm', 'start'], {}],
] as const;

test.each(COMMANDS)('%s answers a running request after SIGTERM, then ends with 0', async (_, command, more) => {
  const env = { ...house.place(), ...more };
  const server = await house.start(env, command);
  const finish = await halfSent(server, 'Last Hall');
  server.send('SIGTERM');
  await stopping(server);

  expect(await finish()).toMatch(/^HTTP\/1\.1 201 (?:.*\r\n)*connection: close\r\n/i);
  expect(await server.ended).toMatchObject({ code: 0, signal: null });

  const again = await house.start(env);
  expect((await fetch(rest(again, '/venues/by-slug/last-hall'))).status).toBe(200);
});

test('workers answer what waited for them when they are asked to stop', async () => {
  const server = await house.start({ ...house.place(), WORKERS: '2' });
  const workers = workersOf(server);
  // While they stand still, the connections wait in the primary.
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  const sockets = upTo(6).map(() => connect(server.port, '127.0.0.1').setEncoding('utf8'));
  const answers = sockets.map((socket) => received(socket, '\r\n\r\n'));
  const request = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  await Promise.all(sockets.map((socket) => new Promise((resolve) => void socket.write(request, resolve))));
  server.send('SIGTERM');
  for (const pid of workers) process.kill(pid, 'SIGCONT');
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
});

test('a server prints a JSON object a line where there is no terminal, with its time as ISO 8601', async () => {
  const server = await house.start(house.place());
  await (await fetch(rest(server, '/events'))).text();
  server.send('SIGTERM');
  const lines = (await server.ended).out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const { time } of lines) expect(new Date(time).toISOString()).toBe(time);
  expect(lines.map(({ msg }) => msg)).toContain('request completed');
});

test('an interrupted server ends in the same way, whatever connections are open', async () => {
  const env = house.place();
  const server = await house.start(env);
  // fetch keeps its connection open for the next request.
  await (await fetch(`${server.url}/health`)).text();
  server.send('SIGINT');
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
});

test.each([
  ['true', ['127.0.0.1']],
  ['false', [undefined]],
])('with LOG_ADDRESSES=%s the line of a request says where it came from, or not', async (LOG_ADDRESSES, expected) => {
  const server = await house.start({ ...house.place(), LOG_ADDRESSES });
  await (await fetch(rest(server, '/venues'))).text();
  server.send('SIGTERM');
  const { out } = await server.ended;
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const requests = lines.filter(({ path }) => path === '/wp-json/calendar/events/v1/venues');
  expect(requests.map(({ address }) => address)).toEqual(expected);
});
