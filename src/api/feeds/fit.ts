import { pause } from '../../domain/event-loop.ts';
import { shortened } from '../../domain/text.ts';

/** The maximum size of a feed in bytes. Google accepts no more. */
export const MOST_BYTES = 1_000_000;

/** One event of a feed: its text, and the parts before and after the text. */
export interface Item {
  before: string;
  after: string;
  /** The original text, and the function that encodes it for the feed. */
  text: string;
  write(text: string): string;
}

const size = (text: string) => Buffer.byteLength(text);

/**
 * Writes the items in at most `room` bytes. If the texts are too long together, it shortens the longest ones to one common
 * size. If that is not enough, it leaves out the last items.
 */
export async function fitted(items: readonly Item[], room: number, separator = ''): Promise<string[]> {
  const [kept, left] = leftOut(items, room, size(separator));
  const texts: string[] = [];
  for (const { text, write } of kept) {
    await pause();
    texts.push(write(text));
  }
  const most = greatestSize(texts.map(size), left);
  const written: string[] = [];
  for (const [at, { before, after, ...item }] of kept.entries()) {
    await pause();
    written.push(before + (size(texts[at]!) > most ? cut(item, most) : texts[at]!) + after);
  }
  return written;
}

/** The first items that fit without their texts, and the bytes that remain for the texts. */
function leftOut(items: readonly Item[], room: number, between: number): [kept: readonly Item[], left: number] {
  let left = room;
  for (const [at, { before, after, write }] of items.entries()) {
    const next = left - size(before) - size(after) - size(write('')) - between;
    if (next < 0) return [items.slice(0, at), left];
    left = next;
  }
  return [items, left];
}

/** The maximum size of each text so that all of them fit. Only larger texts are shortened to it. */
function greatestSize(sizes: readonly number[], room: number) {
  let left = room;
  const sorted = [...sizes].sort((a, b) => a - b);
  for (const [at, each] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (each > share) return share;
    left -= each;
  }
  return Number.POSITIVE_INFINITY;
}

/** Shortens a text until its encoded form has at most `most` bytes. */
function cut({ text, write }: Pick<Item, 'text' | 'write'>, most: number) {
  const share = most / size(write(text));
  for (let length = Math.floor(text.length * share); length > 0; length = Math.floor(length * 0.9)) {
    const written = write(shortened(text, length));
    if (size(written) <= most) return written;
  }
  return write('');
}
