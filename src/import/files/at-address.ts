import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Served, sourceRefused } from '../item.ts';
import type { SiteAnswer, SiteClient } from '../site/client.ts';

/** A file whose content can be read from a path, until it is closed. */
interface ReadableFile {
  path: string;
  close(): void;
}

/** Maximum bytes of a file from an address, and of what is packed into one from anywhere. */
const [LARGEST_SERVED, LARGEST_PACKED] = [100_000_000, 10_000_000_000];

const FILE_TYPES = /^(?:text\/calendar|text\/csv|application\/(?:csv|jsonl|x-ndjson|ndjson))\b/i;
const FILE_NAMES = /\.(?:ics|csv|jsonl)(?:\.gz)?$/i;

/**
 * Asks an address for what is there. Its content says whether that is a file, then its type and name; anything else is the page of a
 * site. `known` is what was remembered of it. @throws SourceRefused
 */
export async function atAddress(
  client: SiteClient,
  url: URL,
  known: Omit<Served, 'asked'> = {},
): Promise<'unchanged' | { page: SiteAnswer } | { file: ReadableFile; name: string; served: Omit<Served, 'asked'> }> {
  const answer = await client.ask(url, LARGEST_SERVED, {
    ...(known.etag !== undefined && { 'If-None-Match': known.etag }),
    ...(known.modified !== undefined && { 'If-Modified-Since': known.modified }),
  });
  const { status, headers, bytes } = answer;
  if (status === 304) return 'unchanged';
  if (!isFile(answer, url)) return { page: answer };
  if (status !== 200) throw sourceRefused(`${url.href} answers ${status}`);
  const name = nameIn(url);
  const file = await kept(() => Readable.from([bytes]), { name, most: LARGEST_SERVED, isPacked: isPacked(bytes) });
  const [etag, modified] = [headers.etag, headers['last-modified']];
  return { file, name: `${url.host}/${name}`, served: { ...(etag && { etag }), ...(modified && { modified }) } };
}

/** A file of this machine, unpacked if it is packed. */
export async function onDisk(path: string): Promise<ReadableFile> {
  const beginning = Buffer.alloc(2);
  const file = await open(path).catch(() => undefined);
  // What cannot be read is told by who reads it.
  await file?.read(beginning).catch(() => undefined);
  await file?.close();
  if (!isPacked(beginning)) return { path, close: () => undefined };
  const name = basename(path).replace(/\.gz$/i, '');
  return kept(() => createReadStream(path), { name, most: LARGEST_PACKED, isPacked: true });
}

const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function isFile({ status, headers, bytes }: SiteAnswer, { pathname }: URL): boolean {
  const type = String(headers['content-type'] ?? '');
  if (status !== 200) return FILE_NAMES.test(pathname);
  const beginning = bytes
    .toString('utf8', 0, 100_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (isPacked(bytes) || /^BEGIN:VCALENDAR/i.test(beginning)) return true;
  // An export has a record in each line, and the index of a site is one.
  if (beginning.startsWith('{')) return FILE_TYPES.test(type) || /^\{.*\}\s*\n\{/.test(beginning);
  if (beginning.startsWith('<')) return /<rss\b/.test(beginning) && beginning.includes('<wp:wxr_version>');
  return FILE_TYPES.test(type) || FILE_NAMES.test(pathname);
}

/** The name of a file by its address. */
function nameIn({ pathname }: URL): string {
  const last = basename(pathname)
    .replace(/\.gz$/i, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(-100);
  return /\w/.test(last) ? last : 'calendar';
}

/** Writes content into a file of its own. */
async function kept(
  content: () => Readable,
  { name, most, isPacked }: { name: string; most: number; isPacked: boolean },
): Promise<ReadableFile> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-import-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) throw sourceRefused(`${name} cannot be read: it has more than ${most / 1_000_000} MB`);
      yield chunk;
    }
  }
  const path = join(folder, name);
  try {
    await pipeline(content(), isPacked ? createGunzip() : new PassThrough(), counted, createWriteStream(path));
    return { path, close };
  } catch (error) {
    close();
    throw /^Z_/.test((error as NodeJS.ErrnoException).code ?? '')
      ? sourceRefused(`${name} cannot be read: it is no whole gzip file`)
      : error;
  }
}
