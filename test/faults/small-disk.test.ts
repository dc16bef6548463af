import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openHouse } from '../process/support.ts';
import { eventually } from '../support/eventually.ts';
import { canMount, create, type Disk, program, smallDisk, upload } from './lab.ts';

const house = openHouse();
const disks: Disk[] = [];
afterAll(async () => {
  await house.remove();
  for (const disk of disks) disk.remove();
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
