import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type Answered, type Built, buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { countedUids } from '../../support/uids.ts';

/** A request, and the lines of its answer. */
export interface Recorded {
  /** Method, path and caller, or what else tells it from the others. */
  name: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  lines: string[];
}

/** A difference from the recorded answers that is wanted. */
export interface Declared {
  /** Finds the names of the answers in which it occurs. */
  answers: string;
  /** Finds its lines: `-` or `+`, then the line. */
  lines: string;
  why: string;
}

/** Writes files to a folder that are packed as one compressed text: a line of JSON with their names and sizes, then their bytes. */
export function unpack(packed: Buffer, folder: string): void {
  const all = brotliDecompressSync(packed);
  let at = all.indexOf('\n') + 1;
  for (const [name, size] of JSON.parse(all.toString('utf8', 0, at)) as [string, number][]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), all.subarray(at, at + size));
    at += size;
  }
}

/** Makes UIDs that the calendar does not have yet. */
function newUids(): () => string {
  const made = countedUids();
  return () => made().replace('-8000-', '-9000-');
}

/** The app on a data folder, on a Friday after all of its changes. */
export const open = (folder: string, built: Built = {}): Promise<TestApp> =>
  buildApp({
    env: {
      MONGODB_URI: '',
      DATA_DIR: folder,
      SITE_TIMEZONE: 'Europe/Madrid',
      MCP: 'write',
      PERSISTED_DOCUMENTS: join(folder, 'persisted-documents.json'),
    },
    now: FRIDAY,
    users: [],
    newUid: newUids(),
    ...built,
  });

/** Sends a request, and returns the lines of its answer. */
export async function ask(app: TestApp, { path, method, headers, body }: Omit<Recorded, 'lines'>): Promise<string[]> {
  return linesOf(await app.fetch(path, { method, headers, ...(body !== undefined && { body }) }));
}

/** Headers that say nothing of their own: hashes and lengths of what is sent. */
const SILENT = /^(?:etag|content-length|content-security-policy|date)$/;

function linesOf({ status, headers, body, text }: Answered): string[] {
  const told = [...headers].filter(([name]) => !SILENT.test(name)).map(([name, value]) => `${name}: ${value}`);
  return [`status: ${status}`, ...told, ...bodyLines(headers.get('content-type') ?? '', body, text)];
}

function bodyLines(type: string, body: unknown, text: string): string[] {
  if (type.startsWith('text/html')) return elementLines(parse(text));
  if (type.startsWith('image/')) return [];
  if (body !== undefined) return valueLines(body, '');
  if (type.includes('xml')) return text.replaceAll('><', '>\n<').split('\n');
  // A long line of iCalendar goes on after a blank.
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  return lines.filter(Boolean).flatMap((line) => (line.startsWith('{') ? valueLines(JSON.parse(line), '') : line));
}

/** A line for each value, with the names that lead to it. Lists have no numbers, so that one more member is one more line. */
function valueLines(value: unknown, path: string): string[] {
  const isList = Array.isArray(value);
  // Cursors hold a random number, and each new copy of a calendar has its own.
  if (typeof value === 'string' && /(?:^|\.)(?:cursor|changes|calendar)$/.test(path)) return [`${path}: …`];
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [`${path}: ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([name, member]) =>
    valueLines(member, isList ? `${path}[]` : path ? `${path}.${name}` : name),
  );
}

/** Elements of a page that people and programs find their way by, and the attributes that say what they are. */
const SHOWN = /^(?:a|link|form|input|select|button|img|h[1-6]|nav|main|header|footer|article|time|meta|iframe|dt|dd)$/;
const SAID = ['rel', 'hreflang', 'type', 'name', 'property', 'content', 'href', 'action', 'src', 'value', 'datetime'];
const WITH_TEXT = /^(?:a|button|h[1-6]|time|dt|dd)$/;

function elementLines(node: DefaultTreeAdapterTypes.Node): string[] {
  const { nodeName, attrs = [], childNodes = [] } = node as DefaultTreeAdapterTypes.Element;
  const below = childNodes.flatMap(elementLines);
  const attributes = attrs.filter(({ name }) => SAID.includes(name)).map(({ name, value }) => ` ${name}=${value}`);
  if (attributes.includes(' type=application/ld+json'))
    return valueLines(JSON.parse((childNodes[0] as DefaultTreeAdapterTypes.TextNode).value), 'JSON-LD');
  if (!SHOWN.test(nodeName)) return below;
  const text = WITH_TEXT.test(nodeName) ? ` ${textOf(node).replace(/\s+/g, ' ').trim()}` : '';
  return [`<${nodeName}${attributes.join('')}>${text}`, ...below];
}

const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node ? node.value : ((node as DefaultTreeAdapterTypes.Element).childNodes ?? []).map(textOf).join('');

/** The lines that are in one list only, in order: `-` before those of the first, `+` before those of the second. */
export function difference(before: readonly string[], after: readonly string[]): string[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let [end, last] = [before.length, after.length];
  while (end > start && last > start && before[end - 1] === after[last - 1]) {
    end -= 1;
    last -= 1;
  }
  const [olds, news] = [before.slice(start, end), after.slice(start, last)];
  // The longest common part of what is left.
  const common = olds.map(() => new Uint32Array(news.length + 1));
  common.push(new Uint32Array(news.length + 1));
  for (let at = olds.length - 1; at >= 0; at -= 1)
    for (let to = news.length - 1; to >= 0; to -= 1)
      common[at]![to] =
        olds[at] === news[to] ? common[at + 1]![to + 1]! + 1 : Math.max(common[at + 1]![to]!, common[at]![to + 1]!);
  const changed: string[] = [];
  let [at, to] = [0, 0];
  while (at < olds.length || to < news.length) {
    if (at < olds.length && to < news.length && olds[at] === news[to]) {
      at += 1;
      to += 1;
    } else if (to === news.length || (at < olds.length && common[at + 1]![to]! >= common[at]![to + 1]!)) {
      changed.push(`-${olds[at]}`);
      at += 1;
    } else {
      changed.push(`+${news[to]}`);
      to += 1;
    }
  }
  return changed;
}
