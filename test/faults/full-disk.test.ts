import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openHouse } from '../process/support.ts';
import { canMount, create, type Disk, lastLine, program, type Row, show, smallDisk, upload } from './lab.ts';

const house = openHouse();
const disks: Disk[] = [];
afterAll(async () => {
  await house.remove();
  for (const disk of disks) disk.remove();
});

/** A calendar of an event and two pictures, one of which no image has any more, on a disk of its own. */
async function calendarOnDisk() {
  const disk = smallDisk(8);
  disks.push(disk);
  const env = { DATA_DIR: join(disk.dir, 'data') };
  const server = await house.start(env);
  expect((await create(server, 'Kept')).status).toBe(201);
  await upload(server, '#f00');
  const { id } = (await (await upload(server, '#00f')).json()) as { id: number };
  await fetch(`${server.url}/wp-json/wp/v2/media/${id}?force=true`, { method: 'DELETE' });
  const pictures = join(env.DATA_DIR, 'pictures');
  for (const name of readdirSync(pictures)) utimesSync(join(pictures, name), new Date(0), new Date(0));
  return { disk, env, server };
}

const elsewhere = () => join(house.dataFolder(), 'backup.sqlite');

/** What an operator types, and whether it must be done where nothing can be written. */
const PROGRAMS: readonly [shown: string, call: () => [string, ...string[]], where: { full: number; ro: number }][] = [
  ['export', () => program('export'), { full: 0, ro: 0 }],
  ['check-data', () => program('check-data'), { full: 0, ro: 0 }],
  ['user list', () => program('user', 'list'), { full: 0, ro: 0 }],
  ['pictures list', () => program('pictures', 'list'), { full: 0, ro: 0 }],
  ['backup to another disk', () => program('backup', '--to', elsewhere()), { full: 0, ro: 0 }],
  ['user add', () => program('user', 'add', 'ana', '--role', 'editor', '--generate'), { full: 1, ro: 1 }],
  ['pictures prune', () => program('pictures', 'prune'), { full: 0, ro: 1 }],
];

async function runAll(disk: Disk, env: Record<string, string>, where: 'full' | 'ro', beside: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [call, command, must] of PROGRAMS) {
    const { code, out, error } = await house.run(env, command());
    const said = lastLine(error.trim() || out, disk.dir, house.dir).slice(0, 300);
    const fault = code === must[where] ? '' : 'FAULT';
    rows.push({ disk: where, server: beside, call, code: code ?? -1, fault, said });
    for (const fill of where === 'full' ? [disk.fill] : []) fill();
  }
  return rows;
}

/** How the server of the calendar ends before the disk is full; a disk with files that are open cannot be made read-only. */
const CASES = [
  { where: 'full', beside: 'a server', signals: [] },
  { where: 'full', beside: 'none, stopped', signals: ['SIGTERM'] },
  { where: 'full', beside: 'none, killed', signals: ['SIGKILL'] },
  { where: 'ro', beside: 'none, stopped', signals: ['SIGTERM'] },
  { where: 'ro', beside: 'none, killed', signals: ['SIGKILL'] },
] as const;

test.runIf(canMount)('on a full disk and on one that is read-only, programs do what needs no room', async () => {
  const rows: Row[] = [];
  for (const { where, beside, signals } of CASES) {
    const { disk, env, server } = await calendarOnDisk();
    for (const signal of signals) {
      server.send(signal);
      await server.ended;
    }
    ({ full: disk.fill, ro: () => disk.mount('ro') })[where]();
    rows.push(...(await runAll(disk, env, where, beside)));
  }
  show('Programs where nothing can be written', rows);
});
