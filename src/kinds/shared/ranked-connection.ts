import type { Versioned } from '../../cache/records.ts';
import { cursorOf, type Key } from '../../domain/cursor.ts';
import { DomainError } from '../../domain/errors.ts';
import { readSlice, type SliceInput } from '../../domain/fields/slice.ts';
import { once } from '../../domain/once-for.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import { type Connection, connectionOf } from './connection.ts';
import { type Band, beyond, type KeyedListing, keyOf, reversed } from './keyed-list.ts';
import { countOf, type ReadContext } from './page.ts';
import type { Repository } from './repository.ts';

export interface RankedListing extends KeyedListing {
  /** The whole list, in rank order. */
  bands: readonly Band[];
}

interface Ranked<R> {
  record: R;
  key: Key;
}

/** The range between two keys in ascending order, both excluded. */
interface Between {
  low?: Key;
  high?: Key;
}

/**
 * Like `connectionOf`, for a ranked list. From a band with one rank, only what is shown is read. From a band with several,
 * all ids are read, so such bands should be small.
 */
function rankedConnection<R extends Versioned>(
  repository: Repository<R>,
  { filter, sort, index, order, bands, rankIs, total }: RankedListing,
  { running, dependencies, ...input }: SliceInput & ReadContext,
): Connection<R> {
  const { limit, fromEnd, after, before } = readSlice(input, { order, sort: ['rank', ...sort] });
  const isFalling = sort[0]![1] === -1;
  const up = isFalling ? reversed(sort) : sort;
  const part: Between = isFalling ? { low: before, high: after } : { low: after, high: before };
  const rises = fromEnd === isFalling;

  async function inBand(band: Band, { low, high }: Between, how: { rising: boolean; limit: number }) {
    const { lowest, rank } = band;
    const bounds = [
      ...(!rank && low?.[0] === lowest ? [beyond(up, low.slice(1))] : []),
      ...(!rank && high?.[0] === lowest ? [beyond(reversed(up), high.slice(1))] : []),
    ];
    const found = await repository.find(
      { $and: [band.filter, ...bounds] },
      {
        sort: how.rising ? up : reversed(up),
        index: band.index,
        dependencies,
        only: [...new Set(['version', ...up.map(([field]) => field), ...(rank?.only ?? [])])],
        ...(!rank && { limit: how.limit }),
      },
    );
    const ranked = found
      .map((record): Ranked<R> => ({ record, key: [rank ? rank.of(record) : lowest, ...keyOf(record, up)] }))
      .filter(({ key }) => (key[0] as number) >= lowest && isBefore(low, key) && isBefore(key, high));
    ranked.sort((a, b) => (isBefore(a.key, b.key) ? -1 : 1));
    return how.rising ? ranked : ranked.reverse();
  }

  /** The first or the last records between two keys. */
  async function read(between: Between, rising: boolean, most: number) {
    const { low, high } = between;
    const within = bands.filter(
      ({ lowest, highest }) => highest >= Number(low?.[0] ?? lowest) && lowest <= Number(high?.[0] ?? highest),
    );
    const found: Ranked<R>[] = [];
    for (const band of rising ? within : within.toReversed()) {
      if (found.length >= most) break;
      giveUpWhenLate(running);
      found.push(...(await inBand(band, between, { rising, limit: most - found.length })));
    }
    return found.slice(0, most);
  }

  /** The same as whole records, without damaged ones. */
  async function shown(most: number) {
    for (let damaged = 0; ; ) {
      const ranked = await read(part, rises, most + damaged);
      const records = await repository.shownByKeys(
        ranked.map(({ record: { _id } }) => ({ _id })),
        { dependencies },
      );
      const sound = ranked.flatMap(({ record: { version }, key }, at) => {
        const node = records[at];
        return node instanceof DomainError ? [] : [{ node, key, isSame: node?.version === version }];
      });
      // A record was written between the two queries and may no longer belong to this list.
      if (sound.some(({ isSame }) => !isSame)) continue;
      if (sound.length >= most || ranked.length < most + damaged)
        return sound.slice(0, most).map(({ node, key }) => ({ node: node as R, key }));
      damaged += most - sound.length;
    }
  }

  const found = once(() => shown(limit + 1));
  const isMore = async () => (limit === 0 ? (await read(part, rises, 1)).length > 0 : (await found()).length > limit);
  /** Whether there is a record at this place, or past it: after it with `behind`, otherwise before it. */
  const isBeyond = (place: Key | undefined, behind: boolean) => async () => {
    if (!place) return false;
    const above = behind !== isFalling;
    const [id, ...others] = place.toReversed() as [number, ...Key];
    const justPast = [...others.toReversed(), above ? id - 1 : id + 1];
    return (await read(above ? { low: justPast } : { high: justPast }, above, 1)).length > 0;
  };
  return {
    edges: once(async () => {
      const edges = (limit === 0 ? [] : await found()).slice(0, limit);
      if (fromEnd) edges.reverse();
      return edges.map(({ node, key }) => ({
        node,
        cursor: cursorOf(order, key),
        ...(rankIs && { [rankIs]: key[0] as number }),
      }));
    }),
    hasNextPage: fromEnd ? isBeyond(before, true) : isMore,
    hasPreviousPage: fromEnd ? isMore : isBeyond(after, false),
    total: countOf(repository, { filter, index, total }, { running, dependencies }),
    list: { filter, index },
  };
}

/** Part of a list, which is ranked if it has bands. */
export const partOf = <R extends Versioned>(
  repository: Repository<R>,
  { bands, ...listing }: KeyedListing,
  input: SliceInput & ReadContext,
): Connection<R> =>
  bands ? rankedConnection(repository, { ...listing, bands }, input) : connectionOf(repository, listing, input);

/** Whether one key comes before another in ascending order. True if either is absent. */
function isBefore(a: Key | undefined, b: Key | undefined) {
  if (!a || !b) return true;
  const at = a.findIndex((value, index) => value !== b[index]);
  return at !== -1 && a[at]! < b[at]!;
}
