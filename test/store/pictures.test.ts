import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptFile, PictureFiles } from '../../src/data/pictures/port.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { type EmptyStore, openEmpty } from './opened.ts';

let store: EmptyStore;
let files: PictureFiles;
const dir = mkdtempSync(join(tmpdir(), 'brought-'));

beforeAll(async () => {
  store = await openEmpty([]);
  files = store.store.pictures;
});
afterAll(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

function fileOf(content: string | Uint8Array): string {
  const path = join(dir, String(readdirSync(dir).length));
  writeFileSync(path, content);
  return path;
}

async function listed(): Promise<KeptFile[]> {
  const all: KeptFile[] = [];
  for await (const file of files.list()) all.push(file);
  return all.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function contentOf(name: string, range?: [number, number]): Promise<string | undefined> {
  const file = await files.open(name);
  if (!file) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of file.read(...(range ?? ([0, file.bytes - 1] as const)))) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

test('before the first picture there is none, and nothing fails', async () => {
  expect(await listed()).toEqual([]);
  expect(await files.open('a.webp')).toBeUndefined();
  expect(await files.touch('a.webp')).toBe(false);
  expect(await files.delete('a.webp')).toBe(false);
});

test('a file is kept under its name, once, with its size and its time', async () => {
  const began = Date.now();
  await files.put('b.webp', fileOf('bytes'));
  await files.put('b.webp', fileOf('other'));
  expect(await contentOf('b.webp')).toBe('bytes');
  const [kept, ...more] = await listed();
  expect(more).toEqual([]);
  expect(kept).toEqual({ name: 'b.webp', bytes: 5, at: expect.any(Number) });
  expect(kept!.at).toBeGreaterThanOrEqual(began - 10);
  expect(await files.delete('b.webp')).toBe(true);
  expect(await files.delete('b.webp')).toBe(false);
  expect(await listed()).toEqual([]);
});

test('who puts or touches a file that is there makes it new', async () => {
  await files.put('c.webp', fileOf('bytes'));
  const at = async () => (await listed()).find(({ name }) => name === 'c.webp')!.at;
  const first = await at();
  await expect.poll(async () => (await files.touch('c.webp')) && (await at()) > first).toBe(true);
  const second = await at();
  const putAgain = () => files.put('c.webp', fileOf('bytes'));
  await expect.poll(() => putAgain().then(async () => (await at()) > second)).toBe(true);
});

test('many who put one file at once leave one that is whole, and one deletion takes all', async () => {
  const content = 'x'.repeat(600_000);
  const path = fileOf(content);
  await Promise.all(Array.from({ length: 8 }, () => files.put('d.webp', path)));
  expect(await contentOf('d.webp')).toBe(content);
  expect(await files.delete('d.webp')).toBe(true);
  expect(await files.open('d.webp')).toBeUndefined();
  expect((await listed()).filter(({ name }) => name !== 'c.webp')).toEqual([]);
});

test('any range of a file reads as the same bytes', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => (at * 31 + (at >> 8)) % 256));
  await files.put('e.webp', fileOf(bytes));
  const edge = fc.integer({ min: 0, max: bytes.length - 1 });
  await fc.assert(
    fc.asyncProperty(edge, edge, async (one, other) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      expect(await contentOf('e.webp', [first, last])).toBe(bytes.toString('latin1', first, last + 1));
    }),
    { numRuns: runsOf(25, 100) },
  );
});

test('a reader that stops early leaves nothing open', async () => {
  await files.put('f.webp', fileOf('x'.repeat(200_000)));
  const file = await files.open('f.webp');
  for await (const part of file!.read(0, 199_999)) {
    expect(part.byteLength).toBeGreaterThan(0);
    break;
  }
  expect(await files.delete('f.webp')).toBe(true);
});

test('a file that cannot be read is not kept', async () => {
  await expect(files.put('g.webp', join(dir, 'nowhere'))).rejects.toThrow('ENOENT');
  expect(await files.open('g.webp')).toBeUndefined();
  expect((await listed()).filter(({ unfinished }) => !unfinished).map(({ name }) => name)).not.toContain('g.webp');
});
