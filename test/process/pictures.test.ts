import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { folderPictures } from '../../src/data/pictures/folder.ts';
import { createOpening, createTaking, isPictureRefused } from '../../src/data/pictures/take.ts';

const dir = mkdtempSync(join(tmpdir(), 'taken-'));
const files = folderPictures(join(dir, 'pictures'));
const take = createTaking(files);
afterAll(() => rmSync(dir, { recursive: true }));

let brought = 0;

/** A file in a folder of its own, as uploads are. */
function fileOf(content: Uint8Array | string): string {
  brought += 1;
  mkdirSync(join(dir, String(brought)));
  const path = join(dir, String(brought), 'brought');
  writeFileSync(path, content);
  return path;
}

const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } });

/** Why a file is refused. */
const refusalOf = (content: Uint8Array | string, taking = take): Promise<string> =>
  taking(fileOf(content)).then(
    () => 'taken',
    (error) => (isPictureRefused(error) ? String(error.said) : `fault: ${error}`),
  );

async function kept(name: string): Promise<Buffer> {
  const file = await files.open(name);
  const parts: Uint8Array[] = [];
  for await (const part of file!.read(0, file!.bytes - 1)) parts.push(part);
  return Buffer.concat(parts);
}

test.each([
  ['jpeg', 'full.jpg'],
  ['png', 'full.png'],
  ['webp', 'full.webp'],
  ['avif', 'full.webp'],
  ['gif', 'full.png'],
] as const)('a picture as %s is kept as %s and in the widths below its own', async (type, file) => {
  const { hash, full, sizes } = await take(fileOf(await plain(800, 400).toFormat(type).toBuffer()));
  expect(full).toMatchObject({ file, width: 800, height: 400 });
  expect(sizes.map(({ name, file, width, height }) => [name, file, width, height])).toEqual([
    ['medium', '300.webp', 300, 150],
    ['medium_large', '768.webp', 768, 384],
  ]);
  for (const { file, bytes, width } of [full, ...sizes]) {
    const content = await kept(`${hash}-${file}`);
    expect(content.byteLength).toBe(bytes);
    expect((await sharp(content).metadata()).width).toBe(width);
  }
});

const open = createOpening(files);

test.each<[string, number, number, [number, number]]>([
  ['png', 300, 200, [150, 150]],
  ['webp', 200, 900, [150, 150]],
  ['jpeg', 640, 100, [150, 100]],
  ['png', 60, 151, [60, 150]],
])('the thumbnail of a kept %s of %i × %i is its middle', async (type, width, height, [wide, high]) => {
  const middle = {
    width: Math.min(width, 150),
    height: Math.min(height, 150),
    channels: 3,
    background: '#00f',
  } as const;
  const left = Math.floor((width - middle.width) / 2);
  const inside = [{ input: { create: middle }, left, top: Math.floor((height - middle.height) / 2) }];
  const { hash } = await take(
    fileOf(
      await plain(width, height)
        .composite(inside)
        .toFormat(type as 'png')
        .toBuffer(),
    ),
  );
  // Two ask at once.
  const [found] = await Promise.all([1, 2].map(() => open({ hash, file: 'thumbnail.webp' })));
  expect(found).toMatchObject({ name: `${hash}-thumbnail.webp` });
  const { data, info } = await sharp(await kept(found!.name))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([wide, high]);
  const centre = (Math.floor(high / 2) * wide + Math.floor(wide / 2)) * info.channels;
  expect(data[centre]).toBeLessThan(60);
  expect(data[centre + 2]).toBeGreaterThan(200);
});

test('in place of a thumbnail that cannot be made comes the original, and none without one', async () => {
  const hash = '0'.repeat(32);
  expect(await open({ hash, file: 'thumbnail.webp' })).toBeUndefined();
  await files.put(`${hash}-full.png`, fileOf('broken'));
  expect(await open({ hash, file: 'thumbnail.webp' })).toMatchObject({ name: `${hash}-full.png`, forNow: true });
});

test('the same picture is kept once', async () => {
  const content = await plain(900).jpeg().toBuffer();
  const first = await take(fileOf(content));
  expect(await take(fileOf(content))).toEqual(first);
});

test('metadata is gone, and the picture stands upright', async () => {
  const place = { IFD3: { GPSLatitude: '52/1 31/1 12/1', GPSLatitudeRef: 'N' }, IFD0: { Copyright: 'somebody' } };
  const content = await plain(400, 200).withExif(place).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { hash, full, sizes } = await take(fileOf(content));
  expect([full.width, full.height]).toEqual([200, 400]);
  expect(sizes).toEqual([]);
  const { exif, orientation, icc, xmp } = await sharp(await kept(`${hash}-full.jpg`)).metadata();
  expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
});

