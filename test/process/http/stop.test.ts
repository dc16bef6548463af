import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createHttpServer, type HttpServer } from '../../../src/http/server.ts';
import { createLog } from '../../../src/process/log.ts';
import { keepLog } from '../../support/kept-log.ts';

let http: HttpServer;
let port: number;

beforeEach(async () => {
  http = createHttpServer({ noRoute: {}, log: createLog('silent') });
  http.serve(async ({ url }) => ({ status: 200, headers: {}, content: url.pathname }));
  port = await http.listen('127.0.0.1', 0);
});

const ask = (socket: Socket, path: string): boolean => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);

/** What such a request is answered last. */
const lastAnswer = (path: string) => new RegExp(`^HTTP/1\\.1 200 (?:.*\\r\\n)*Connection: close\\r\\n\\r\\n${path}$`);

// In one turn of the loop: the server has not read or accepted what the system has taken.
test('a server that is to stop answers what was sent on a connection that was idle', async () => {
  const socket = connect(port, '127.0.0.1');
  ask(socket, '/first');
  await once(socket, 'data');
  ask(socket, '/last');
  const stopped = http.stop();
  expect(await text(socket)).toMatch(lastAnswer('/last'));
  await stopped;
});

test('a server that is to stop answers a connection that it has not accepted yet', async () => {
  const socket = connect(port, '127.0.0.1');
  ask(socket, '/fresh');
  const stopped = http.stop();
  expect(await text(socket)).toMatch(lastAnswer('/fresh'));
  await stopped;
});

test('a server that is to stop ends, however fast requests go on coming', async () => {
  let going = true;
  async function keepAsking(): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    ask(socket, '/more');
    await text(socket).catch(() => undefined);
    if (going) return keepAsking();
  }
  const asking = keepAsking();
  await http.stop();
  going = false;
  await asking;
});

test('a server cuts what is not done after ten seconds, waits until that has given up, and counts it in one line', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log, lines } = keepLog('warn');
  const slow = createHttpServer({ noRoute: {}, log });
  let [begun, givenUp] = [0, 0];
  const arrived = new Promise<void>((resolve) => {
    slow.serve(async ({ running: { signal } }) => {
      begun += 1;
      if (begun === 3) resolve();
      await once(signal!, 'abort');
      await new Promise(setImmediate);
      givenUp += 1;
      return { status: 200, headers: {}, content: '' };
    });
  });
  const own = await slow.listen('127.0.0.1', 0);
  const sockets = ['/one', '/two', '/three'].map((path) => {
    const socket = connect(own, '127.0.0.1');
    ask(socket, path);
    return text(socket);
  });
  await arrived;
  const stopped = slow.stop();
  vi.advanceTimersByTime(9_999);
  expect(givenUp).toBe(0);
  vi.advanceTimersByTime(1);
  await stopped;
  expect(givenUp).toBe(3);
  expect(await Promise.all(sockets)).toEqual(['', '', '']);
  expect(lines.filter(({ requests }) => requests !== undefined)).toMatchObject([{ level: 40, requests: 3 }]);
});

test('a server that never listened stops at once', async () => {
  await createHttpServer({ noRoute: {}, log: createLog('silent') }).stop();
});
