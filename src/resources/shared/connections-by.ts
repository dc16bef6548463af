import { readSlice, type SliceInput } from '../../fields/slice.ts';
import { giveUpWhenLate } from '../../request.ts';
import type { Connection } from '../../rules/connection.ts';
import { cursorOf } from '../../rules/cursor.ts';
import { once } from '../../rules/once-for.ts';
import type { Filter } from '../../store/port.ts';
import type { Versioned } from './bodies.ts';
import { connectionOf } from './connection.ts';
import { beyond, type KeyedListing, keyOf, reversed } from './keyed-list.ts';
import type { Asking } from './page.ts';
import type { Repository } from './repository.ts';

/** Lists of the same records, one for each of several others that they name. */
export interface Named {
  /** The field of a record that names others, or one, and its index. */
  list: string;
  index: string;
  /** Whose lists these are, with the ids that a record of each names one of. */
  members: ReadonlyMap<number, readonly number[]>;
}

/** Fewer are not looked for at once. */
const FEWEST = 100;

/**
 * The same part of several lists, found together: with one look for all of them as a rule, and further ones where a few
 * have most of what is found first.
 */
export async function connectionsBy<R extends Versioned>(
  repository: Repository<R>,
  { list, index, members, ...listing }: KeyedListing & Named,
  asked: SliceInput & Asking,
): Promise<Map<number, Connection<R>>> {
  const { running, restsOn, ...input } = asked;
  const { filter, sort, order } = listing;
  const { limit, fromEnd, after, before } = readSlice(input, { order, sort });
  const way = fromEnd ? reversed(sort) : sort;
  const between = [
    filter,
    ...(after ? [beyond(sort, after)] : []),
    ...(before ? [beyond(reversed(sort), before)] : []),
  ];
  const only = [...new Set([list, 'version', ...sort.map(([field]) => field)])];

  /** What each list has, up to one more than is shown. */
  const listed = once(async () => {
    const found = new Map<number, R[]>([...members.keys()].map((of) => [of, []]));
    let waiting = [...members.keys()];
    for (let further: Filter[] = []; waiting.length > 0; ) {
      giveUpWhenLate(running);
      const most = Math.max(FEWEST, 2 * waiting.length * (limit + 1));
      const names = { [list]: { $in: [...new Set(waiting.flatMap((of) => members.get(of)!))] } };
      const some = await repository.find(
        { $and: [...between, ...further, names] },
        { sort: way, index, only, limit: most, restsOn },
      );
      for (const record of some) {
        const named = new Set([(record as unknown as Record<string, number | number[]>)[list]!].flat());
        for (const of of waiting) if (members.get(of)!.some((id) => named.has(id))) found.get(of)!.push(record);
      }
      const last = some.at(-1);
      waiting = some.length < most ? [] : waiting.filter((of) => found.get(of)!.length <= limit);
      if (last) further = [beyond(way, keyOf(last, sort))];
    }
    return found;
  });
  const records = once(async () => {
    const ids = [...(await listed()).values()].flatMap((some) => some.slice(0, limit).map(({ _id }) => _id));
    const unique = [...new Set(ids)];
    const read = await repository.shownByKeys(
      unique.map((_id) => ({ _id })),
      { restsOn },
    );
    return new Map(unique.map((id, at) => [id, read[at]]));
  });

  return new Map(
    [...members].map(([of, ids]) => {
      const alone = once(async () =>
        connectionOf(
          repository,
          { ...listing, index, filter: { $and: [filter, { [list]: { $in: [...ids] } }] } },
          asked,
        ),
      );
      const edges = once(async () => {
        const shown = (await listed()).get(of)!.slice(0, limit);
        const known = await records();
        const nodes = shown.map(({ _id }) => known.get(_id)) as R[];
        // One of them was written between the two looks, or is damaged.
        if (nodes.some((node, at) => node?.version !== shown[at]!.version)) return (await alone()).edges();
        if (fromEnd) nodes.reverse();
        return nodes.map((node) => ({ node, cursor: cursorOf(order, keyOf(node, sort)) }));
      });
      const isMore = async () => (await listed()).get(of)!.length > limit;
      const connection: Connection<R> = {
        edges,
        hasNextPage: async () => (fromEnd ? before !== undefined && (await alone()).hasNextPage() : isMore()),
        hasPreviousPage: async () => (fromEnd ? isMore() : after !== undefined && (await alone()).hasPreviousPage()),
        total: async () => (await alone()).total(),
      };
      return [of, connection];
    }),
  );
}
