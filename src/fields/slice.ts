import type { Problem } from '../errors.ts';
import { type Key, readCursor } from '../rules/cursor.ts';
import { invalid } from './examine.ts';

/** More records of a connection than this are not given at once. */
export const MOST_AT_ONCE = 100;

/** How many records a connection gives that is not asked for a number. */
export const AT_ONCE = 10;

/** Which part of a list is asked for, as the arguments of a connection say it. */
export interface SliceInput {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** The same, understood: at most `limit` records from one end of what lies between two places. */
export interface Slice {
  limit: number;
  /** Whether the records are the last ones. */
  fromEnd: boolean;
  after?: Key | undefined;
  before?: Key | undefined;
}

/** An order that cursors name: its name, and how many values it compares. */
interface CursorOrder {
  order: string;
  sort: readonly unknown[];
}

/** @throws INVALID_FIELD naming every argument that is wrong, a cursor that is broken or of another order among them */
export function readSlice(input: SliceInput, { order, sort }: CursorOrder): Slice {
  const problems: Problem[] = [];
  for (const field of ['first', 'last'] as const) {
    const count = input[field] ?? 0;
    if (count < 0 || count > MOST_AT_ONCE)
      problems.push({ field, code: 'out_of_range', message: `Must be a number from 0 to ${MOST_AT_ONCE}.` });
  }
  if (input.first != null && input.last != null)
    problems.push({ field: 'last', code: 'at_odds', message: 'Must not be sent beside first.' });
  const place = (field: 'after' | 'before'): Key | undefined => {
    const text = input[field];
    if (text == null) return undefined;
    const key = readCursor(text, order, sort.length);
    if (!key) problems.push({ field, code: 'invalid_cursor', message: 'Must be a cursor of this list in this order.' });
    return key;
  };
  const [after, before] = [place('after'), place('before')];
  if (problems.length) throw invalid(problems);
  return { limit: input.last ?? input.first ?? AT_ONCE, fromEnd: input.last != null, after, before };
}

/** How many records a connection can give at the most, by what was sent: also where that is refused later. */
export const recordsInSlice = ({ first, last }: SliceInput): number =>
  Math.max(0, Math.min(last ?? first ?? AT_ONCE, MOST_AT_ONCE));

/** What a connection is asked for: which records, in which order, and which part of them. */
export interface ConnectionInput extends SliceInput {
  where?: object | null;
  orderBy?: { field: string; direction?: 'asc' | 'desc' | null } | null;
}
