import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noRoom } from '../../domain/errors.ts';
import { once } from '../../domain/once-for.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../data-folder.ts';
import type { PictureFiles } from './port.ts';

/** A file that is being put. */
const UNFINISHED = /\.[0-9a-f]{16}\.part$/;

/** How many bytes are read at a time. */
const CHUNK = 65_536;

/** Pictures in a folder, which the first one makes. Without a folder, in a temporary one that `close` removes. */
export function folderPictures(dir?: string): PictureFiles {
  let folder = dir;
  const make = once(async () => {
    folder ??= await mkdtemp(join(tmpdir(), 'calendar-pictures-'));
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    return folder;
  });
  /** The path of a file. Before the first picture, a temporary folder has none. */
  const at = (name: string) => join(folder ?? join(tmpdir(), 'calendar-pictures'), name);

  async function touch(name: string) {
    const now = new Date();
    return (await unlessMissing(async () => [await utimes(at(name), now, now)])) !== undefined;
  }

  return {
    touch,
    put: (name, path) =>
      withRoom(async () => {
        if (await touch(name)) return;
        await make();
        const part = at(`${name}.${randomBytes(8).toString('hex')}.part`);
        try {
          await copyFile(path, part);
          await sync(part, PRIVATE_FILE);
          await rename(part, at(name));
        } catch (error) {
          await rm(part, { force: true });
          throw error;
        }
        await sync(at('.'));
      }),
    open: (name) =>
      unlessMissing(async () => {
        const path = at(name);
        const { size } = await stat(path);
        return { bytes: size, read: (first, last) => bytesOf(path, first, last) };
      }),
    delete: async (name) => (await unlessMissing(async () => [await rm(at(name))])) !== undefined,
    async *list() {
      const entries = await unlessMissing(() => opendir(at('.')));
      for await (const { name } of entries ?? []) {
        const found = await unlessMissing(() => stat(at(name)));
        if (!found) continue;
        const { size: bytes, mtimeMs } = found;
        yield { name, bytes, at: Math.floor(mtimeMs), ...(UNFINISHED.test(name) && { unfinished: true }) };
      }
    },
    async close() {
      if (dir === undefined && folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function* bytesOf(path: string, first: number, last: number): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (let from = first; from <= last; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(CHUNK, last - from + 1)), { position: from });
      if (bytesRead === 0) throw new Error(`${path} ends too early`);
      yield buffer.subarray(0, bytesRead);
      from += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
async function sync(path: string, mode?: number) {
  // Windows cannot do this with a folder.
  if (mode === undefined && process.platform === 'win32') return;
  const file = await open(path, mode === undefined ? 'r' : 'r+');
  try {
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Undefined where there is no such file. */
async function unlessMissing<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws UNAVAILABLE if the disk, or the user's share of it, is full */
async function withRoom(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (!/^(ENOSPC|EDQUOT|EROFS)$/.test(codeOf(error) ?? '')) throw error;
    throw noRoom();
  }
}
