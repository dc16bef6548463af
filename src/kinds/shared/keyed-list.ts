import type { Filter, FindOptions } from '../../data/port.ts';
import type { Key } from '../../domain/cursor.ts';
import type { ConnectionInput } from '../../domain/fields/slice.ts';
import type { Listing } from './page.ts';

export type Sort = NonNullable<FindOptions['sort']>;

/** Part of a list whose order begins with a rank that is computed, not stored. */
export interface Band {
  /** Replaces the filter of the list. */
  filter: Filter;
  index: string;
  /** The range of ranks in this band. The next band has higher ones. */
  lowest: number;
  highest: number;
  /** Computes a record's rank, if the band has several. A rank below the lowest means an earlier band has the record. */
  rank?: { of(record: object): number; only: readonly string[] };
}

/** A list that is read by keys. Its order compares values that every record has, with the id last. */
export interface KeyedListing extends Listing {
  /** The name of the order in its cursors. */
  order: string;
  /** The list in parts, if its order begins with a computed rank. */
  bands?: readonly Band[];
  /** The meaning of the rank. */
  rankIs?: 'distanceKm';
  /** Its all-day events, for a list of events. */
  wholeDays?: Pick<Listing, 'filter' | 'index'>;
}

/**
 * Orders by one field or none, then by id in the same direction. Cursors of one direction are not valid in the other.
 */
export function keyedOrder(
  name: string,
  { field, orderBy, otherwise = 'asc' }: OrderedBy,
): Pick<KeyedListing, 'sort' | 'order'> {
  const direction = (orderBy?.direction ?? (orderBy ? 'asc' : otherwise)) === 'desc' ? -1 : 1;
  const fields = field === undefined ? ['_id'] : [field, '_id'];
  return {
    sort: fields.map((each) => [each, direction] as const),
    // A text field includes its language.
    order: `${name} ${direction}${field?.replace(/^[^.]*/, '') ?? ''}`,
  };
}

interface OrderedBy {
  field: string | undefined;
  orderBy: ConnectionInput['orderBy'];
  /** The direction if no order is requested. */
  otherwise?: 'asc' | 'desc';
}

/** The opposite order. */
export const reversed = (sort: Sort): Sort =>
  sort.map(([field, direction]) => [field, direction === 1 ? -1 : 1] as const);

/** The key of a record in an order. */
export const keyOf = (record: object, sort: Sort): Key =>
  sort.map(([field]) => field.split('.').reduce((value, key) => Object(value)[key], record as unknown) as string);

/** The filter for the record at a key. */
export const at = (sort: Sort, key: Key): Filter =>
  Object.fromEntries(sort.map(([field], index) => [field, key[index]!]));

/** The filter for what follows a key in an order. It also bounds the first value alone, so that an index can start there. */
export function beyond(sort: Sort, key: Key): Filter {
  const [[first, direction]] = sort as [Sort[number]];
  const rising = direction === 1;
  if (sort.length === 1) return { [first]: rising ? { $gt: key[0]! } : { $lt: key[0]! } };
  const later = sort.map(([field, direction], index) => ({
    ...at(sort.slice(0, index), key),
    [field]: direction === 1 ? { $gt: key[index]! } : { $lt: key[index]! },
  }));
  return { [first]: rising ? { $gte: key[0]! } : { $lte: key[0]! }, $or: later };
}
