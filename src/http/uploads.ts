import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { DomainError, noRoom, tooBusy, tooLarge } from '../domain/errors.ts';
import { LONGEST_UPLOAD, type Running } from '../domain/request.ts';
import { type UploadedFile, uploadToken } from '../domain/upload.ts';
import type { Answer, Incoming } from './exchange.ts';

/** How many requests may bring files at once. Each needs room on the disk, and their pictures are read one after the other. */
const MOST_AT_ONCE = 4;

/** The most bytes of a file, and of everything else in a body. */
const LARGEST_FILE = 10_000_000;
const LARGEST_BODY = 1_000_000;

/** The most parts of a form, and the most files among them. */
const [MOST_PARTS, MOST_FILES] = [1_000, 10];

/** Milliseconds for reading the pictures of all requests that may bring some at once. */
const TO_READ = 100_000;

/** Milliseconds after which a folder of uploads belongs to no request any more. */
const ABANDONED = 3_600_000;

const FOLDER = 'calendar-upload-';

/** How many bytes of a form in memory are read at once. */
const SLICE = 16_384;

/** What a form has. */
interface Form {
  texts: (readonly [name: string, text: string])[];
  files: { part: string; file: UploadedFile }[];
  /** The names of parts that are files and not taken. */
  refused: string[];
}

type Request = Pick<Incoming, 'headers' | 'body' | 'running'>;

/** Reads what requests bring. Files are in a temporary folder until `end`. */
export interface Uploads {
  /**
   * Reads a multipart form. With `takes`, which says which parts may be files, it may be larger than other bodies.
   * @throws INVALID_FORM, TOO_LARGE, and UNAVAILABLE while too many others bring files
   */
  form(request: Request, takes?: (part: string) => boolean): Promise<Form>;
  /** Reads a body that is a file; undefined if it is empty. @throws TOO_LARGE, UNAVAILABLE */
  file(request: Request, name: string): Promise<UploadedFile | undefined>;
  /** Removes the files of a request, if it brought any. */
  end(running: Running): Promise<void>;
}

/** One for all requests of a process. */
export function createUploads(): Uploads {
  const folders = new Map<Running, Promise<string>>();
  let swept: Promise<unknown> | undefined;

  /** The folder of a request, made with its first file. */
  function folderOf(running: Running) {
    const folder = folders.get(running);
    if (folder) return folder;
    if (folders.size >= MOST_AT_ONCE) throw tooBusy();
    swept ??= sweepUploads(Date.now());
    const made = swept.then(() => mkdtemp(join(tmpdir(), FOLDER))).catch(orNoRoom);
    folders.set(running, made);
    return made;
  }

  /** Each file has a folder of its own, for what is made of it. */
  async function keep(running: Running, source: Readable, { name, at = 0 }: { name: string; at?: number }) {
    const folder = join(await folderOf(running), String(at));
    await mkdir(folder).catch(orNoRoom);
    const path = join(folder, 'file');
    const hash = createHash('sha256');
    source.on('data', (part: Uint8Array) => hash.update(part));
    await pipeline(source, createWriteStream(path)).catch(orNoRoom);
    running.prolong?.(TO_READ);
    // The same bytes may come as two files.
    return { path, name, token: uploadToken(hash.update(`\0${name}`).digest('hex')) };
  }

  return {
    async form({ headers, running, body }, takes) {
      const type = headers['content-type'] ?? '';
      // It must hold a file, so it is refused before it is read.
      if (takes && Number(headers['content-length']) > LARGEST_BODY) await folderOf(running);
      const { reader, form, close } = readForm(type, takes, (source, file) => keep(running, source, file));
      let begun: Uint8Array[] | undefined = [];
      let size = 0;
      try {
        await body(LARGEST_BODY + (takes ? LARGEST_FILE : 0), async (part) => {
          size += part.byteLength;
          if (begun && size <= LARGEST_BODY) return begun.push(part);
          // From here on it must hold a file, which comes as it is written.
          running.prolong?.(LONGEST_UPLOAD);
          for (const each of begun ?? []) await written(reader, each);
          begun = undefined;
          return written(reader, part);
        });
        if (size === 0) return { texts: [], files: [], refused: [] };
        if (begun) await writtenInSlices(reader, asSpecified(Buffer.concat(begun), type));
        reader.end();
        const { files } = await form;
        if (!begun && files.length === 0) throw tooLarge(LARGEST_BODY);
        return await form;
      } finally {
        close();
      }
    },
    async file(request, name) {
      await folderOf(request.running);
      const source = new PassThrough();
      const file = keep(request.running, source, { name });
      let size = 0;
      // What ends it is heard of below; until then nobody waits for it.
      source.on('error', () => {});
      file.catch((error) => source.destroy(error));
      try {
        request.running.prolong?.(LONGEST_UPLOAD);
        await request.body(LARGEST_FILE, (part) => {
          size += part.byteLength;
          return written(source, part);
        });
        source.end();
        return size ? await file : undefined;
      } finally {
        source.destroy();
      }
    },
    async end(running) {
      const folder = folders.get(running);
      if (!folder) return;
      await folder.then((path) => rm(path, { recursive: true, force: true })).catch(() => {});
      folders.delete(running);
    },
  };
}

