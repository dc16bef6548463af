import { DomainError } from '../../errors.ts';
import { readSlice, type SliceInput } from '../../fields/slice.ts';
import { giveUpWhenLate } from '../../request.ts';
import type { Connection } from '../../rules/connection.ts';
import { cursorOf, type Key } from '../../rules/cursor.ts';
import { once } from '../../rules/once-for.ts';
import type { Versioned } from './bodies.ts';
import { type Band, beyond, type KeyedListing, keyOf, reversed } from './keyed-list.ts';
import type { Asking } from './page.ts';
import type { Repository } from './repository.ts';

export interface RankedListing extends KeyedListing {
  /** All of the list, in the order of the ranks. */
  bands: readonly Band[];
}

interface Ranked<R> {
  record: R;
  key: Key;
}

/** What lies between two places of the rising order, neither of which is meant. */
interface Between {
  low?: Key | undefined;
  high?: Key | undefined;
}

/**
 * The same as `connectionOf`, for such a list. Of a band with one rank no more is read than is shown; of one with several
 * all ids are, so there should not be many.
 */
export function rankedConnection<R extends Versioned>(
  repository: Repository<R>,
  { filter, sort, index, order, bands, rankIs, total: counted }: RankedListing,
  { running, restsOn, ...input }: SliceInput & Asking,
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
        restsOn,
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

  /** The first records that lie between two places, or the last ones. */
  async function read(between: Between, rising: boolean, most: number): Promise<Ranked<R>[]> {
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

  /** The same, as they are shown: whole, and without those that are damaged. */
  async function shown(most: number): Promise<{ node: R; key: Key }[]> {
    for (let damaged = 0; ; ) {
      const ranked = await read(part, rises, most + damaged);
      const records = await repository.shownByKeys(
        ranked.map(({ record: { _id } }) => ({ _id })),
        { restsOn },
      );
      const sound = ranked.flatMap(({ record: { version }, key }, at) => {
        const node = records[at];
        return node instanceof DomainError ? [] : [{ node, key, isSame: node?.version === version }];
      });
      // One of them was written between the two looks, and may be for this list no longer.
      if (sound.some(({ isSame }) => !isSame)) continue;
      if (sound.length >= most || ranked.length < most + damaged)
        return sound.slice(0, most).map(({ node, key }) => ({ node: node as R, key }));
      damaged += most - sound.length;
    }
  }

  const found = once(() => shown(limit + 1));
  const isMore = async () => (limit === 0 ? (await read(part, rises, 1)).length > 0 : (await found()).length > limit);
  /** Whether a record stands at this place, or before it as the list is shown, or behind it. */
  const isBeyond = (place: Key | undefined, behind: boolean) => async () => {
    if (!place) return false;
    const above = behind !== isFalling;
    const [id, ...rest] = place.toReversed() as [number, ...Key];
    const justPast = [...rest.toReversed(), above ? id - 1 : id + 1];
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
    total: once(async () => {
      giveUpWhenLate(running);
      return counted ? counted() : repository.count(filter, { index, restsOn });
    }),
  };
}

/** Whether one place of the rising order comes before another; what is not there is before and behind all. */
function isBefore(a: Key | undefined, b: Key | undefined): boolean {
  if (!a || !b) return true;
  const at = a.findIndex((value, index) => value !== b[index]);
  return at !== -1 && a[at]! < b[at]!;
}
