import type { Additions, Collection, Filter, Store } from '../../data/port.ts';
import { once } from '../../domain/once-for.ts';
import type { Instant } from '../../domain/time.ts';
import { DAY } from '../../domain/zones.ts';
import type { Naming } from '../event/record.ts';

/** Which events are counted: those that everybody sees in lists (`public`), or all that a list may show to somebody (`alive`). */
export type DayScope = 'public' | 'alive';

/**
 * Which events an entry covers: all events, or those that name a record in a list. For a category, this includes the categories
 * below it.
 */
export type DayEntry = `${keyof Naming}/${number}` | 'events';

/**
 * How many events start on each day of a month (UTC), by the day's two digits. A day or a scope without events may be missing.
 */
export interface DayCounts extends Partial<Record<DayScope, Readonly<Record<string, number>>>> {
  /** The entry and the month: `venues/5/2026-11`. The numbers of all events are split into parts: `events/2026-11/3`. */
  _id: string;
}

/** The numbers of events by day. Totals are sums of these. */
export const EVENT_DAYS = { name: 'event_days', indexes: [] } as const satisfies Collection;

/** The time from one moment on, up to but not including another. */
export interface Span {
  from?: Instant | undefined;
  before?: Instant | undefined;
}

/** What a total counts. */
export interface Counted extends Span {
  entry: DayEntry;
  scope: DayScope;
}

/**
 * How many documents share the numbers of all events of a month. The id of an event decides which of them counts it. Concurrent
 * units that write different events then get in each other's way less often. A total adds up all parts that exist.
 */
const PARTS: Readonly<Record<Store['kind'], number>> = { embedded: 1, mongodb: 8 };

/** Sorts after all months of an entry. */
const END = '~';

/** `2026-11`. Years that do not have four digits sort correctly among the others. */
export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, -17).replace('+', 'x');

const dayOf = (at: Instant): string => new Date(at).toISOString().slice(-16, -14);

/** Where an entry counts an event: the document, and the day, which is a field in each scope. */
export function dayCell(entry: DayEntry, { _id, startsAt }: { _id: number; startsAt: Instant }, kind: Store['kind']) {
  const part = entry === 'events' ? `/${_id % PARTS[kind]}` : '';
  return { document: `${entry}/${monthOf(startsAt)}${part}`, day: dayOf(startsAt) };
}

/** The id of the first part, from the id of any part. */
export const firstPart = (document: string): string => document.replace(/^(events\/.+\/)\d+$/, '$10');

/** Finds the documents of an entry, for the months of a span. */
export const daysOf = (entry: string, { from, before }: Span = {}): Filter => ({
  _id: {
    $gte: `${entry}/${from === undefined ? '' : monthOf(from)}`,
    $lt: `${entry}/${before === undefined ? '' : monthOf(before - 1)}${END}`,
  },
});

/** The month that a document of an entry covers. */
export function spanOf(document: string, entry: DayEntry): Span {
  const month = document
    .slice(entry.length + 1)
    .split('/')[0]!
    .replace('x', '+');
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from: from.getTime(), before: new Date(from).setUTCMonth(from.getUTCMonth() + 1) };
}

/**
 * Adds to the numbers, as part of the caller's unit. Call it at the end of the unit. It writes the parts of all events last,
 * because many units write those.
 */
export function addToDays(store: Store, additions: Additions<string>): Promise<void> {
  const ids = [...additions.keys()].sort();
  const isOfAll = (id: string): boolean => id.startsWith('events/');
  const inOrder = [...ids.filter((id) => !isOfAll(id)), ...ids.filter(isOfAll)];
  return store.add(EVENT_DAYS.name, new Map(inOrder.map((id) => [id, additions.get(id)!])), { upsert: true });
}

/** What the numbers by day tell about the counted events. */
export interface CountedDays {
  /** How many events start within the span. Adds up whole days, and uses `count` for the rest at both ends. */
  total(count: (span: Span) => Promise<number>): Promise<number>;
  /** A moment before which the first `wanted` events start; undefined if whole days cannot tell. */
  before(wanted: number): Promise<Instant | undefined>;
}

/** Running totals of the numbers by day. */
export interface DaySums {
  /** The days on which events start, in order. */
  days: readonly Instant[];
  /** How many events start up to the end of each day. */
  sums: readonly number[];
}

/** Adds up what the documents of an entry say in a scope. Several parts may have numbers for the same day. */
export function summed(months: readonly DayCounts[], { entry, scope }: Pick<Counted, 'entry' | 'scope'>): DaySums {
  const numbers = new Map<Instant, number>();
  for (const { _id, [scope]: counts = {} } of months) {
    const first = spanOf(_id, entry).from!;
    for (const [day, number] of Object.entries(counts)) {
      const at = first + (Number(day) - 1) * DAY;
      numbers.set(at, (numbers.get(at) ?? 0) + number);
    }
  }
  const days = [...numbers.keys()].sort((one, other) => one - other);
  let sum = 0;
  return { days, sums: days.map((day) => (sum += numbers.get(day)!)) };
}

/** The first place in an ascending list with at least this value. */
function placeOf(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads the numbers once, when they are first needed, for the whole months that contain the days. */
export function countedDays(read: (days: Filter) => Promise<DaySums>, { entry, from, before }: Counted): CountedDays {
  const whole = {
    from: from === undefined ? undefined : Math.ceil(from / DAY) * DAY,
    before: before === undefined ? undefined : Math.floor(before / DAY) * DAY,
  };
  const hasDays = whole.from === undefined || whole.before === undefined || whole.from < whole.before;
  const daySums = once(() => (hasDays ? read(daysOf(entry, whole)) : Promise.resolve({ days: [], sums: [] })));
  /** How many events start before a day. */
  const sumBefore = ({ days, sums }: DaySums, day: Instant): number => sums[placeOf(days, day) - 1] ?? 0;
  const { from: first = Number.NEGATIVE_INFINITY, before: end = Number.POSITIVE_INFINITY } = whole;

  return {
    async total(count) {
      if (!hasDays) return from! < before! ? count({ from, before }) : 0;
      const [counted, ...ends] = await Promise.all([
        daySums(),
        whole.from === from ? 0 : count({ from, before: whole.from }),
        whole.before === before ? 0 : count({ from: whole.before, before }),
      ]);
      return sumBefore(counted, end) - sumBefore(counted, first) + ends[0] + ends[1];
    },
    async before(wanted) {
      const counted = await daySums();
      const { days, sums } = counted;
      const day = days[placeOf(sums, sumBefore(counted, first) + wanted)];
      return day === undefined || day >= end ? undefined : day + DAY;
    },
  };
}
