import type { Filter, Store, Stored } from '../../data/port.ts';
import type { Instant } from '../../domain/time.ts';
import { DAY } from '../../domain/zones.ts';
import { EVENTS, type EventRecord } from '../event/record.ts';

/** The time from one moment on, up to but not including another. */
export interface Span {
  from?: Instant;
  before?: Instant;
}

/** `2026-11`, in UTC. Years that do not have four digits sort correctly among the others. */
export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, -17).replace('+', 'x');

export const includes = ({ from, before }: Span, at: Instant): boolean =>
  (from === undefined || from <= at) && (before === undefined || at < before);

export const isEmpty = ({ from, before }: Span): boolean =>
  from !== undefined && before !== undefined && from >= before;

/** The time that two spans share. */
export function sharedSpan(one: Span, other: Span): Span {
  const froms = [one.from, other.from].filter((at) => at !== undefined);
  const befores = [one.before, other.before].filter((at) => at !== undefined);
  return {
    from: froms.length > 0 ? Math.max(...froms) : undefined,
    before: befores.length > 0 ? Math.min(...befores) : undefined,
  };
}

/** Milliseconds of a month, on average. */
const MONTH = 2_629_746_000;

/** The first moment of the month that is so many after that of a moment, in UTC. */
function startOfMonth(at: Instant, later = 0): Instant {
  const day = new Date(at);
  const first = new Date(0);
  first.setUTCFullYear(day.getUTCFullYear(), day.getUTCMonth() + later, 1);
  return first.getTime();
}

/** Divides a span at starts of months into at most `most` parts, evenly between two moments in it. One part for a month. */
export function dividedByMonths(span: Span, [first, last]: readonly [Instant, Instant], most: number): Span[] {
  const months = 1 + Math.round((startOfMonth(last) - startOfMonth(first)) / MONTH);
  const length = Math.ceil(months / most);
  const cuts = [...Array(most + 1).keys()].map((at) => startOfMonth(first, Math.min(at * length, months)));
  const ends = [...new Set(cuts)].filter((at) => includes(span, at) && at !== span.from);
  return [span.from, ...ends].map((from, at) => ({ from, before: ends[at] ?? span.before }));
}

/** Where the events of a list are counted. */
export interface Counting {
  /** Counts those that start within a span. */
  count(span: Span): Promise<number>;
  /** The same within a part of the list, for spans that move with the time. */
  countWithin?(span: Span, part: Span): Promise<number>;
  /** When the first or the last of those within a span starts; undefined if there are none. */
  end(span: Span, which: 'first' | 'last'): Promise<Instant | undefined>;
}

/** What numbers that stay are read from: never behind the change log, which says when they change. */
export type Exact = Pick<Store, 'find' | 'count' | 'tally'>;

/** On a store whose reads may lag, reads in units. */
export function exactly(store: Store): Exact {
  if (!store.readsBehind) return store;
  return {
    find: <T extends Stored>(...how: Parameters<Store['find']>) => store.atomically(() => store.find<T>(...how)),
    count: (...how) => store.atomically(() => store.count(...how)),
    tally: (...how) => store.atomically(() => store.tally(...how)),
  };
}

/** Where the events of a filter are counted, by the index that it names. Their starts rest on nothing more than their numbers. */
export function countingOf(
  store: Pick<Store, 'find' | 'count'>,
  filter: Filter,
  index: string,
  dependencies: Set<string> | null = null,
): Counting {
  const within = ({ from, before }: Span): Filter => ({
    $and: [
      filter,
      { startsAt: { ...(from !== undefined && { $gte: from }), ...(before !== undefined && { $lt: before }) } },
    ],
  });
  return {
    count: (span) => store.count(EVENTS.name, within(span), { index, dependencies }),
    async end(span, which) {
      const how = { sort: [['startsAt', which === 'first' ? 1 : -1]], limit: 1, only: ['startsAt'], index } as const;
      const [found] = await store.find<EventRecord>(EVENTS.name, within(span), { ...how, dependencies: null });
      // The start of a damaged event may be anything.
      return Number.isFinite(found?.startsAt) ? found?.startsAt : undefined;
    },
  };
}

/** The stretch of time by which two spans differ at one end, and whether it adds to the count or takes from it. */
interface Edge extends Span {
  sign: 1 | -1;
}

/**
 * The stretches to add to one span's count to get the other's; undefined if an end differs by more than a day, or a span is
 * empty.
 */
export function edgesBetween(was: Span, is: Span): Edge[] | undefined {
  if (isEmpty(was) || isEmpty(is)) return undefined;
  const edges: Edge[] = [];
  for (const end of ['from', 'before'] as const) {
    const [old, now] = [was[end], is[end]];
    if (old === now) continue;
    if (old === undefined || now === undefined || Math.abs(now - old) > DAY) return undefined;
    const sign = now > old === (end === 'before') ? 1 : -1;
    edges.push({ from: Math.min(old, now), before: Math.max(old, now), sign });
  }
  return edges;
}
