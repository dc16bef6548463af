import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openHouse, type Running, rest } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

/** Resolves with all that was received as soon as it has this text in it. */
const received = (socket: Socket, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let all = '';
    socket.on('data', (more) => {
      all += more;
      const done = all.includes(text) ? resolve : () => {};
      done(all);
    });
    socket.on('close', () => reject(new Error(`closed after ${all}`)));
  });

/** EventCounts as soon as the server takes no more connections. */
async function refusing({ url }: Running, tries = 500): Promise<void> {
  const accepted = await fetch(`${url}/health`).then(
    () => true,
    () => false,
  );
  expect(tries).toBeGreaterThan(0);
  return accepted ? refusing({ url } as Running, tries - 1) : undefined;
}

/** A request to create a venue that has sent its head and waits, and the rest of it. */
async function halfSent({ port }: Running): Promise<{ socket: Socket; rest: string }> {
  const body = JSON.stringify({ venue: 'Last Hall' });
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const invited = received(socket, '100 Continue\r\n\r\n');
  socket.write(
    `POST /wp-json/calendar/events/v1/venues HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await invited;
  return { socket, rest: body };
}

const COMMANDS = [
  ['node dist/main.js', [process.execPath, 'dist/main.js'], {}],
  ['node dist/main.js with workers', [process.execPath, 'dist/main.js'], { WORKERS: '2' }],
  ['npm start', ['npm', 'start'], {}],
] as const;

test.each(COMMANDS)('%s answers a running request after SIGTERM, then ends with 0', async (_, command, more) => {
  const env = { ...house.place(), ...more };
  const server = await house.start(env, command);
  const { socket, rest: body } = await halfSent(server);
  server.send('SIGTERM');
  await refusing(server);

  const answer = received(socket, 'Last Hall');
  socket.write(body);
  expect(await answer).toMatch(/^HTTP\/1\.1 201 (?:.*\r\n)*connection: close\r\n/i);
  expect(await server.ended).toMatchObject({ code: 0, signal: null });

  const again = await house.start(env);
  expect((await fetch(rest(again, '/venues/by-slug/last-hall'))).status).toBe(200);
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
