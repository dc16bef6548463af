import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDamagedPictures, listPictures, pruneFiles } from '../../src/tools/kept-pictures.ts';
import { buildApp, type TestApp } from '../support/app.ts';

const dir = mkdtempSync(join(tmpdir(), 'kept-'));
let app: TestApp;
let target: TestApp;

beforeAll(async () => {
  app = await buildApp();
  target = await buildApp();
});
afterAll(async () => {
  await app.close();
  await target.close();
  rmSync(dir, { recursive: true });
});

const DAY = 24 * 3_600_000;

async function formOf(background: string): Promise<FormData> {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'stage.jpg');
  return form;
}

const upload = async (background: string): Promise<{ id: number; source_url: string }> =>
  (await app.fetch('/wp-json/wp/v2/media', { method: 'POST', as: 'author', body: await formOf(background) })).body;

async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

const names = async (of = app): Promise<string[]> =>
  (await all(of.store.pictures.list())).map(({ name }) => name).sort();

test('what no image has is removed, but not for a day after an image had it', async () => {
  const [kept, deleted] = [await upload('#c03'), await upload('#06c')];
  const event = { title: 'T', start_date: '2030-01-01', end_date: '2030-01-01', image: kept.id };
  // The first is there, and the series; the second is beyond the horizon.
  const recurrence = { rule: 'FREQ=WEEKLY;COUNT=2' };
  await app.rest('POST', '/events', { as: 'author', json: { ...event, recurrence } });
  for (const { source_url } of [kept, deleted])
    expect((await app.fetch(new URL(source_url).pathname.replace('.jpg', '.thumbnail.webp'))).status).toBe(200);
  const before = await names();
  expect(before).toHaveLength(6);
  await app.fetch(`/wp-json/wp/v2/media/${deleted.id}?force=true`, { method: 'DELETE', as: 'author' });
  expect(await all(pruneFiles(app.store, Date.now()))).toEqual([]);
  const later = Date.now() + DAY + 60_000;
  const path = new URL(kept.source_url).pathname;
  // Also after a clock that was fast.
  expect(await all(listPictures(app.store, Date.now() - DAY - 60_000))).toHaveLength(4);
  const lines = await all(listPictures(app.store, later));
  expect(lines[0]).toMatch(new RegExp(`^${kept.id}: ${path} \\(.+ kB\\), shown by 2$`));
  expect(lines.slice(1).sort()).toEqual([
    expect.stringMatching(/^no image has [0-9a-f]{32}-300\.webp \(.+ kB, last used 20.+\)$/),
    expect.stringMatching(/^no image has [0-9a-f]{32}-full\.jpg /),
    expect.stringMatching(/^no image has [0-9a-f]{32}-thumbnail\.webp /),
  ]);
  expect((await all(pruneFiles(app.store, later))).sort()).toEqual(lines.slice(1).sort());
  expect(await names()).toHaveLength(3);
  expect((await app.fetch(path)).status).toBe(200);
});

test('pictures that lack a file, or have one with other bytes, are told', async () => {
  expect(await findDamagedPictures(app.store, () => {})).toBe(0);
  const [lacking, changed] = [await upload('#0a0'), await upload('#aa0')];
  const fileOf = ({ source_url }: { source_url: string }): string =>
    `${/-([0-9a-f]{32})/.exec(source_url)![1]}-300.webp`;
  await app.store.pictures.delete(fileOf(lacking));
  await app.store.pictures.delete(fileOf(changed));
  writeFileSync(join(dir, 'other'), 'other');
  await app.store.pictures.put(fileOf(changed), join(dir, 'other'));
  const lines: string[] = [];
  expect(await findDamagedPictures(app.store, (line) => lines.push(line))).toBe(2);
  expect(lines).toEqual([
    `images ${lacking.id}: its file ${fileOf(lacking)} is missing`,
    `images ${changed.id}: the files of ${new URL(changed.source_url).pathname} have other bytes than when they were kept`,
  ]);
});
