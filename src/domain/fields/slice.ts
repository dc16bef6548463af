import { type Key, readCursor } from '../cursor.ts';
import { type Problem, problem } from '../errors.ts';
import { invalid } from './examine.ts';

/** The most records that a connection returns at once. */
export const LONGEST_SLICE = 100;

/** How many records a connection returns by default. */
export const DEFAULT_SLICE = 10;

/** The requested part of a list, as arguments of a connection. */
export interface SliceInput {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** The same, as understood: at most `limit` records from one end of the range between two places. */
interface Slice {
  limit: number;
  /** Whether the records are the last ones. */
  fromEnd: boolean;
  after?: Key;
  before?: Key;
}

/** An order that cursors name: its name, and how many values it compares. */
interface CursorOrder {
  order: string;
  sort: readonly unknown[];
}

/** @throws INVALID_FIELD naming every wrong argument, including a cursor that is broken or of another order */
export function readSlice(input: SliceInput, { order, sort }: CursorOrder): Slice {
  const problems: Problem[] = [];
  for (const field of ['first', 'last'] as const) {
    const count = input[field] ?? 0;
    if (count < 0 || count > LONGEST_SLICE)
      problems.push(problem(field, 'out_of_range', 'Must be a number from {0} to {1}.', 0, LONGEST_SLICE));
  }
  if (input.first != null && input.last != null)
    problems.push(problem('last', 'at_odds', 'Must not stand beside {0}.', { field: 'first' }));
  const place = (field: 'after' | 'before') => {
    const text = input[field];
    if (text == null) return undefined;
    const key = readCursor(text, order, sort.length);
    if (!key) problems.push({ field, code: 'invalid_cursor', message: 'Must be a cursor of this list in this order.' });
    return key;
  };
  const [after, before] = [place('after'), place('before')];
  if (problems.length) throw invalid(problems);
  return { limit: input.last ?? input.first ?? DEFAULT_SLICE, fromEnd: input.last != null, after, before };
}

/** The most records that a connection can return for these arguments, even if they are refused later. */
export const recordsInSlice = ({ first, last }: SliceInput): number =>
  Math.max(0, Math.min(last ?? first ?? DEFAULT_SLICE, LONGEST_SLICE));

/** The order of a list: one of the orders of its kind. */
export interface OrderBy {
  field: string;
  direction: 'asc' | 'desc';
}

/** The request for a connection: which records, in which order, and which part of them. */
export interface ConnectionInput extends SliceInput {
  where?: object | null;
  orderBy?: { field: string; direction?: 'asc' | 'desc' | null } | null;
}
