import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SETTINGS } from '../../src/data/settings.ts';
import { readPosition, settingOf } from '../../src/webhooks/position.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { made } from '../support/making.ts';
import {
  type HookFiles,
  hookTo,
  openHookFiles,
  openReceiverServer,
  type ReceiverServer,
} from '../webhooks/receiver.ts';

let receiver: ReceiverServer;
let files: HookFiles;
let dir: string;
let path: string;
let app: TestApp;

beforeAll(async () => {
  receiver = await openReceiverServer();
  files = openHookFiles();
  dir = await mkdtemp(join(tmpdir(), 'webhooks-'));
  path = files.write([hookTo(receiver), hookTo(receiver, { name: 'other', kinds: ['venue'] })]);
  app = await buildApp({ env: { WEBHOOKS: path, DATA_DIR: dir } });
});
beforeEach(() => {
  receiver.answer = () => 200;
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  files.remove();
  rmSync(dir, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand('webhooks', args, { env: { WEBHOOKS: path, DATA_DIR: dir, MONGODB_URI: app.uri ?? '' } });

/** The columns of the list, by hook. */
async function listed(): Promise<Record<string, string[]>> {
  const { code, out } = await run('list');
  expect(code).toBe(0);
  return Object.fromEntries(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([name, ...columns]) => [name, columns]),
  );
}

test('list shows how far each webhook has come', async () => {
  const { origin } = new URL(receiver.url);
  expect(await listed()).toEqual({ search: [origin, 'not begun'], other: [origin, 'not begun'] });
  await app.deliver();
  const { after } = (await readPosition(app.store, { name: 'search' }))!;
  expect((await listed()).search).toEqual([origin, 'nothing waits', after]);
  const pending = [{ type: 'tag.created', at: 0, cursor: after, before: after, failures: 0, next: 0 }];
  await app.store.update(SETTINGS.name, settingOf({ name: 'search' }), { $set: { pending } });
  expect((await listed()).search).toEqual([origin, '1 wait, the next attempt is due', after]);
  await app.store.update(SETTINGS.name, settingOf({ name: 'search' }), { $set: { pending: [] } });
  receiver.answer = () => 500;
  await made(app, 'tags', { name: 'Waiting' });
  await app.deliver();
  const waits = `1 wait, the next attempt is at ${new Date(app.clock.now + 5_000).toISOString()}`;
  expect((await listed()).search).toEqual([origin, waits, after]);
});

test('replay sends what was changed behind the cursor of the list, and enables a webhook that is disabled', async () => {
  receiver.answer = () => 410;
  app.clock.now += 3_600_000;
  await app.deliver();
  const [, state, cursor] = (await listed()).search as [string, string, string];
  expect(state).toMatch(/^disabled at \S+: its receiver wants no more/);
  receiver.answer = () => 200;
  receiver.taken();
  await app.deliver();
  expect(receiver.taken()).toEqual([]);
  expect(await run('replay', 'search', '--after', cursor)).toMatchObject({ code: 0, error: '' });
  await app.deliver();
  expect(receiver.taken()).toEqual([expect.stringMatching(/^tag\.created /)]);
  expect((await listed()).search![1]).toBe('nothing waits');
});

test('replay from a cursor of other rights has everything read anew', async () => {
  const { body } = await app.rest('GET', '/changes', { as: 'editor' });
  await run('replay', 'search', '--after', body.cursor);
  await app.deliver();
  expect(receiver.taken()).toEqual(['calendar.resync rights_changed']);
});

test('test sends a message to one webhook or to all, and fails where one does not take it', async () => {
  expect(await run('test', 'other')).toMatchObject({ code: 0, out: 'other: delivered\n' });
  expect(await run('test')).toMatchObject({ code: 0, out: 'search: delivered\nother: delivered\n' });
  expect(receiver.received.slice(-3).map(({ body }) => body)).toEqual(
    Array(3).fill({ type: 'calendar.test', timestamp: expect.any(String), data: {} }),
  );
  receiver.answer = () => 503;
  expect(await run('test', 'other')).toMatchObject({ code: 1, out: '', error: 'other: it answers 503\n' });
});
