import { once } from '../rules/once-for.ts';
import type { Instant } from '../rules/time.ts';
import type { Additions, Collection, Filter, Store } from '../store/port.ts';
import type { Naming } from './event/record.ts';

/** Which events are counted: those that everybody sees in lists, or those that who edits sees there. */
export type DayScope = 'public' | 'alive';

/** Whose events are counted: those that name a record in a list, with a category those below it too, or all of them. */
export type DayEntry = `${keyof Naming}/${number}` | 'events';

/** How many events start on each day of a month (UTC), by the day's two digits. A day or a scope without one may be missing. */
export interface DayCounts extends Partial<Record<DayScope, Readonly<Record<string, number>>>> {
  /** The entry and the month: `venues/5/2026-11`. Those of all events lie in several parts: `events/2026-11/3`. */
  _id: string;
}

/** The numbers of events by day, from which totals are added up. */
export const EVENT_DAYS = { name: 'event_days', indexes: [] } as const satisfies Collection;

/** Moments from one on, up to before another. */
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
 * In so many documents all events of a month are counted, by their ids: of several units at a time, those of different
 * events are less in each other's way. A total adds up whatever parts there are.
 */
const PARTS: Readonly<Record<Store['kind'], number>> = { embedded: 1, mongodb: 8 };

const DAY = 86_400_000;

/** Behind all months of an entry. */
const END = '~';

/** `2026-11`. What lies outside of the years of four digits is in order with the others. */
export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, -17).replace('+', 'x');

const dayOf = (at: Instant): string => new Date(at).toISOString().slice(-16, -14);

/** Where an event of an entry is counted: the document, and its field for the day in a scope. */
export function dayCell(entry: DayEntry, { _id, startsAt }: { _id: number; startsAt: Instant }, kind: Store['kind']) {
  const part = entry === 'events' ? `/${_id % PARTS[kind]}` : '';
  return { document: `${entry}/${monthOf(startsAt)}${part}`, day: dayOf(startsAt) };
}

/** The first of the parts that a document is one of. */
export const firstPart = (document: string): string => document.replace(/^(events\/.+\/)\d+$/, '$10');

/** The documents of an entry, in a span of whole months. */
export const daysOf = (entry: string, { from, before }: Span = {}): Filter => ({
  _id: {
    $gte: `${entry}/${from === undefined ? '' : monthOf(from)}`,
    $lt: `${entry}/${before === undefined ? '' : monthOf(before - 1)}${END}`,
  },
});

/** The month of a document of an entry. */
export function spanOf(document: string, entry: DayEntry): Span {
  const month = document
    .slice(entry.length + 1)
    .split('/')[0]!
    .replace('x', '+');
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from: from.getTime(), before: new Date(from).setUTCMonth(from.getUTCMonth() + 1) };
}

/** Adds to the numbers, as part of the caller's unit: at its end, and the parts of all events last, since many write those. */
export function addToDays(store: Store, additions: Additions<string>): Promise<void> {
  const ids = [...additions.keys()].sort();
  const isOfAll = (id: string): boolean => id.startsWith('events/');
  const inOrder = [...ids.filter((id) => !isOfAll(id)), ...ids.filter(isOfAll)];
  return store.add(EVENT_DAYS.name, new Map(inOrder.map((id) => [id, additions.get(id)!])), { upsert: true });
}

/** What the numbers by day say of the events that are counted. */
export interface CountedDays {
  /** How many start within the span: whole days are added up, `count` counts what remains of the days at its two ends. */
  total(count: (span: Span) => Promise<number>): Promise<number>;
  /** Before when the first `wanted` of them start, at the latest; undefined when whole days do not say. */
  before(wanted: number): Promise<Instant | undefined>;
}

/** The numbers of days, added up from the first one on. */
export interface DaySums {
  /** The days on which any start, in their order. */
  days: readonly Instant[];
  /** How many start up to the end of each. */
  sums: readonly number[];
}

/** Adds up what documents of an entry say in a scope; the numbers of a day may stand in several parts. */
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

/** The first place in a rising list that holds this or more. */
function placeOf(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The numbers are read once, when they are asked for: those of the whole months that the days lie in. */
export function countedDays(read: (days: Filter) => Promise<DaySums>, { entry, from, before }: Counted): CountedDays {
  const whole = {
    from: from === undefined ? undefined : Math.ceil(from / DAY) * DAY,
    before: before === undefined ? undefined : Math.floor(before / DAY) * DAY,
  };
  const hasDays = whole.from === undefined || whole.before === undefined || whole.from < whole.before;
  const daySums = once(() => (hasDays ? read(daysOf(entry, whole)) : Promise.resolve({ days: [], sums: [] })));
  /** How many start before a day. */
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
