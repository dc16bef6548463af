import type { Versioned } from '../../cache/records.ts';
import type { Filter } from '../../data/port.ts';
import { cursorOf, type Key } from '../../domain/cursor.ts';
import { readSlice, type SliceInput } from '../../domain/fields/slice.ts';
import { once } from '../../domain/once-for.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { at, beyond, type KeyedListing, keyOf, reversed, type Sort } from './keyed-list.ts';
import { countOf, type Listing, type ReadContext } from './page.ts';
import type { Repository } from './repository.ts';

/** A record of a list, and its place there. */
export interface Edge<R> {
  node: R;
  cursor: string;
  /** The distance of the record in kilometres, if the list is ordered by distance. */
  distanceKm?: number;
}

/** Part of a list. Everything is read on demand, and only once. */
export interface Connection<R> {
  edges(): Promise<Edge<R>[]>;
  /** Whether there is more after this part. */
  hasNextPage(): Promise<boolean>;
  /** Whether there is more before this part. */
  hasPreviousPage(): Promise<boolean>;
  total(): Promise<number>;
  /** What the whole list holds, for those who count its parts. */
  list?: Pick<Listing, 'filter' | 'index'>;
  /** The filters that were asked for, for what says how they were understood. */
  where?: object | null | undefined;
}

/**
 * Part of a list, found by the keys of its ends. Whatever is inserted, moved or deleted meanwhile, no record that stays is
 * repeated or skipped.
 * @throws INVALID_FIELD naming the argument that is wrong
 */
export function connectionOf<R extends Versioned>(
  repository: Repository<R>,
  { filter, sort, index, order, total }: KeyedListing,
  { running, dependencies, ...input }: SliceInput & ReadContext,
): Connection<R> {
  const { limit, fromEnd, after, before } = readSlice(input, { order, sort });
  const backwards = reversed(sort);
  const how = { sort: fromEnd ? backwards : sort, index, dependencies };
  const between: Filter[] = [
    filter,
    ...(after ? [beyond(sort, after)] : []),
    ...(before ? [beyond(backwards, before)] : []),
  ];
  // Reads one extra record to tell whether there are more.
  const found = once(async () => {
    giveUpWhenLate(running);
    return limit === 0 ? [] : repository.firstShown({ $and: between }, { ...how, limit: limit + 1 });
  });
  const isMore = async () =>
    limit === 0
      ? (await repository.find({ $and: between }, { ...how, only: [], limit: 1 })).length > 0
      : (await found()).length > limit;
  /** Whether there is a record at this place or beyond it. */
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
    total: countOf(repository, { filter, index, total }, { running, dependencies }),
    list: { filter, index },
  };
}
