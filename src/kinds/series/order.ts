import type { Store } from '../../data/port.ts';
import type { Instant } from '../../domain/time.ts';
import { EVENTS, type EventRecord } from '../event/record.ts';
import type { Repository } from '../shared/repository.ts';
import { partsOf } from './chain.ts';
import { SERIES, type SeriesRecord } from './record.ts';

/** What decides the places of occurrences among those of their series. */
const DECIDES = ['series', 'startsAt', 'endsAt', 'status', 'trashed', 'hideFromListings'] as const;

type Placed = Pick<EventRecord, '_id' | 'startsAt' | 'endsAt' | 'previousStartsAt' | 'previousEndsAt'>;

/** What the occurrences of a series, in order of their starts, must have stored and have not. */
export function misplaced(occurrences: readonly Placed[]): Placed[] {
  let before: { startsAt: Instant; endsAt: Instant } | undefined;
  return occurrences.flatMap(({ _id, startsAt, endsAt, previousStartsAt, previousEndsAt }) => {
    const is = before;
    before = { startsAt, endsAt: Math.max(endsAt, before?.endsAt ?? endsAt) };
    if (previousStartsAt === is?.startsAt && previousEndsAt === is?.endsAt) return [];
    return [{ _id, startsAt, endsAt, ...(is && { previousStartsAt: is.startsAt, previousEndsAt: is.endsAt }) }];
  });
}

/** Whether an event is an occurrence that everybody sees in lists. */
export const isListed = ({ series, trashed, hideFromListings, status }: EventRecord): boolean =>
  series !== undefined && !trashed && !hideFromListings && status === 'publish';

const placed = ({ previousStartsAt: _, previousEndsAt: __, ...event }: EventRecord, at?: Placed): EventRecord => ({
  ...event,
  ...(at?.previousStartsAt !== undefined && {
    previousStartsAt: at.previousStartsAt,
    previousEndsAt: at.previousEndsAt!,
  }),
});

const byStart = (one: Placed, other: Placed) => one.startsAt - other.startsAt || one._id - other._id;

/**
 * The same repository of events. With each write it also stores, in the same unit, what follows for the order of the occurrences of
 * their series. The parts of a divided series count as one. Lists that show each series once find its first event in a span by that
 * order (`src/kinds/event/collapse.ts`).
 */
export function inOrder(events: Repository<EventRecord>, store: Store): Repository<EventRecord> {
  /** Groups these series: each alone, or with all parts of a chain. */
  async function groupsOf(ids: readonly number[]) {
    const read = { only: ['chain'], dependencies: null } as const;
    const found = ids.length ? await store.byIds<SeriesRecord>(SERIES.name, ids, read) : [];
    const chains = [...new Set(found.flatMap(({ chain }) => chain ?? []))];
    const groups: number[][] = [];
    for (const chain of chains) {
      const parts = await store.find<SeriesRecord>(
        SERIES.name,
        { chain },
        { ...partsOf(1), only: [], dependencies: null },
      );
      groups.push(parts.map(({ _id }) => _id));
    }
    const grouped = new Set(groups.flat());
    return [...groups, ...ids.filter((id) => !grouped.has(id)).map((id) => [id])];
  }

  /** Puts the occurrences of a group in order, and returns what follows for those that are still to be inserted. */
  async function place(group: readonly number[], others: readonly EventRecord[] = []) {
    const series = group.length === 1 ? group[0]! : { $in: group };
    const listed = { series, trashed: false, hideFromListings: false, status: 'publish' };
    const stored = await store.find<EventRecord>(EVENTS.name, listed, {
      index: 'series',
      only: ['startsAt', 'endsAt', 'previousStartsAt', 'previousEndsAt'],
      dependencies: null,
    });
    const wrong = new Map(misplaced([...stored, ...others].sort(byStart)).map((each) => [each._id, each]));
    for (const { _id } of stored) {
      const { previousStartsAt, previousEndsAt } = wrong.get(_id) ?? {};
      if (previousStartsAt !== undefined)
        await store.update(EVENTS.name, _id, { $set: { previousStartsAt, previousEndsAt } });
      else if (wrong.has(_id))
        await store.update(EVENTS.name, _id, { $unset: { previousStartsAt: true, previousEndsAt: true } });
    }
    return wrong;
  }

  const groupsAmong = (changes: readonly EventRecord[]) =>
    groupsOf([...new Set(changes.flatMap((event) => event.series ?? []))]);

  const isMoved = (before: EventRecord, after: EventRecord) => DECIDES.some((field) => before[field] !== after[field]);

  async function insertAll(records: readonly EventRecord[]) {
    const listed = records.filter(isListed);
    const places = new Map<number, Placed>();
    for (const group of await groupsAmong(listed))
      for (const each of await place(
        group,
        listed.filter((event) => group.includes(event.series!)),
      ))
        places.set(...each);
    await events.insertAll(records.map((event) => placed(event, places.get(event._id))));
  }

  async function replaceAll(changes: readonly (readonly [EventRecord, EventRecord])[]) {
    // Lists never leave out an occurrence that only some see.
    await events.replaceAll(changes.map(([before, after]) => [before, isListed(after) ? after : placed(after)]));
    for (const group of await groupsAmong(changes.filter((each) => isMoved(...each)).flat())) await place(group);
  }

  return {
    ...events,
    insertAll,
    replaceAll,
    async insert(record) {
      if (record.series === undefined) return events.insert(record);
      await insertAll([record]);
      return record;
    },
    async replace(before, after) {
      const replaced = await events.replace(before, isListed(after) ? after : placed(after));
      if (isMoved(before, after)) for (const group of await groupsAmong([before, after])) await place(group);
      return replaced;
    },
    async delete(record) {
      const was = await events.delete(record);
      for (const group of await groupsAmong([record])) await place(group);
      return was;
    },
  };
}
