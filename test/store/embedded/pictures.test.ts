import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { folderPictures } from '../../../src/data/pictures/folder.ts';
import type { KeptFile } from '../../../src/data/pictures/port.ts';

const dir = mkdtempSync(join(tmpdir(), 'folder-'));
const folder = join(dir, 'pictures');
const brought = join(dir, 'brought');
afterAll(() => rmSync(dir, { recursive: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(brought, 'bytes', { mode: 0o644 });
});

async function listed(): Promise<KeptFile[]> {
  const all: KeptFile[] = [];
  for await (const file of folderPictures(folder).list()) all.push(file);
  return all;
}

test('nobody but the owner may read the files', async () => {
  await folderPictures(folder).put('a.webp', brought);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'a.webp')).mode & 0o777).toBe(0o600);
});

test('what a killed program left of a file is listed as unfinished, and can be deleted', async () => {
  await folderPictures(folder).put('a.webp', brought);
  const left = 'b.webp.0123456789abcdef.part';
  writeFileSync(join(folder, left), 'by');
  expect((await listed()).filter(({ unfinished }) => unfinished)).toMatchObject([{ name: left, bytes: 2 }]);
  expect(await folderPictures(folder).open('b.webp')).toBeUndefined();
  expect(await folderPictures(folder).delete(left)).toBe(true);
  expect(readdirSync(folder)).toEqual(['a.webp']);
});

test('a temporary folder is gone when its store is closed', async () => {
  const files = folderPictures();
  await files.put('a.webp', brought);
  expect((await files.open('a.webp'))?.bytes).toBe(5);
  await files.close();
  expect(await files.open('a.webp')).toBeUndefined();
});
