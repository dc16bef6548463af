import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sendStream } from '../../../src/http/send-stream.ts';

const PART = Buffer.alloc(16 * 1024);
/** More parts than systems hold for a connection. */
const PARTS = 2000;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that answers with parts. Gives what becomes of them. */
async function serve(parts: (response: ServerResponse) => AsyncIterable<Buffer>, patience = 600_000) {
  const seen: { sent?: Promise<unknown>; ended: number } = { ended: 0 };
  async function* watched(response: ServerResponse): AsyncGenerator<Buffer> {
    try {
      yield* parts(response);
    } finally {
      seen.ended += 1;
    }
  }
  server = createServer(({ method = '' }, response) => {
    const answer = { status: 200, headers: {}, content: '', stream: watched(response) };
    seen.sent = sendStream(response, answer, { method, patience }).catch((error: Error) => error.message);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return seen;
}

/** The answer before anything of it is read. */
async function ask(method = 'GET'): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const [response] = await once(request({ port, host: '127.0.0.1', method }).end(), 'response');
  return response.pause();
}

/** What is read until the end, and whether that is the whole. */
async function read(response: IncomingMessage): Promise<{ bytes: number; isWhole: boolean }> {
  let bytes = 0;
  response.on('data', (part) => {
    bytes += part.length;
  });
  response.resume();
  await new Promise((resolve) => response.on('error', resolve).once('close', resolve));
  return { bytes, isWhole: response.complete };
}

async function* many(seen: (part: number) => void = () => {}): AsyncGenerator<Buffer> {
  for (let part = 0; part < PARTS; part++) {
    seen(part);
    yield PART;
  }
}

test('no more of a stream is made while 64 KB of it wait, and a slow client gets all', async () => {
  const waiting: number[] = [];
  const listeners: number[] = [];
  const seen = await serve((response) =>
    many(() => {
      waiting.push(response.writableLength);
      listeners.push(response.listenerCount('close'));
    }),
  );
  const answer = await ask();
  expect(answer.headers).not.toHaveProperty('content-length');
  expect(waiting.length).toBeLessThan(PARTS);
  expect(await read(answer)).toEqual({ bytes: PARTS * PART.length, isWhole: true });
  expect(Math.max(...waiting)).toBeLessThanOrEqual(64 * 1024);
  // Nothing is left of a wait.
  expect(Math.max(...listeners)).toBe(listeners[0]);
  expect(seen.ended).toBe(1);
});

test('a client that takes nothing for too long is cut off, and the stream ends', async () => {
  const seen = await serve(() => many(), 50);
  const answer = await ask();
  await seen.sent;
  expect(seen.ended).toBe(1);
  const { bytes, isWhole } = await read(answer);
  expect([bytes < PARTS * PART.length, isWhole]).toEqual([true, false]);
});

test('the stream ends when its client goes', async () => {
  const seen = await serve(() => many());
  (await ask()).destroy();
  await seen.sent;
  expect(seen.ended).toBe(1);
});

test('an answer whose stream fails is cut off: nobody takes a part for the whole', async () => {
  const seen = await serve(async function* () {
    yield PART;
    throw new Error('the disk is on fire');
  });
  expect((await read(await ask())).isWhole).toBe(false);
  expect([await seen.sent, seen.ended]).toEqual(['the disk is on fire', 1]);
});

test('HEAD has no part', async () => {
  const made: number[] = [];
  const seen = await serve(() => many((part) => made.push(part)));
  expect(await read(await ask('HEAD'))).toEqual({ bytes: 0, isWhole: true });
  await seen.sent;
  expect(made).toEqual([]);
});
