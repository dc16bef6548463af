import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { DomainError, machineBusy, noRoom, tooBusy } from '../../domain/errors.ts';
import { type Message, message } from '../../domain/message.ts';
import { keptName, THUMBNAIL, THUMBNAIL_SIDE, type UploadedPicture } from '../../domain/own-pictures.ts';
import type { OpenFile, PictureFiles } from './port.ts';

/** The most bytes of a picture. */
export const LARGEST_PICTURE = 10_000_000;

/** The most pixels in millions. A small AVIF with more would take hundreds of megabytes to read. */
const MEGAPIXELS = { jpeg: 40, png: 40, webp: 40, gif: 40, avif: 10 } as const;

/** The longest side in pixels: WebP has no longer one. */
const LONGEST_SIDE = 16_383;

/**
 * After how many milliseconds the reading of a picture is given up: of CPU because of the picture, and by the clock because of the
 * machine. A request with pictures ends after 100 seconds.
 */
const PATIENCE = { work: 20_000, clock: 90_000 };

type PictureType = keyof typeof MEGAPIXELS;

/** A file of a picture. */
export interface Rendition {
  /** As in `full.jpg`, or `300.webp` by its width. */
  file: string;
  width: number;
  height: number;
  bytes: number;
}

/** A picture whose files are kept, each under its `keptName`. */
export interface Taken {
  /** The same for pictures with the same files. */
  hash: string;
  /** The original, written anew. */
  full: Rendition;
  /** Smaller ones. */
  sizes: readonly (Rendition & { name: string })[];
}

/** The hash of a picture from the SHA-256 sums of its files, the original first and then by width. */
export const hashOfSums = (sums: readonly string[]): string =>
  createHash('sha256').update(sums.join(' ')).digest('hex').slice(0, 32);

/** A file is no picture that can be taken. The message says why. */
interface PictureRefused extends Error {
  name: 'PictureRefused';
  said: Message;
}

export const isPictureRefused = (error: unknown): error is PictureRefused =>
  error instanceof Error && error.name === 'PictureRefused';

const refusal = (said: Message): PictureRefused =>
  Object.assign(new Error(String(said)), { name: 'PictureRefused' as const, said });

/** Keeps the picture in a file. Writes other files beside it, which the caller removes together with its folder. */
export type TakePicture = (path: string) => Promise<Taken>;

/** The program that reads pictures; beside this file both in `src/` and in `dist/`. */
const CHILD = fileURLToPath(new URL('./child.js', import.meta.url));

/**
 * Takes pictures one at a time, each read by a process of its own, which starts with the first.
 * @throws PictureRefused, NO_PICTURES where this platform cannot read any, UNAVAILABLE
 */
export function createTaking(files: PictureFiles, patience = PATIENCE): TakePicture {
  const oneByOne = pLimit(1);
  return (path) =>
    oneByOne(async () => {
      const type = await typeOf(path);
      if (!type) throw refusal(message('Must be a JPEG, PNG, WebP, AVIF or GIF picture.'));
      const { full, sizes } = await read(path, type, patience);
      const hash = hashOfSums([full, ...sizes].map(({ sum }) => sum));
      for (const { file } of [...sizes, full]) await files.put(keptName({ hash, file }), join(dirname(path), file));
      return { hash, full: withoutSum(full), sizes: sizes.map(withoutSum) };
    });
}

/** How many thumbnails may be waited for at once. */
const MOST_THUMBNAILS = 100;

/** The original of a picture, by each extension that it may have. */
const ORIGINALS = { jpg: 'jpeg', png: 'png', webp: 'webp' } as const;

/** A file of a kept picture. */
interface PictureFile {
  name: string;
  file: OpenFile;
  /** Whether it is the original, in place of a thumbnail that cannot be made now. */
  forNow?: true;
}

/** Opens a file of a kept picture. Undefined if there is none. */
export type OpenPicture = (picture: Pick<UploadedPicture, 'hash' | 'file'>) => Promise<PictureFile | undefined>;

