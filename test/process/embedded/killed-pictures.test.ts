import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sweepUploads } from '../../../src/http/uploads.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { IMAGES, type ImageRecord } from '../../../src/kinds/image/record.ts';
import { filesOf } from '../../../src/kinds/image/sizes.ts';
import { findDamagedPictures, pruneFiles } from '../../../src/tools/kept-pictures.ts';
import { quiet } from '../../store/quiet.ts';
import { buildApp } from '../../support/app.ts';
import { createMoments } from './moments.ts';

const root = mkdtempSync(join(tmpdir(), 'killed-'));
/** What a server writes: its data, and its temporary files. */
const place = join(root, 'place');
const dataIn = (folder: string): string => join(folder, 'data');
const temporaryIn = (folder: string): string => join(folder, 'temporary');

const { before, during } = createMoments(place);

/** Steps to the disk, all of which may be the last one. */
const STEPS = ['mkdtemp', 'mkdir', 'copyFile', 'rename', 'utimes', 'rm'] as const;
const watched = fs as unknown as Record<string, (...given: unknown[]) => unknown>;
const steps = Object.fromEntries(STEPS.map((name) => [name, watched[name]!]));
const DAY = 24 * 3_600_000;

beforeAll(() => {
  mkdirSync(temporaryIn(place), { recursive: true });
  for (const name of STEPS) watched[name] = before(steps[name]!);
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(watched, steps);
  syncBuiltinESMExports();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** The folders that an upload of a picture leaves when it is killed before one of its steps, and the one of its end. */
async function killedUploads(): Promise<string[]> {
  vi.stubEnv('TMPDIR', temporaryIn(place));
  const app = await buildApp({
    env: { DATA_DIR: dataIn(place) },
    wrap: (store) => ({ ...store, insert: before(store.insert), update: before(store.update) }),
  });
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c03' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'stage.jpg');
  const folders = await during(async () => {
    const { status } = await app.fetch('/wp-json/wp/v2/media', { method: 'POST', as: 'author', body: form });
    expect(status).toBe(201);
  });
  await app.close();
  return folders;
}

test('a process that is killed at any step of an upload leaves whole images, and nothing that is not removed later', async () => {
  const folders = await killedUploads();
  const images: number[] = [];
  for (const folder of folders) {
    vi.stubEnv('TMPDIR', temporaryIn(folder));
    const store = await openDatabase({ dataDir: dataIn(folder) }, quiet);
    const all = await store.find<ImageRecord>(IMAGES.name, {});
    images.push(all.length);
    const lines: string[] = [];
    expect([await findDamagedPictures(store, (line) => lines.push(line)), lines]).toEqual([0, []]);
    for await (const _ of pruneFiles(store, Date.now() + 2 * DAY));
    const left: string[] = [];
    for await (const { name } of store.pictures.list()) left.push(name);
    expect(left.sort()).toEqual([...new Set(all.flatMap(filesOf))].sort());
    await store.close();
    await sweepUploads(Date.now() + DAY);
    expect(readdirSync(temporaryIn(folder)).filter((name) => name.startsWith('calendar-'))).toEqual([]);
  }
  expect(images.length).toBeGreaterThan(10);
  expect([images.toSorted(), images[0], images.at(-1)]).toEqual([images, 0, 1]);
});
