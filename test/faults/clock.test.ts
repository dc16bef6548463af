import { spawnSync } from 'node:child_process';
import { afterAll, test } from 'vitest';
import { openHouse, post, type Running, rest } from '../process/support.ts';
import { eventually } from '../support/eventually.ts';
import { hookTo, openHookFiles, openReceiverServer } from '../webhooks/receiver.ts';
import { type Row, show } from './lab.ts';

/** libfaketime of Debian, which tells a program another time. */
const [LIBRARY = ''] = spawnSync('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketimeMT.so.1'], { encoding: 'utf8' })
  .stdout.trim()
  .split('\n');

const house = openHouse();
const files = openHookFiles();
afterAll(async () => {
  await house.remove();
  files.remove();
});

type Env = Record<string, string>;

/** The environment of a program whose clock is wrong by so much, such as `+1h`. */
const wrongBy = (offset: string): Env => ({
  LD_PRELOAD: LIBRARY,
  FAKETIME: offset,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

const made = async (server: Running, path: string, body: object): Promise<{ id: number }> =>
  (await (await post(rest(server, path), body)).json()) as { id: number };

async function end(server: Running, how: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  server.send(how);
  await server.ended;
}

const seconds = (since: number): string => `${Math.round((performance.now() - since) / 1000)} s`;

/**
 * Has a server with a wrong clock send a delivery that fails, ends it, and starts one whose clock is right. Says after how long the
 * delivery came.
 */
async function delivered(env: Env, offset: string, how: 'SIGTERM' | 'SIGKILL', failing = 0): Promise<string> {
  const receiver = await openReceiverServer();
  const hooked = { ...env, WEBHOOKS: files.write([hookTo(receiver)]) };
  // Nothing at all: then it is killed in the middle of the attempt.
  receiver.answer = () => (how === 'SIGKILL' ? 0 : 500);
  const wrong = await house.start({ ...hooked, ...wrongBy(offset) });
  // A hook begins at the end of the log.
  await eventually(async () => {
    await made(wrong, '/tags', { name: `Tag ${Math.random()}` });
    if (receiver.received.length === 0) throw new Error('nothing was sent yet');
  });
  await end(wrong, how);
  // Its first delivery: later ones did not wait for it.
  const id = receiver.received[0]!.headers['webhook-id'];
  receiver.forget();
  const again = () => receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length;
  receiver.answer = ({ headers }) => (headers['webhook-id'] === id && again() <= failing ? 500 : 200);
  const began = performance.now();
  const right = await house.start(hooked);
  const isDisabled = () => right.printed().includes('a webhook is disabled');
  await eventually(() => {
    if (again() <= failing && !isDisabled()) throw new Error('it has not come');
  });
  const after = seconds(began);
  const found = isDisabled() ? 'the webhook is disabled' : `delivered after ${after}`;
  await end(right);
  await receiver.close();
  return found;
}

/** What is done under a wrong clock and then a right one, and what must be said of it. */
const SCENES: readonly [what: string, must: RegExp, scene: (env: Env) => Promise<string>][] = [
  ['killed while it sent, an hour fast', /^delivered/, (env) => delivered(env, '+1h', 'SIGKILL')],
  ['a delivery that failed ten years ahead', /^delivered/, (env) => delivered(env, '+3650d', 'SIGTERM')],
  ['a delivery that failed a year ago', /^delivered/, (env) => delivered(env, '-365d', 'SIGTERM', 1)],
  [
    'a feed reader of a clock an hour fast, after a change',
    /^200$/,
    async (env) => {
      const fast = await house.start({ ...env, ...wrongBy('+1h') });
      const read = (server: Running, since = '') =>
        fetch(rest(server, '/events.rss'), { headers: { 'If-Modified-Since': since } });
      const since = (await read(fast)).headers.get('last-modified')!;
      await end(fast);
      const right = await house.start(env);
      await made(right, '/events', { title: 'New', start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00' });
      const statuses = new Set<number>();
      // Content that is new is sent again for two seconds in any case.
      const began = performance.now();
      await eventually(async () => {
        statuses.add((await read(right, since)).status);
        if (performance.now() - began < 4_000) throw new Error('not yet');
      });
      await end(right);
      return [...statuses].join();
    },
  ],
  [
    'a writer who read an hour fast, after a change',
    /^412$/,
    async (env) => {
      const fast = await house.start({ ...env, ...wrongBy('+1h') });
      const { id } = await made(fast, '/venues', { venue: 'Hall' });
      const since = (await fetch(rest(fast, `/venues/${id}`))).headers.get('last-modified')!;
      await end(fast);
      const right = await house.start(env);
      await made(right, `/venues/${id}`, { venue: 'Hall of another' });
      const mine = await post(rest(right, `/venues/${id}`), { venue: 'Mine' }, { 'If-Unmodified-Since': since });
      await end(right);
      return String(mine.status);
    },
  ],
  [
    'an event made public ten years ahead, when it is edited',
    /^publish$/,
    async (env) => {
      const fast = await house.start({ ...env, ...wrongBy('+3650d') });
      const event = { title: 'Now', start_date: '2030-01-01 10:00', end_date: '2030-01-01 11:00', status: 'publish' };
      const { id } = await made(fast, '/events', event);
      await end(fast);
      const right = await house.start(env);
      const edited = (await made(right, `/events/${id}`, { title: 'Edited' })) as { status?: string };
      await end(right);
      return String(edited.status);
    },
  ],
];

test.skipIf(LIBRARY === '')('a clock that was wrong, and is right again', async () => {
  const rows: Row[] = [];
  for (const [what, must, scene] of SCENES) {
    const found = await scene(house.place()).catch((error: Error) => `failed: ${error.message}`);
    rows.push({ what, 'with a right clock': found, fault: must.test(found) ? '' : `must be ${must.source}` });
  }
  show('A clock that was wrong, and is right again', rows);
});