test('every size of a partly transparent picture has its colour', async () => {
  const background = { r: 200, g: 60, b: 20, alpha: 0.5 };
  const clear = await sharp({ create: { width: 400, height: 300, channels: 4, background } })
    .png()
    .toBuffer();
  const { hash, full, sizes } = await take(fileOf(clear));
  for (const { file } of [full, ...sizes]) {
    const pixel = await sharp(await kept(`${hash}-${file}`))
      .raw()
      .toBuffer();
    const apart = [200, 60, 20, 128].map((value, at) => Math.abs(value - pixel[at]!));
    expect([file, Math.max(...apart) < 6]).toEqual([file, true]);
  }
});

test('an animation keeps its first frame', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 50, height: 50, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { hash, full } = await take(fileOf(animation));
  expect([full.width, full.height]).toEqual([50, 50]);
  const { data } = await sharp(await kept(`${hash}-full.png`))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
});

test('what follows a picture in its file is dropped, whatever else the file could be read as', async () => {
  const script = '<script>alert(1)</script>';
  const picture = await plain(400).gif().toBuffer();
  const { hash, full, sizes } = await take(fileOf(Buffer.concat([picture, Buffer.from(script)])));
  for (const { file } of [full, ...sizes]) expect((await kept(`${hash}-${file}`)).includes('<script')).toBe(false);
});

/** What comes five bytes before the size in a file. */
const BEFORE_SIZE = { jpeg: Buffer.from([0xff, 0xc0]), gif: Buffer.from([0x2c, 0, 0, 0, 0]) };

/** A small picture that says it has 60,138 by 60,138 pixels. */
async function claiming(type: keyof typeof BEFORE_SIZE): Promise<Buffer> {
  const content = await plain(9).toFormat(type).toBuffer();
  const at = content.indexOf(BEFORE_SIZE[type]) + 5;
  return content.fill(0xea, at, at + 4);
}

const NO_TYPE = 'Must be a JPEG, PNG, WebP, AVIF or GIF picture.';
const BROKEN = 'Must be a whole picture: this one is broken.';
const tooLarge = (megapixels: number) =>
  `Must not have more than ${megapixels} megapixels, or a side above 16,383 pixels.`;

test.each<[string, () => Promise<Uint8Array | string> | string, string]>([
  ['nothing', () => '', NO_TYPE],
  ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', NO_TYPE],
  ['HTML', () => '<!doctype html><script>alert(1)</script>', NO_TYPE],
  ['HTML that begins like a GIF', () => 'GIF89a/*<script>alert(1)</script>*/', BROKEN],
  ['TIFF', () => plain(9).tiff().toBuffer(), NO_TYPE],
  ['the beginning of a JPEG', async () => (await plain(900).jpeg().toBuffer()).subarray(0, 2_000), BROKEN],
  ['the beginning of a PNG', async () => (await plain(900).png().toBuffer()).subarray(0, 500), BROKEN],
  ['a JPEG in the words of a PNG', async () => Buffer.concat([PNG, await plain(9).jpeg().toBuffer()]), BROKEN],
  ['a PNG of 41 megapixels', () => plain(6_410).png().toBuffer(), tooLarge(40)],
  ['a WebP of 41 megapixels', () => plain(6_410).webp({ effort: 0 }).toBuffer(), tooLarge(40)],
  ['an AVIF of 11 megapixels', () => plain(3_330).avif({ effort: 0 }).toBuffer(), tooLarge(10)],
  ['a JPEG that claims 3,600 megapixels', () => claiming('jpeg'), tooLarge(40)],
  ['a GIF that claims 3,600 megapixels', () => claiming('gif'), tooLarge(40)],
  ['a line of 1,000,000 pixels', () => plain(1_000_000, 1).png().toBuffer(), tooLarge(40)],
])('%s is refused', async (_, made, why) => {
  expect(await refusalOf(await made())).toBe(why);
});

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

test('a picture that takes too long is refused, and the next is taken', async () => {
  const content = await plain(300).png().toBuffer();
  expect(await refusalOf(content, createTaking(files, { work: 1, clock: 60_000 }))).toBe(
    'Must be simpler: it takes longer than 0.001 seconds to read.',
  );
  expect(await refusalOf(content)).toBe('taken');
});

test('a machine that is too busy to read a picture blames itself, not the picture', async () => {
  const content = await plain(300).png().toBuffer();
  const path = fileOf(content);
  await expect(createTaking(files, { work: 20_000, clock: 1 })(path)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    facts: { retryAfter: 10 },
  });
});

test('without sharp, which some platforms lack, reading says so', async () => {
  const lone = join(dir, 'child.mjs');
  copyFileSync(new URL('../../src/data/pictures/child.js', import.meta.url), lone);
  const child = fork(lone, [fileOf(await plain(9).png().toBuffer()), 'png', '1000', '1000', dir], { execArgv: [] });
  const [said] = await once(child, 'message');
  expect(said).toEqual({ refused: 'missing' });
});
