import { createHash } from 'node:crypto';
import type { Precondition } from '../rules/precondition.ts';
import { type Answer, type Encoding, type Incoming, isReading } from './exchange.ts';

const HASH_LENGTH = 16;

/** A short text that differs where one of the parts does: what entity tags are made of. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, HASH_LENGTH);
}

/** The entity tag of content of which nothing else is known. */
export const tagOf = (content: string | Uint8Array): string => `"${hashOf(content)}"`;

/** The entity tag of the same content in an encoding. A strong one stands for these bytes, so it is another. */
export const tagIn = (tag: string, encoding: Encoding | undefined): string =>
  encoding === undefined || tag.startsWith('W/') ? tag : `${tag.slice(0, -1)}-${encoding}"`;

/** Whether the client has what it would be sent (RFC 9110, section 13.1). */
export function isKnown({ method, headers }: Pick<Incoming, 'method' | 'headers'>, answer: Answer): boolean {
  if (!isReading({ method }) || answer.status !== 200) return false;
  const { 'if-none-match': tags, 'if-modified-since': date } = headers;
  if (tags !== undefined) return names(tags, answer.headers.ETag!);
  const [since, modified] = [timeOf(date), timeOf(answer.headers['Last-Modified'])];
  return since !== undefined && modified !== undefined && modified <= since;
}

/**
 * What the record must be like that a client writes to (RFC 9110, sections 13.1.1 and 13.1.4): entity tags of records begin
 * with their version, and that alone counts.
 */
export function preconditionOf({ headers }: Pick<Incoming, 'headers'>): Precondition | undefined {
  const { 'if-match': tags, 'if-unmodified-since': date } = headers;
  if (tags?.trim() === '*') return undefined;
  if (tags !== undefined)
    return { versions: [...tags.matchAll(/(?<!W\/)"(\d{1,15})-[^"]*"/g)].map(([, version]) => Number(version)) };
  const since = timeOf(date);
  return since === undefined ? undefined : { unmodifiedSince: since };
}

/** Weak comparison: what matters is what stands in the quotes. */
function names(tags: string, tag: string): boolean {
  if (tags.trim() === '*') return true;
  const wanted = opaque(tag);
  return [...tags.matchAll(/(?:W\/)?"[^"]*"/g)].some(([each]) => opaque(each) === wanted);
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** The three forms of dates of HTTP begin with the day of the week; milliseconds. */
function timeOf(date: string | undefined): number | undefined {
  const time = date !== undefined && /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** That nothing has changed: all that is said about the answer, but for what describes its content. */
export function notModified({ headers }: Answer): Answer {
  const said = Object.entries(headers).filter(([name]) => !/^content-(?!location$|security)/i.test(name));
  return { status: 304, headers: Object.fromEntries(said), content: '' };
}
