import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { allIds } from '../data/all-ids.ts';
import type { Report } from '../data/migrations/migration.ts';
import type { KeptFile, OpenFile, PictureFiles } from '../data/pictures/port.ts';
import { createOpening, hashOfSums } from '../data/pictures/take.ts';
import type { Store } from '../data/port.ts';
import { uploadedPicture } from '../domain/own-pictures.ts';
import type { Instant } from '../domain/time.ts';
import { inParts } from '../domain/values.ts';
import { EVENTS } from '../kinds/event/record.ts';
import { EVENT_LINKS } from '../kinds/event-links.ts';
import { IMAGES, type ImageRecord } from '../kinds/image/record.ts';
import { filesOf, sizesOf } from '../kinds/image/sizes.ts';
import { SERIES } from '../kinds/series/record.ts';

/** How many images are read at once. */
const AT_ONCE = 100;

/** For this long after its last use, a file is no waste: somebody may be uploading the same picture. */
const SPARED = 24 * 3_600_000;

/** The images that are uploaded pictures. */
async function* uploadedImages(store: Store): AsyncGenerator<ImageRecord> {
  for await (const ids of allIds<number>(store, IMAGES.name))
    for (const some of inParts(ids, AT_ONCE)) {
      const images = await store.byIds<ImageRecord>(IMAGES.name, some);
      yield* images.filter(({ url }) => typeof url === 'string' && uploadedPicture(url) !== undefined);
    }
}

/** The files that no image has. Those that are used just now are not among them. */
async function* wasteOf(store: Store, now: Instant): AsyncGenerator<KeptFile> {
  const used = new Set<string>();
  for await (const { url } of uploadedImages(store)) used.add(uploadedPicture(url)!.hash);
  for await (const file of store.pictures.list())
    if (Math.abs(now - file.at) >= SPARED && (file.unfinished || !used.has(file.name.split('-')[0]!))) yield file;
}

/** Lists every uploaded picture, with how many records show it, and then the files that `pruneFiles` would remove. */
export async function* listPictures(store: Store, now: Instant): AsyncGenerator<string> {
  const showing = [EVENTS, SERIES, ...EVENT_LINKS.map(({ collection }) => collection)];
  for await (const { _id, url, filesize = 0 } of uploadedImages(store)) {
    let shown = 0;
    for (const { name } of showing) shown += await store.count(name, { 'image.id': _id }, { index: 'image' });
    yield `${_id}: ${url} (${kilobytes(filesize)}), shown by ${shown}`;
  }
  for await (const file of wasteOf(store, now)) yield wasteLine(file);
}

/** Removes the files that no image has, and says which. */
export async function* pruneFiles(store: Store, now: Instant): AsyncGenerator<string> {
  for await (const file of wasteOf(store, now)) if (await store.pictures.delete(file.name)) yield wasteLine(file);
}

const kilobytes = (bytes: number) => `${(bytes / 1e3).toFixed(1)} kB`;

const wasteLine = ({ name, bytes, at, unfinished }: KeptFile) =>
  `no image has ${name} (${kilobytes(bytes)}, ${unfinished ? 'unfinished' : 'last used'} ${new Date(at).toISOString().slice(0, 10)})`;

/** Reads all files of uploaded pictures, and tells each image that lacks one, or has one with other bytes. Returns how many do. */
export async function findDamagedPictures(store: Store, found: (line: string) => void): Promise<number> {
  let damaged = 0;
  for await (const image of uploadedImages(store)) {
    const fault = await faultOf(image, store.pictures);
    if (!fault) continue;
    damaged += 1;
    found(`images ${image._id}: ${fault}`);
  }
  return damaged;
}

async function faultOf(image: ImageRecord, files: PictureFiles) {
  const sums: string[] = [];
  for (const name of filesOf(image)) {
    const file = await files.open(name);
    if (!file) return `its file ${name} is missing`;
    const hash = createHash('sha256');
    for await (const part of wholeOf(file)) hash.update(part);
    sums.push(hash.digest('hex'));
  }
  return hashOfSums(sums) === uploadedPicture(image.url)!.hash
    ? undefined
    : `the files of ${image.url} have other bytes than when they were kept`;
}

const wholeOf = (file: OpenFile) => file.read(0, file.bytes - 1);

/** Copies the files that the target lacks. */
export async function copyPictures(from: Store, to: Store, report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-copy-'));
  const path = join(folder, 'file');
  let done = 0;
  try {
    for await (const { name, unfinished } of from.pictures.list()) {
      if (unfinished) continue;
      const file = (await to.pictures.touch(name)) ? undefined : await from.pictures.open(name);
      if (file) {
        await pipeline(wholeOf(file), createWriteStream(path));
        await to.pictures.put(name, path);
      }
      done += 1;
      report('pictures', done, done);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the files of all uploaded pictures to a folder, each under the path of its address below `/pictures/`. */
export async function exportPictures(store: Store, folder: string): Promise<void> {
  const open = createOpening(store.pictures);
  for await (const image of uploadedImages(store))
    for (const { url } of [image, ...Object.values(sizesOf(image, { site: '' }) ?? {})]) {
      const found = await open(uploadedPicture(url)!);
      const target = join(folder, url.slice('/pictures/'.length));
      await mkdir(dirname(target), { recursive: true });
      if (found) await pipeline(wholeOf(found.file), createWriteStream(target));
    }
}