/** Lends bytes as a file, in a folder of its own as those of requests. */
export async function lendFile<T>(bytes: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), FOLDER));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes).catch(orNoRoom);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the files of a request once it is answered. */
export const uploadsStep =
  (uploads: Uploads) =>
  ({ headers, running }: Incoming, next: () => Promise<Answer>) =>
    /^multipart\//i.test(headers['content-type'] ?? '') || headers['content-disposition'] !== undefined
      ? next().finally(() => uploads.end(running))
      : next();

/** Removes what requests of programs left that were killed, and returns how many folders. */
export async function sweepUploads(now: number): Promise<number> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(FOLDER));
  let removed = 0;
  for (const name of names) {
    const path = join(tmpdir(), name);
    const made = await stat(path).catch(() => undefined);
    if (!made || Math.abs(now - made.mtimeMs) < ABANDONED) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
    removed += 1;
  }
  return removed;
}

/** @throws UNAVAILABLE if the disk is full */
function orNoRoom(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error;
  throw noRoom();
}

type Keep = (source: Readable, file: { name: string; at: number }) => Promise<UploadedFile>;

interface Reading {
  /** Takes the bytes of the form. */
  reader: Writable;
  form: Promise<Form>;
  /** Ends what still reads. */
  close(): void;
}

const notAForm = () => new DomainError('INVALID_FORM', 'The body is not a valid multipart form.');

function readForm(type: string, takes: ((part: string) => boolean) | undefined, keep: Keep): Reading {
  const reader = newReader(type);
  const form: Form = { texts: [], files: [], refused: [] };
  const sources = new Set<Readable>();
  const kept: Promise<unknown>[] = [];
  let size = 0;
  const read = new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      reader.destroy(error as Error);
    };
    reader
      .on('field', (name: string | undefined, text: string) => {
        size += text.length;
        if (name === undefined) fail(notAForm());
        else if (size > LARGEST_BODY) fail(tooLarge(LARGEST_BODY));
        else form.texts.push([name, text]);
      })
      .on('file', (part: string | undefined, source: Readable, name: string | undefined) => {
        if (!name || part === undefined || !takes?.(part)) {
          // A file input that was left empty is no file.
          if (name) form.refused.push(part ?? '');
          else source.once('data', () => form.refused.push(part ?? ''));
          source.resume();
        } else {
          sources.add(source);
          source.once('limit', () => fail(tooLarge(LARGEST_FILE)));
          const at = form.files.push({ part, file: { path: '', name: '', token: '' } }) - 1;
          kept.push(
            keep(source, { name, at }).then((file) => {
              form.files[at] = { part, file };
            }, fail),
          );
        }
      })
      .on('partsLimit', resolve)
      .on('filesLimit', () => fail(notAForm()))
      .on('finish', resolve)
      .on('error', (error: unknown) => reject(error instanceof DomainError ? error : notAForm()));
  });
  const whole = read.then(() => Promise.all(kept)).then(() => form);
  // Heard of when all bytes are written; until then nobody waits for it.
  whole.catch(() => {});
  return {
    reader,
    form: whole,
    close() {
      for (const source of sources) source.destroy();
    },
  };
}

function newReader(type: string): Writable {
  const limits = {
    fieldSize: LARGEST_BODY + 1,
    fileSize: LARGEST_FILE,
    files: MOST_FILES,
    parts: MOST_PARTS,
  };
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch {
    throw notAForm();
  }
}

/** Writes a part, and waits until it is read. @throws what ended the writing */
const written = (writable: Writable, part: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    if (writable.destroyed) return reject(writable.errored);
    writable.once('error', reject);
    writable.write(part, (error) => {
      writable.off('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });

async function writtenInSlices(writable: Writable, bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += SLICE) await written(writable, bytes.subarray(at, at + SLICE));
}

/**
 * The form with the line ends of the specification, and with its last boundary. PHP takes forms without them. A boundary after the
 * last one counts for nothing.
 */
function asSpecified(bytes: Uint8Array, type: string): Uint8Array {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const line = `--${quoted ?? plain}`;
  const form = Buffer.from(bytes);
  const hasBareLines = form.subarray(0, line.length + 1).equals(Buffer.from(`${line}\n`));
  const lines = hasBareLines ? Buffer.from(form.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1') : form;
  const last = lines.lastIndexOf(`${line}\r\n`);
  const isWhole = last >= 0 && lines.includes('\r\n\r\n', last);
  return isWhole ? Buffer.concat([lines, Buffer.from(`\r\n${line}--\r\n`)]) : lines;
}
