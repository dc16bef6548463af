import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { DATA_FILE } from '../../src/data/sqlite.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { openHouse } from '../process/support.ts';
import { quiet } from '../store/quiet.ts';
import { eventually } from '../support/eventually.ts';
import { upTo } from '../support/making.ts';
import { canMount, create, type Disk, program, type Row, show, smallDisk, upload } from './lab.ts';

const house = openHouse();
const disks: Disk[] = [];
afterAll(async () => {
  await house.remove();
  for (const disk of disks) disk.remove();
});

/** How often a program is killed while it makes a file. */
const KILLS = 25;

/** What is at a path: nothing, a file of no bytes, or the events of a calendar. */
async function at(dir: string): Promise<string> {
  const file = join(dir, DATA_FILE);
  const kinds = [() => 'none', () => 'empty file', () => eventsIn(dir)];
  return kinds[existsSync(file) ? 1 + Number(statSync(file).size > 0) : 0]!();
}

async function eventsIn(dataDir: string): Promise<string> {
  const store = await openDatabase({ dataDir, beside: true }, quiet);
  return `${await store.count('events', {}).finally(() => store.close())} events`;
}

/** Kills the program at a moment of its run, as long as it takes when nobody does, and says what is there each time. */
async function killed(call: (dir: string) => { env: Record<string, string>; command: readonly [string, ...string[]] }) {
  const found = new Map<string, number>();
  const count = (what: string): unknown => found.set(what, (found.get(what) ?? 0) + 1);
  for (const _ of upTo(KILLS)) {
    const dir = house.dataFolder();
    const { env, command } = call(dir);
    const { kill, ended } = house.begin(env, command);
    await Promise.race([pause(randomInt(150, 700)), ended]);
    kill();
    await ended;
    count(await at(dir));
  }
  return [...found].map(([there, times]) => ({ there, times }));
}

test('a backup, and a calendar at its first start, that are killed are whole or not there', async () => {
  const source = house.dataFolder();
  await house.run({ DATA_DIR: source }, program('seed', '--events', '2000', '--around', '2026-11-20'));
  const whole = await eventsIn(source);
  const rows: Row[] = [];
  const add = (what: string, found: readonly { there: string; times: number }[], good: readonly string[]) =>
    rows.push(...found.map((row) => ({ what, kills: KILLS, ...row, fault: good.includes(row.there) ? '' : 'FAULT' })));
  const backup = (dir: string) => ({
    env: { DATA_DIR: source },
    command: program('backup', '--to', join(dir, DATA_FILE)),
  });
  add('backup', await killed(backup), ['none', whole]);
  const server = (dir: string) => ({ env: { DATA_DIR: dir }, command: program('main') });
  add('first start', await killed(server), ['none', '0 events']);
  show('Files of programs that are killed', rows);
});

test.runIf(canMount)('a backup to a disk that is too small leaves nothing on it', async () => {
  const source = house.dataFolder();
  await house.run({ DATA_DIR: source }, program('seed', '--events', '2000', '--around', '2026-11-20'));
  const disk = smallDisk(2);
  disks.push(disk);
  const { code, error } = await house.run({ DATA_DIR: source }, program('backup', '--to', join(disk.dir, 'b.sqlite')));
  expect([code, error.trim().split('\n').at(-1)]).toEqual([1, expect.stringContaining(disk.dir)]);
  expect(readdirSync(disk.dir)).toEqual(['data']);
});

test.runIf(canMount)('a server that came up on a full disk writes again once there is room', async () => {
  const disk = smallDisk(8);
  disks.push(disk);
  const env = { DATA_DIR: join(disk.dir, 'data') };
  const first = await house.start(env);
  expect((await create(first, 'Before')).status).toBe(201);
  first.send('SIGTERM');
  await first.ended;
  disk.fill();
  const server = await house.start(env);
  const full = [await create(server, 'Without room'), await upload(server, '#00f')].map(({ status }) => status);
  expect(full).toEqual([503, 503]);
  disk.empty();
  await eventually(async () => expect((await create(server, 'With room')).status).toBe(201));
  expect((await upload(server, '#0f0')).status).toBe(201);
});