/**
 * Opens files of kept pictures. A thumbnail is made when it is first asked for, one at a time, so that pictures from before there
 * were any have one too.
 */
export function createOpening(files: PictureFiles): OpenPicture {
  const oneByOne = pLimit(1);
  const making = new Map<string, Promise<void>>();

  const opened = async (name: string): Promise<PictureFile | undefined> => {
    const file = await files.open(name);
    return file && { name, file };
  };

  async function make(name: string, type: PictureType, { file }: PictureFile) {
    const folder = await mkdtemp(join(tmpdir(), 'calendar-thumbnail-'));
    const path = join(folder, 'file');
    try {
      await pipeline(file.read(0, file.bytes - 1), createWriteStream(path));
      await read(path, type, PATIENCE, THUMBNAIL_SIDE);
      await files.put(name, join(folder, THUMBNAIL));
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  return async ({ hash, file }) => {
    const name = keptName({ hash, file });
    const found = await opened(name);
    if (found || file !== THUMBNAIL) return found;
    for (const [extension, type] of Object.entries(ORIGINALS)) {
      const original = await opened(keptName({ hash, file: `full.${extension}` }));
      if (!original) continue;
      try {
        if (!making.has(name) && making.size >= MOST_THUMBNAILS) throw tooBusy();
        const made = making.get(name) ?? oneByOne(() => make(name, type, original)).finally(() => making.delete(name));
        making.set(name, made);
        await made;
        return await opened(name);
      } catch (error) {
        if (!isPictureRefused(error) && !(error instanceof DomainError)) throw error;
        return { ...original, forNow: true };
      }
    }
    return undefined;
  };
}

type Summed = Rendition & { sum: string };

const withoutSum = <R extends Summed>({ sum: _, ...rendition }: R) => rendition;

/** What the process says of a picture. */
type Said =
  | { full: Summed; sizes: (Summed & { name: string })[] }
  | { refused: 'missing' | 'large' | 'broken' | 'room' | 'late' | 'busy' };

async function read(
  path: string,
  type: PictureType,
  patience: typeof PATIENCE,
  ...only: number[]
): Promise<Extract<Said, { full: unknown }>> {
  const megapixels = MEGAPIXELS[type];
  const numbers = [megapixels * 1e6, LONGEST_SIDE].map(String);
  const { work, clock } = patience;
  const said = await askChild([path, type, ...numbers, String(work), dirname(path), ...only.map(String)], clock);
  if ('full' in said) return said;
  switch (said.refused) {
    case 'busy':
      throw machineBusy();
    case 'late':
      throw refusal(message('Must be simpler: it takes longer than {0} seconds to read.', work / 1000));
    case 'large':
      throw refusal(
        message('Must not have more than {0} megapixels, or a side above {1} pixels.', megapixels, LONGEST_SIDE),
      );
    case 'room':
      throw noRoom();
    case 'missing':
      throw new DomainError('NO_PICTURES', 'This server cannot read pictures. Send the address of one instead.');
    default:
      throw refusal(message('Must be a whole picture: this one is broken.'));
  }
}

/** Runs the process. It gets none of our secrets, and ends with us. */
function askChild(args: readonly string[], patience: number): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, args, {
      env: {},
      execArgv: [],
      // What the decoder prints is for nobody.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      killSignal: 'SIGKILL',
    });
    let said: Said = { refused: 'broken' };
    const late = setTimeout(() => {
      said = { refused: 'busy' };
      child.kill();
    }, patience);
    child
      .on('message', (found) => {
        said = found as Said;
      })
      .once('error', reject)
      .once('close', () => {
        clearTimeout(late);
        resolve(said);
      });
  });
}

/** The type that the first bytes of a file say. */
async function typeOf(path: string) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), { position: 0 });
    const start = buffer.toString('latin1', 0, bytesRead);
    return TYPES.find(([, form]) => form.test(start))?.[0];
  } finally {
    await file.close();
  }
}

const TYPES: readonly (readonly [PictureType, RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n.\n/s],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftyp.{0,40}avi[fs]/s],
];
