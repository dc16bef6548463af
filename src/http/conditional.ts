import { createHash } from 'node:crypto';
import type { Precondition } from '../domain/precondition.ts';
import { type Answer, type Encoding, type Incoming, isReading } from './exchange.ts';

const HASH_LENGTH = 16;

/** A short hash of the parts, from which entity tags are made. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, HASH_LENGTH);
}

/** The entity tag of content, made from the content alone. */
export const tagOf = (content: string | Uint8Array): string => `"${hashOf(content)}"`;

/** The entity tag of the content in an encoding. A strong tag stands for exact bytes, so it gets a suffix. */
export const tagIn = (tag: string, encoding: Encoding | undefined): string =>
  encoding === undefined || tag.startsWith('W/') ? tag : `${tag.slice(0, -1)}-${encoding}"`;

/**
 * Whether the client already has this answer (RFC 9110, section 13.1). A date after `now` (milliseconds) is of a clock that was
 * wrong, and counts for nothing (RFC 2616, section 14.25).
 */
export function isNotModified(
  { method, headers }: Pick<Incoming, 'method' | 'headers'>,
  answer: Answer,
  now: number,
): boolean {
  if (!isReading({ method }) || answer.status !== 200) return false;
  const { 'if-none-match': tags, 'if-modified-since': date } = headers;
  if (tags !== undefined) return names(tags, answer.headers.ETag!);
  const [since, modified] = [timeOf(date), timeOf(answer.headers['Last-Modified'])];
  return since !== undefined && modified !== undefined && modified <= since && since <= now;
}

/**
 * The precondition for the record that a request changes (RFC 9110, sections 13.1.1, 13.1.2 and 13.1.4). Records' entity tags begin with
 * their version, and only that counts. No record meets a date after `now`: what was changed since the client read it is unknown.
 */
export function preconditionOf({ headers }: Pick<Incoming, 'headers'>, now: number): Precondition | undefined {
  const { 'if-match': tags, 'if-none-match': none, 'if-unmodified-since': date } = headers;
  // It asks that there be no record.
  if (none?.trim() === '*') return { versions: [] };
  if (tags?.trim() === '*') return undefined;
  if (tags !== undefined)
    return { versions: [...tags.matchAll(/(?<!W\/)"(\d{1,15})-[^"]*"/g)].map(([, version]) => Number(version)) };
  const since = timeOf(date);
  if (since === undefined) return undefined;
  return since > now ? { versions: [] } : { unmodifiedSince: since };
}

/** Weak comparison: only the text in the quotes counts. */
function names(tags: string, tag: string) {
  if (tags.trim() === '*') return true;
  const wanted = opaque(tag);
  return [...tags.matchAll(/(?:W\/)?"[^"]*"/g)].some(([each]) => opaque(each) === wanted);
}

const opaque = (tag: string) => tag.replace(/^W\//, '');

/** A date in milliseconds. All three HTTP date formats begin with the day of the week. */
function timeOf(date: string | undefined) {
  const time = date !== undefined && /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** A 304 with the answer's headers, except those that describe its content. */
export function notModified({ headers }: Answer): Answer {
  const said = Object.entries(headers).filter(([name]) => !/^content-(?!location$|security)/i.test(name));
  return { status: 304, headers: Object.fromEntries(said), content: '' };
}
