import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { DomainError, httpStatus } from '../../../src/domain/errors.ts';
import { type Answer, type Incoming, jsonAnswer } from '../../../src/http/exchange.ts';
import { createHttpServer, type HttpServer } from '../../../src/http/server.ts';
import { createLog } from '../../../src/process/log.ts';
import { eventually } from '../../support/eventually.ts';
import { collectGarbage } from '../../support/garbage.ts';
import { upTo } from '../../support/making.ts';

let http: HttpServer;
afterEach(() => http.stop());

async function serve(answer: (incoming: Incoming) => Promise<Answer>, patience?: number): Promise<number> {
  http = createHttpServer({ noRoute: {}, log: createLog('silent'), ...(patience ? { patience } : {}) });
  http.serve(answer);
  return http.listen('127.0.0.1', 0);
}

const told = (error: unknown): Answer =>
  error instanceof DomainError
    ? jsonAnswer(httpStatus(error.code), { code: error.code })
    : jsonAnswer(500, String(error));

/** Answers when its request is to be given up, with why. */
const retryWhenBusy = async ({ running: { signal } }: Incoming): Promise<Answer> => {
  await once(signal!, 'abort');
  return told(signal!.reason);
};

test('a request that takes too long is told to be given up', async () => {
  const port = await serve(retryWhenBusy, 20);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, await answer.json()]).toEqual([503, { code: 'UNAVAILABLE' }]);
});

test('a request whose client has gone is told to be given up', async () => {
  const life = new EventEmitter();
  const port = await serve(async (incoming) => {
    life.emit('begun');
    const answer = await retryWhenBusy(incoming);
    life.emit('ended', answer);
    return answer;
  });
  const [begun, ended] = [once(life, 'begun'), once(life, 'ended')];
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await begun;
  socket.destroy();
  expect(await ended).toEqual([expect.objectContaining({ status: 503 })]);
});

test('a body that does not come is 408 before the time of the request is over', async () => {
  // The pace of a body is checked after three tenths of this. The rest is for a busy machine.
  const port = await serve(({ body }) => body(1000).then(() => jsonAnswer(200, {}), told), 2_000);
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf');
  const [chunk] = await once(socket, 'data');
  socket.destroy();
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that is read too late is not waited for at all', async () => {
  const port = await serve(async ({ running: { signal }, body }) => {
    await once(signal!, 'abort');
    return body(1000).then(() => jsonAnswer(200, {}), told);
  }, 20);
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf');
  const [chunk] = await once(socket, 'data');
  socket.destroy();
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 503 /);
});

test('a request that is answered is not given up afterwards', async () => {
  let signal: AbortSignal | undefined;
  const port = await serve(async (incoming) => {
    signal = incoming.running.signal;
    return jsonAnswer(200, {});
  });
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  await http.stop();
  expect(signal?.aborted).toBe(false);
});

test('bodies that were read while another signal could have given them up are not kept', async () => {
  const port = await serve(async ({ body }) => {
    await body(2_000_000, undefined, new AbortController().signal);
    return jsonAnswer(200, {});
  });
  const send = async (): Promise<void> => {
    const sent = { method: 'POST', body: 'x'.repeat(1_000_000) };
    expect((await fetch(`http://127.0.0.1:${port}/`, sent)).status).toBe(200);
  };
  const megabytes = (): number => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers / 1e6;
  };
  await send();
  const before = megabytes();
  for (const _ of upTo(20)) await send();
  // What others have left behind goes as well, in a collection or two.
  await eventually(async () => expect(megabytes() - before).toBeLessThan(10));
});

test('requests that wait behind another on a connection are given up when their client goes', async () => {
  const signals: AbortSignal[] = [];
  const life = new EventEmitter();
  const port = await serve(async (incoming) => {
    signals.push(incoming.running.signal!);
    life.emit(String(signals.length));
    return retryWhenBusy(incoming);
  });
  const all = once(life, '3');
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
  await all;
  const gone = signals.map((signal) => once(signal, 'abort'));
  socket.destroy();
  await Promise.all(gone);
  expect(signals.map(({ reason }) => reason.message)).toEqual(Array(3).fill('The client has gone.'));
});
