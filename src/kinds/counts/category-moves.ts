import { isDeepStrictEqual } from 'node:util';
import type { ChangeReader } from '../../data/changes/read.ts';
import type { Change } from '../../data/changes/record.ts';
import type { Store } from '../../data/port.ts';
import { giveUpWhenLate, type Running } from '../../domain/request.ts';
import { type EventRecord, IN_EVENTS, type Naming, PUBLISHED } from '../event/record.ts';
import { byList } from '../event-links.ts';
import { Outdated } from '../shared/outdated.ts';
import type { Repository } from '../shared/repository.ts';
import type { TermRecord } from '../term/record.ts';
import { aboveThoseOf } from './counting.ts';
import { type Above, type CountedEvent, createDifferences, type Differences } from './event-differences.ts';
import { byStart } from './events-by-start.ts';

/** A category that moves to another place in the tree, or is deleted. */
export interface CategoryMove {
  _id: number;
  /** The ids above it before the move, from the top down. */
  from: readonly number[];
  /** The ids above it after the move. If it is deleted, the ids above its former children. */
  to: readonly number[];
  gone?: true;
}

/** How a move changes the numbers of categories, worked out at a revision of the change log. */
export interface PreparedMove {
  move: CategoryMove;
  since: number;
  /** The events that carry the category or one below it, as they were counted. */
  counted: ReadonlyMap<number, CountedEvent>;
  above: Above;
  differences: Differences;
}

/**
 * Works out how the numbers change when a category moves or is deleted. The numbers of the categories above depend on every event
 * below it, so this is worked out before the unit, a batch of events at a time. In the unit, only events that the change log has
 * reported since are worked out again. The unit sees everything that was committed before it, and has counted it. Whatever is
 * committed later is counted by the places of the categories at that time, in a unit that writes a category which this unit
 * writes, too.
 */
export interface CategoryMoves {
  /** Call it outside a unit; `read` runs each query of the store. Returns undefined if no category above is affected. */
  prepare(
    move: CategoryMove,
    how: { read<T>(look: () => Promise<T>): Promise<T>; running: Running },
  ): Promise<PreparedMove | undefined>;
  /** Returns the differences as of now. Call it first in a unit. @throws Outdated when the preparation is no longer valid */
  differences(move: CategoryMove, prepared: PreparedMove | undefined): Promise<Differences>;
}

interface MoveDeps {
  store: Store;
  changes: ChangeReader;
  events: Repository<EventRecord>;
  categories: Repository<TermRecord>;
}

/** Events that are read and counted at once, which takes some milliseconds. */
const BATCH = 200;

/** Empty lists, for an event whose links were not read. */
export const NAMES_NOTHING: Naming = { categories: [], tags: [], ...byList(() => []) };

/** The fields that are read of an event when a category moves. The move changes no number that depends on other fields. */
const READ = ['status', 'hideFromListings', 'startsAt', 'categories'] as const;

export function createCategoryMoves({ store, changes, events, categories }: MoveDeps): CategoryMoves {
  /** Yields all events that count: listed events, and public events that are hidden from lists. */
  async function* carriedBy(category: number, find: Store['find']): AsyncGenerator<CountedEvent[]> {
    const how = { only: READ, index: IN_EVENTS.categories, batch: BATCH };
    const carrying = { categories: category };
    for (const which of [
      { trashed: false, hideFromListings: false, ...carrying },
      { ...PUBLISHED, hideFromListings: true, ...carrying },
    ])
      for await (const batch of byStart<CountedEvent>({ find }, which, how))
        yield batch.map((event) => ({ ...NAMES_NOTHING, ...event }));
  }

  return {
    async prepare(move, { read, running }) {
      if (move.from.length + move.to.length === 0) return undefined;
      const since = await changes.last();
      const find: Store['find'] = (...args) => {
        giveUpWhenLate(running);
        return read(() => store.find(...args));
      };
      const below = await read(() => categories.find({ ancestors: move._id }, { only: ['ancestors'] }));
      const counted = new Map<number, CountedEvent>();
      const above = new Map<number, readonly number[]>();
      const differences = createDifferences(store.kind);
      for (const category of [move._id, ...below.map(({ _id }) => _id)])
        for await (const batch of carriedBy(category, find)) {
          const fresh = batch.filter(({ _id }) => !counted.has(_id));
          const named = fresh.flatMap((event) => event.categories).filter((id) => !above.has(id));
          for (const [id, ancestors] of await read(() => aboveThoseOf(store, [{ categories: named }])))
            above.set(id, ancestors);
          for (const event of fresh) {
            counted.set(event._id, event);
            countMoved(differences, event, { move, above, by: 1 });
          }
        }
      return { move, since, counted, above, differences };
    },
    async differences(move, prepared) {
      if (move.from.length + move.to.length === 0) return createDifferences(store.kind);
      if (!prepared || !isDeepStrictEqual(prepared.move, move)) throw new Outdated();
      const told = await changes.committedSince(prepared.since);
      if (told === 'unknown' || told.some(mayMoveCategories)) throw new Outdated();
      const changed = [...new Set(told.flatMap((change) => (change.kind === 'event' ? [change.id] : [])))];
      const differences = createDifferences(store.kind, prepared.differences);
      for (const id of changed) {
        const was = prepared.counted.get(id);
        if (was) countMoved(differences, was, { move, above: prepared.above, by: -1 });
      }
      const found = changed.length ? await events.find({ _id: { $in: changed } }, { only: READ, index: '_id_' }) : [];
      const now = found
        .filter((event) => Array.isArray(event.categories))
        .map((event) => ({ ...NAMES_NOTHING, ...event }));
      const above = await aboveThoseOf(store, now);
      for (const event of now) countMoved(differences, event, { move, above, by: 1 });
      if (move.gone) differences.leave(`categories/${move._id}`);
      return differences;
    },
  };
}

/** Whether a change may have moved or deleted an existing category. */
const mayMoveCategories = (change: Change): boolean =>
  change.kind === 'all' || (change.kind === 'category' && change.done !== 'created');

/** Adds what a move changes about where an event counts; with -1, takes that back. */
function countMoved(
  differences: Differences,
  event: CountedEvent,
  { move, above, by }: { move: CategoryMove; above: Above; by: 1 | -1 },
): void {
  const then = new Map(event.categories.map((id) => [id, placed(move, id, above.get(id) ?? [])]));
  const categories = move.gone ? event.categories.filter((id) => id !== move._id) : event.categories;
  differences.count(event, above, by === 1 ? -1 : 1);
  differences.count({ ...event, categories }, then, by);
}

/** The ids above a category after the move. */
function placed(move: CategoryMove, id: number, ancestors: readonly number[]): readonly number[] {
  const at = id === move._id ? ancestors.length : ancestors.indexOf(move._id);
  return at < 0 ? ancestors : [...move.to, ...ancestors.slice(move.gone ? at + 1 : at)];
}
