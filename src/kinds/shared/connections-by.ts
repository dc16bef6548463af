import type { Versioned } from '../../cache/records.ts';
import type { Filter } from '../../data/port.ts';
import { cursorOf } from '../../domain/cursor.ts';
import { readSlice, type SliceInput } from '../../domain/fields/slice.ts';
import { once } from '../../domain/once-for.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { type Connection, connectionOf } from './connection.ts';
import { beyond, type KeyedListing, keyOf, reversed } from './keyed-list.ts';
import type { ReadContext } from './page.ts';
import type { Repository } from './repository.ts';

/** Lists of records, grouped by the other records that they name. */
export interface Named {
  /** The field of a record that names one or more others, and its index. */
  list: string;
  index: string;
  /** The owner of each list, with the ids of which its records name at least one. */
  members: ReadonlyMap<number, readonly number[]>;
}

/** The minimum number of records to read at once. */
const FEWEST = 100;

/**
 * The same part of several lists, read together. One query is usually enough for all of them; more follow if a few lists
 * have most of the first results.
 */
export async function connectionsBy<R extends Versioned>(
  repository: Repository<R>,
  { list, index, members, ...listing }: KeyedListing & Named,
  request: SliceInput & ReadContext,
): Promise<Map<number, Connection<R>>> {
  const { running, dependencies, ...input } = request;
  const { filter, sort, order } = listing;
  const { limit, fromEnd, after, before } = readSlice(input, { order, sort });
  const direction = fromEnd ? reversed(sort) : sort;
  const between = [
    filter,
    ...(after ? [beyond(sort, after)] : []),
    ...(before ? [beyond(reversed(sort), before)] : []),
  ];
  const only = [...new Set([list, 'version', ...sort.map(([field]) => field)])];

  /** The records of each list, up to one more than is shown. */
  const listed = once(async () => {
    const found = new Map<number, R[]>([...members.keys()].map((owner) => [owner, []]));
    let waiting = [...members.keys()];
    for (let further: Filter[] = []; waiting.length > 0; ) {
      giveUpWhenLate(running);
      const most = Math.max(FEWEST, 2 * waiting.length * (limit + 1));
      const names = { [list]: { $in: [...new Set(waiting.flatMap((owner) => members.get(owner)!))] } };
      const some = await repository.find(
        { $and: [...between, ...further, names] },
        { sort: direction, index, only, limit: most, dependencies },
      );
      for (const record of some) {
        const named = new Set([(record as unknown as Record<string, number | number[]>)[list]!].flat());
        for (const owner of waiting)
          if (members.get(owner)!.some((id) => named.has(id))) found.get(owner)!.push(record);
      }
      const last = some.at(-1);
      waiting = some.length < most ? [] : waiting.filter((owner) => found.get(owner)!.length <= limit);
      if (last) further = [beyond(direction, keyOf(last, sort))];
    }
    return found;
  });
  const records = once(async () => {
    const ids = [...(await listed()).values()].flatMap((some) => some.slice(0, limit).map(({ _id }) => _id));
    const unique = [...new Set(ids)];
    // A query of its own: how many are made does not depend on which lists come at the same time.
    const read = await repository.shownByKeys(
      unique.map((_id) => ({ _id })),
      { dependencies },
    );
    return new Map(unique.map((id, at) => [id, read[at]]));
  });

  return new Map(
    [...members].map(([owner, ids]) => {
      const own = { ...listing, index, filter: { $and: [filter, { [list]: { $in: [...ids] } }] } };
      const alone = once(async () => connectionOf(repository, own, request));
      const edges = once(async () => {
        const shown = (await listed()).get(owner)!.slice(0, limit);
        const byId = await records();
        const nodes = shown.map(({ _id }) => byId.get(_id)) as R[];
        // A record was written between the two queries, or is damaged.
        if (nodes.some((node, at) => node?.version !== shown[at]!.version)) return (await alone()).edges();
        if (fromEnd) nodes.reverse();
        return nodes.map((node) => ({ node, cursor: cursorOf(order, keyOf(node, sort)) }));
      });
      const isMore = async () => (await listed()).get(owner)!.length > limit;
      const connection: Connection<R> = {
        edges,
        hasNextPage: async () => (fromEnd ? before !== undefined && (await alone()).hasNextPage() : isMore()),
        hasPreviousPage: async () => (fromEnd ? isMore() : after !== undefined && (await alone()).hasPreviousPage()),
        total: async () => (await alone()).total(),
        list: own,
      };
      return [owner, connection];
    }),
  );
}
