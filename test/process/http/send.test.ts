import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Answer } from '../../../src/http/exchange.ts';
import { createSend, type Send } from '../../../src/http/send.ts';

/** More than systems hold for a connection. */
const CONTENT = Buffer.alloc(32 * 2 ** 20);

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listen(send: Send, answer: Partial<Answer> = {}): Promise<void> {
  const whole = { status: 200, headers: {}, content: CONTENT, ...answer };
  server = createServer((_, response) => send(response, 'GET', whole));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** Asks and reads nothing yet. Gives the connection, and the answer as the server has it. */
async function ask(): Promise<{ socket: Socket; response: ServerResponse }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const [, response] = await once(server, 'request');
  return { socket, response };
}

async function bytesOf(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  // Cut off, it may end with an error.
  await new Promise((resolve) => socket.on('error', resolve).once('close', resolve));
  return bytes;
}

test.each([
  [200, '0'],
  [204, null],
  [304, null],
])('an answer %i has the Content-Length %j', async (status, length) => {
  await listen(createSend(600_000), { status, content: '' });
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(headers.get('content-length')).toBe(length);
});

test('a client that does not take its answer in time is cut off', async () => {
  await listen(createSend(50));
  const { socket, response } = await ask();
  await once(response, 'close');
  expect(await bytesOf(socket)).toBeLessThan(CONTENT.length);
});

test('when too much waits, whoever has waited longest is cut off, and the others get all', async () => {
  await listen(createSend(600_000, 2.5 * CONTENT.length));
  const [first, second] = [await ask(), await ask()];
  const cut = once(first.response, 'close');
  const third = await ask();
  await cut;
  expect([first, second, third].map(({ response }) => response.destroyed)).toEqual([true, false, false]);
  expect(await bytesOf(second.socket)).toBeGreaterThan(CONTENT.length);
  // What is taken does not wait any more.
  const fourth = await ask();
  expect(await bytesOf(third.socket)).toBeGreaterThan(CONTENT.length);
  expect(await bytesOf(fourth.socket)).toBeGreaterThan(CONTENT.length);
  first.socket.destroy();
});

test('small answers that are not taken are too much when they are many', async () => {
  const send = createSend(600_000, 100_000);
  const answer = (_: unknown, response: ServerResponse): void =>
    send(response, 'GET', { status: 200, headers: {}, content: 'small' });
  // The first is not answered: the others wait behind it.
  server = createServer().once('request', () => void server.on('request', answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20));
  expect(await bytesOf(socket)).toBe(0);
});
