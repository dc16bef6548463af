import { createReadStream } from 'node:fs';
import { sourceRefused } from '../item.ts';

/** An error at a position in a file: `events.csv, line 3, column 7: …`. Both count from 1. */
export const fileRefused = (name: string, { line, column }: { line: number; column?: number }, why: string): Error =>
  sourceRefused(`${name}, line ${line}${column === undefined ? '' : `, column ${column}`}: ${why}`);

/** A piece of text, and how many bytes of the file were read up to its end. */
export interface Chunk {
  text: string;
  bytes: number;
}

/** The text of a file, in pieces. @throws SourceRefused if it cannot be read, or with the position of invalid UTF-8 */
export async function* readText(path: string, name: string): AsyncGenerator<Chunk> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let at = { line: 1, column: 1 };
  let bytes = 0;
  let before: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of wholeCharacters(createReadStream(path))) {
      bytes += chunk.length;
      const text = decode(() => decoder.decode(chunk, { stream: true }), Buffer.concat([before, chunk]));
      at = moved(at, text);
      before = chunk.subarray(Math.max(0, chunk.length - LONGEST_CHARACTER));
      yield { text, bytes };
    }
    decode(() => decoder.decode(), before);
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason ? sourceRefused(`${path} cannot be read: ${reason}`) : error;
  }

  function decode(work: () => string, chunk: Buffer) {
    try {
      return work();
    } catch {
      // U+FFFD replaces bytes that are not a character.
      const place = moved(at, chunk.toString('utf8').split('\uFFFD', 1)[0]!);
      throw fileRefused(name, place, 'This is no UTF-8. Save the file as UTF-8 and import it again.');
    }
  }
}

const LONGEST_CHARACTER = 3;

/** A line break and a blank within a character: programs that fold lines of iCalendar by bytes write that. */
const FOLDED = /([\xc2-\xf4][\x80-\xbf]{0,2})(\r?\n[ \t])([\x80-\xbf]{1,3})/g;
const LONGEST_FOLDED = 9;

/** The same bytes, with such a break behind the character. */
async function* wholeCharacters(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let remaining = '';
  for await (const chunk of chunks) {
    const text = (remaining + chunk.toString('latin1')).replace(FOLDED, '$1$3$2');
    remaining = text.slice(-LONGEST_FOLDED);
    yield Buffer.from(text.slice(0, -LONGEST_FOLDED), 'latin1');
  }
  yield Buffer.from(remaining, 'latin1');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
};

interface Place {
  line: number;
  column: number;
}

/** The position after a text. */
function moved({ line, column }: Place, text: string): Place {
  const last = text.lastIndexOf('\n');
  if (last < 0) return { line, column: column + text.length };
  return { line: line + text.split('\n').length - 1, column: text.length - last };
}

/** A line without its line ending. */
export interface Line {
  text: string;
  /** From 1. */
  number: number;
  /** How many bytes of the file were read so far. */
  bytes: number;
}

/** The lines of a text one by one. @see lineGroupsOf */
export async function* linesOf(chunks: AsyncIterable<Chunk>, longest: number): AsyncGenerator<Line> {
  for await (const lines of lineGroupsOf(chunks, longest)) yield* lines;
}

/**
 * Splits text into lines, those of a chunk together: to wait for each costs more than to read it. A line of more than `longest`
 * characters keeps its first ones, at least one more than that.
 */
export async function* lineGroupsOf(chunks: AsyncIterable<Chunk>, longest: number): AsyncGenerator<Line[]> {
  let remaining = '';
  let number = 0;
  for await (const { text, bytes } of chunks) {
    // Only what is new is split: a long line comes in many chunks.
    const [first = '', ...others] = text.split('\n');
    const lines = [remaining.length > longest ? remaining : remaining + first, ...others];
    remaining = lines.pop()!;
    yield lines.map((line) => {
      number += 1;
      return { text: withoutBom(line.endsWith('\r') ? line.slice(0, -1) : line, number), number, bytes };
    });
    if (remaining.length > longest) remaining = remaining.slice(0, longest + 1);
  }
  if (remaining !== '')
    yield [{ text: withoutBom(remaining.replace(/\r$/, ''), number + 1), number: number + 1, bytes: 0 }];
}

const withoutBom = (text: string, line: number) => (line === 1 ? text.replace(/^\uFEFF/, '') : text);
