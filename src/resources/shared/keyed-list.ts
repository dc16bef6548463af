import type { ConnectionInput } from '../../fields/slice.ts';
import type { Key } from '../../rules/cursor.ts';
import type { Filter, FindOptions } from '../../store/port.ts';
import type { Listing } from './page.ts';

export type Sort = NonNullable<FindOptions['sort']>;

/** Some of the records of a list whose order begins with a rank, which is worked out and not stored. */
export interface Band {
  /** Which they are. It takes the place of the filter of the list. */
  filter: Filter;
  index: string;
  /** The ranks that they have. Those of the next band are higher. */
  lowest: number;
  highest: number;
  /** Where they have several, that of a record: a lower one than the lowest for one that is in an earlier band already. */
  rank?: { of(record: object): number; only: readonly string[] };
}

/** A list that is read by keys: its order compares values that every record has, the id last. */
export interface KeyedListing extends Pick<Listing, 'filter' | 'sort' | 'index' | 'total'> {
  /** What its cursors call the order. */
  order: string;
  /** The list in parts, where the order begins with a rank that is worked out. */
  bands?: readonly Band[];
  /** What the rank of a record tells of it. */
  rankIs?: 'distanceKm';
}

/**
 * The order by one field, or by none, and then by id. The id falls where the field does: cursors of one direction are none
 * of the other.
 */
export function keyedOrder(
  name: string,
  { field, orderBy, otherwise = 'asc' }: OrderedBy,
): Pick<KeyedListing, 'sort' | 'order'> {
  const direction = (orderBy?.direction ?? (orderBy ? 'asc' : otherwise)) === 'desc' ? -1 : 1;
  const fields = field === undefined ? ['_id'] : [field, '_id'];
  return {
    sort: fields.map((each) => [each, direction] as const),
    // The language of a text is part of its field.
    order: `${name} ${direction}${field?.replace(/^[^.]*/, '') ?? ''}`,
  };
}

interface OrderedBy {
  field: string | undefined;
  orderBy: ConnectionInput['orderBy'];
  /** The direction where no order is asked for. */
  otherwise?: 'asc' | 'desc';
}

/** The same order from its end. */
export const reversed = (sort: Sort): Sort =>
  sort.map(([field, direction]) => [field, direction === 1 ? -1 : 1] as const);

/** Where a record stands. */
export const keyOf = (record: object, sort: Sort): Key =>
  sort.map(([field]) => field.split('.').reduce((value, key) => Object(value)[key], record as unknown) as string);

/** What a record is asked for that stands there. */
export const at = (sort: Sort, key: Key): Filter =>
  Object.fromEntries(sort.map(([field], index) => [field, key[index]!]));

/** What comes after a place in an order. Said of the first value by itself too, so that an index is entered there. */
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
