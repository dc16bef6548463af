import type { Store } from '../data/port.ts';
import { POSTS } from '../kinds/collections.ts';
import { type ClaimedIds, type IdRange, IMPORTS } from '../kinds/imports.ts';
import type { Item, ItemKind } from './item.ts';

/** Lets records keep the ids that they have elsewhere. */
interface KeptIds {
  /** Claims the ids of these items, as far as they are not assigned here. */
  claim(items: readonly Item[]): Promise<void>;
  /** The ids that these items may have. They must be taken in the unit that creates the record. */
  free(items: readonly Item[]): Promise<ReadonlyMap<Item, number>>;
  /** Notes that an id was used. Part of that unit. */
  taken(kind: ItemKind, id: number): Promise<void>;
}

type Space = 'posts' | 'terms';

/** No calendar counts this far. Higher ids would leave no room for new records. */
const HIGHEST = 1_000_000_000;

/** How many ranges are remembered. The largest are kept. */
const MOST_RANGES = 1000;

const isTerm = (kind: ItemKind) => kind === 'category' || kind === 'tag';

const spaceOf = (kind: ItemKind) => (isTerm(kind) ? 'terms' : 'posts');

/** The counter value that yields an id: the first term has id 2. */
const numberOf = (kind: ItemKind, id: number) => (isTerm(kind) ? id - 1 : id);

/** A dry run keeps its claims in memory. */
export function createKeptIds(store: Store, { dryRun }: { dryRun: boolean }): KeptIds {
  let supposed: ClaimedIds | undefined;

  const claimed = async () =>
    supposed ??
    (await store.byIds<ClaimedIds>(IMPORTS.name, ['claimed']))[0] ?? { _id: 'claimed', posts: [], terms: [] };

  async function keep(ranges: ClaimedIds) {
    if (dryRun) supposed = ranges;
    else await store.put<ClaimedIds>(IMPORTS.name, [ranges]);
  }

  /** Changes the ranges in a unit, so that simultaneous imports take turns. */
  const change = (to: (ranges: ClaimedIds) => ClaimedIds) => store.atomically(async () => keep(to(await claimed())));

  /**
   * Records an intent before claiming. A store never assigns an id twice, so an import killed in between would lose its claim.
   * The ids of an intent are still ours if none was assigned since.
   */
  async function claimUpTo(space: Space, number: number) {
    const last = await store.lastId(space);
    const intent = (await claimed()).intents?.[space];
    if (intent?.[1] === last) await change((ranges) => withClaimed(ranges, space, intent));
    if (last >= number) return;
    await change((ranges) => ({ ...ranges, intents: { ...ranges.intents, [space]: [last + 1, number] } }));
    const before = await store.claimIds(space, number);
    await change((ranges) => withClaimed(ranges, space, [before + 1, number]));
  }

  return {
    async claim(items) {
      for (const space of ['posts', 'terms'] as const) {
        const numbers = items.flatMap(({ kind, id }) =>
          spaceOf(kind) === space && id !== undefined && id <= HIGHEST ? [numberOf(kind, id)] : [],
        );
        if (numbers.length) await claimUpTo(space, Math.max(...numbers));
      }
    },
    async free(items) {
      const ranges = await claimed();
      const wanted = items.filter(
        ({ kind, id }) => id !== undefined && ranges[spaceOf(kind)].some(includes(numberOf(kind, id))),
      );
      const posts = wanted.flatMap(({ kind, id }) => (isTerm(kind) ? [] : [id!]));
      const taken = new Set<number>();
      for (const collection of posts.length ? POSTS : [])
        for (const { _id } of await store.byIds<{ _id: number }>(collection, posts, { only: [] })) taken.add(_id);
      const given = new Map<Item, number>();
      for (const item of wanted) {
        const { kind, id } = item;
        if (!isTerm(kind) && taken.has(id!)) continue;
        // A source may use an id twice.
        if (!isTerm(kind)) taken.add(id!);
        given.set(item, id!);
      }
      return given;
    },
    async taken(kind, id) {
      // Posts stay for ever, so their ids are visibly taken. A term may be deleted, but its id must never be reused.
      if (!isTerm(kind)) return;
      const ranges = await claimed();
      await keep({ ...ranges, terms: without(ranges.terms, numberOf(kind, id)) });
    },
  };
}

/** Adds a claimed range and removes the intent of its space. The range is empty if others took those ids in the meantime. */
function withClaimed({ intents, ...ranges }: ClaimedIds, space: Space, range: IdRange): ClaimedIds {
  const { [space]: _, ...others } = intents ?? {};
  const claimed = range[0] > range[1] ? ranges[space] : joined([...ranges[space], range]);
  return { ...ranges, [space]: claimed, intents: others };
}

const includes =
  (number: number) =>
  ([from, to]: IdRange) =>
    from <= number && number <= to;

/** Merges adjacent ranges. */
function joined(ranges: readonly IdRange[]) {
  const found: IdRange[] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return largest(found);
}

/** The ranges without a number. */
const without = (ranges: readonly IdRange[], number: number) =>
  largest(
    ranges.flatMap((range) => {
      if (!includes(number)(range)) return [range];
      const parts: IdRange[] = [
        [range[0], number - 1],
        [number + 1, range[1]],
      ];
      return parts.filter(([from, to]) => from <= to);
    }),
  );

const largest = (ranges: readonly IdRange[]) =>
  [...ranges].sort(([a, b], [c, d]) => d - c - (b - a)).slice(0, MOST_RANGES);
