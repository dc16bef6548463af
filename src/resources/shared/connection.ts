import type { Context } from '../../context.ts';
import { type ConnectionInput, readSlice, type SliceInput } from '../../fields/slice.ts';
import { giveUpWhenLate } from '../../request.ts';
import type { Connection } from '../../rules/connection.ts';
import { cursorOf, type Key } from '../../rules/cursor.ts';
import { once } from '../../rules/once-for.ts';
import type { Filter, FindOptions } from '../../store/port.ts';
import type { Versioned } from './bodies.ts';
import type { Listing } from './page.ts';
import type { Band } from './ranked-connection.ts';
import type { Repository } from './repository.ts';

type Sort = NonNullable<FindOptions['sort']>;

/** A list that is read by keys: its order compares values that every record has, the id last. */
export interface KeyedListing extends Pick<Listing, 'filter' | 'sort' | 'index' | 'total'> {
  /** What its cursors call the order. */
  order: string;
  /** The list in parts, where the order begins with a rank that is worked out. */
  bands?: readonly Band[];
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

/**
 * Part of a list, found by the keys of its ends: whatever is inserted, moved or deleted meanwhile, no record that stays is
 * given twice or left out.
 * @throws INVALID_FIELD naming the argument that is wrong
 */
export function connectionOf<R extends Versioned>(
  repository: Repository<R>,
  { filter, sort, index, order, total: counted }: KeyedListing,
  { running, ...input }: SliceInput & Pick<Context, 'running'>,
): Connection<R> {
  const { limit, fromEnd, after, before } = readSlice(input, { order, sort });
  const backwards = reversed(sort);
  const how = { sort: fromEnd ? backwards : sort, index };
  const between: Filter[] = [
    filter,
    ...(after ? [beyond(sort, after)] : []),
    ...(before ? [beyond(backwards, before)] : []),
  ];
  // One more than is shown says whether there are more.
  const found = once(async () => {
    giveUpWhenLate(running);
    return limit === 0 ? [] : repository.firstShown({ $and: between }, { ...how, limit: limit + 1 });
  });
  const isMore = async () =>
    limit === 0
      ? (await repository.find({ $and: between }, { ...how, only: [], limit: 1 })).length > 0
      : (await found()).length > limit;
  /** Whether a record stands at this place, or beyond it. */
  const isBeyond = (place: Key | undefined, away: Sort) =>
    once(async () => {
      if (!place) return false;
      const there = { $and: [filter, { $or: [at(sort, place), beyond(away, place)] }] };
      return (await repository.find(there, { ...how, only: [], limit: 1 })).length > 0;
    });
  return {
    edges: once(async () => {
      const records = (await found()).slice(0, limit);
      if (fromEnd) records.reverse();
      return records.map((node) => ({ node, cursor: cursorOf(order, keyOf(node, sort)) }));
    }),
    hasNextPage: fromEnd ? isBeyond(before, sort) : isMore,
    hasPreviousPage: fromEnd ? isMore : isBeyond(after, backwards),
    total: once(async () => {
      giveUpWhenLate(running);
      return counted ? counted() : repository.count(filter, { index });
    }),
  };
}

/** The same order from its end. */
export const reversed = (sort: Sort): Sort =>
  sort.map(([field, direction]) => [field, direction === 1 ? -1 : 1] as const);

/** Where a record stands. */
export const keyOf = (record: object, sort: Sort): Key =>
  sort.map(([field]) => field.split('.').reduce((value, key) => Object(value)[key], record as unknown) as string);

const at = (sort: Sort, key: Key): Filter => Object.fromEntries(sort.map(([field], index) => [field, key[index]!]));

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
