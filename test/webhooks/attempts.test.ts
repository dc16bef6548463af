import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver } from '../../src/webhooks/attempt.ts';
import type { Webhook } from '../../src/webhooks/hooks.ts';
import { openReceiverServer, type ReceiverServer } from './receiver.ts';

let server: ReceiverServer;
beforeAll(async () => {
  server = await openReceiverServer();
});
afterAll(() => server.close());

const clock = () => Date.parse('2026-11-20T11:30:00Z');
const MESSAGE = { id: 'msg_1', body: '{}' };

const hookAt = (url: string, isPrivate: boolean): Webhook => ({
  name: 'search',
  url: new URL(url),
  secrets: [Buffer.alloc(24)],
  kinds: [],
  isPrivate,
});

const attempt = (url: string, { isPrivate = true, within = 10_000 } = {}) =>
  openReceiver(hookAt(url, isPrivate), { clock, within }).attempt(MESSAGE);

test.each([
  [200, 'delivered'],
  [299, 'delivered'],
  [300, { failed: 'it redirects (300)' }],
  [399, { failed: 'it redirects (399)' }],
  [400, { failed: 'it answers 400' }],
  [410, 'unwanted'],
  [503, { failed: 'it answers 503' }],
])('a receiver that answers %i', async (status, outcome) => {
  server.answer = () => [status, { Location: server.url }];
  const before = server.received.length;
  expect(await attempt(server.url)).toEqual(outcome);
  expect(server.received.length).toBe(before + 1);
});

test('a receiver that does not answer in time has not got it', async () => {
  server.answer = () => 0;
  expect(await attempt(server.url, { within: 50 })).toEqual({ failed: 'no answer came in time' });
});

test('an attempt that is under way ends when its receiver is closed', async () => {
  const receiver = openReceiver(hookAt(server.url, true), { clock });
  const asked = new Promise<void>((resolve) => {
    server.answer = () => {
      resolve();
      return 0;
    };
  });
  const attempted = receiver.attempt(MESSAGE);
  await asked;
  receiver.close();
  expect(await attempted).toEqual({ failed: 'ECONNRESET' });
});

test('a receiver that is not there has not got it', async () => {
  const gone = await openReceiverServer();
  await gone.close();
  expect(await attempt(gone.url)).toEqual({ failed: 'ECONNREFUSED' });
});

/** The name is resolved, and what it means is looked at, when it is connected to. */
test.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0', '169.254.169.254', '2130706433'])(
  'nothing is sent to %s where private addresses are not allowed',
  async (host) => {
    const before = server.received.length;
    const { port } = new URL(server.url);
    expect(await attempt(`http://${host}:${port}/`, { isPrivate: false })).toEqual({
      failed: 'its host is at an address of a private network',
    });
    expect(server.received.length).toBe(before);
  },
);
