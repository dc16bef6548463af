import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { sweepUploads } from '../../../src/http/uploads.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import { filesOf, IMAGES, type ImageRecord } from '../../../src/kinds/image/record.ts';
import { findDamagedPictures, pruneFiles } from '../../../src/tools/kept-pictures.ts';
import { quiet } from '../../store/quiet.ts';
import { isDone } from './killing.ts';

const dir = mkdtempSync(join(tmpdir(), 'killed-'));
const dataOf = (steps: number): string => join(dir, String(steps));
/** The folder for temporary files of this process and of the killed ones. */
const temporary = join(dir, 'temporary');
mkdirSync(temporary);
vi.stubEnv('TMPDIR', temporary);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true });
});

const DAY = 24 * 3_600_000;

/** Uploads a picture in a process of its own, which is killed before one of its steps. Whether it came to its end. */
const isUploaded = (steps: number): Promise<boolean> => isDone('picture-child.ts', dataOf(steps), String(steps));

test('a process that is killed at every second step of an upload leaves whole images, and nothing that is not removed later', async () => {
  const images: number[] = [];
  for (let [steps, done] = [0, false]; !done; steps += 2) {
    done = await isUploaded(steps);
    const store = await openDatabase({ dataDir: dataOf(steps) }, quiet);
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
    expect(readdirSync(temporary).filter((name) => name.startsWith('calendar-'))).toEqual([]);
  }
  expect(images.length).toBeGreaterThan(5);
  expect([images.toSorted(), images[0], images.at(-1)]).toEqual([images, 0, 1]);
});
