import { LRUCache } from 'lru-cache';
import type { Touched } from '../../data/changes/touched.ts';
import type { Filter, Store, Stored } from '../../data/port.ts';
import type { Instant } from '../../domain/time.ts';
import { EVENTS, type EventRecord } from '../event/record.ts';

/** The time from one moment on, up to but not including another. */
export interface Span {
  from?: Instant | undefined;
  before?: Instant | undefined;
}

/** `2026-11`, in UTC. Years that do not have four digits sort correctly among the others. */
export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, -17).replace('+', 'x');

/** The first moment of the month that is so many after that of a moment, in UTC. */
function startOfMonth(at: Instant, later = 0): Instant {
  const day = new Date(at);
  const first = new Date(0);
  first.setUTCFullYear(day.getUTCFullYear(), day.getUTCMonth() + later, 1);
  return first.getTime();
}

/** The first moment of a month as `monthOf` writes it. */
const begunBy = (month: string): Instant => Date.parse(`${month.replace('x', '+')}-01T00:00:00Z`);

/** Where the events of a list are counted. */
export interface Counting {
  /** Counts those that start within a span. */
  count(span: Span): Promise<number>;
  /** The same within a part of the list, for spans that move with the time. */
  countWithin?(span: Span, part: Span): Promise<number>;
  /** When the first or the last of those within a span starts; undefined if there are none. */
  end(span: Span, which: 'first' | 'last'): Promise<Instant | undefined>;
}

/** How many events a list has, by the time of their start. */
export interface MonthlyCounts {
  /** How many start within a span. */
  total(span: Span): Promise<number>;
  /** A moment before which the first `wanted` of a span start; undefined if this is unknown. */
  before(wanted: number, span: Span): Promise<Instant | undefined>;
}

/**
 * Caches how many events lists have. A list with many is counted in parts of whole months, and after a write only the month of
 * the written event is counted again. `names` are those of the change log for these events, without months.
 */
export type CountByMonth = (list: string, names: readonly string[], counting: Counting) => MonthlyCounts;

/** How many lists have their numbers cached. */
const MOST_LISTS = 1000;
/** With up to so many events, a part is counted as a whole. */
const FEW = 1000;
/** How many parts a part with more is divided into. */
const PARTS = 16;

/** Part of a list: the events that start within a span. */
interface Part {
  span: Span;
  number?: number;
  /** When the number was counted, and when one of its events last changed, in counts and changes seen so far. */
  counted: number;
  changed: number;
  parts?: Part[];
}

interface List {
  names: ReadonlySet<string>;
  all: Part;
}

/** One per process. */
export function createMonthlyCounts(touched: Touched): CountByMonth {
  const lists = new LRUCache<string, List>({ max: MOST_LISTS });
  let moment = 0;

  touched.listen((names) => {
    moment += 1;
    for (const [, list] of lists.entries()) {
      if (names === 'all') list.all = part({});
      else for (const name of names) mark(list, name);
    }
  });

  /** A name of a list ends with the month; without one, nothing tells which part it is. */
  function mark({ names, all }: List, name: string): void {
    const cut = name.lastIndexOf(' ');
    const month = begunBy(name.slice(cut + 1));
    if (names.has(name.slice(0, cut)) && !Number.isNaN(month)) markMonth(all, month);
  }

  function markMonth(one: Part, month: Instant): void {
    one.changed = moment;
    const of = one.parts?.find(({ span }) => includes(span, month));
    if (of) markMonth(of, month);
  }

  const isFresh = ({ number, counted, changed }: Part): boolean => number !== undefined && counted > changed;

  /** How many events a part has: its own number, or the sum of its parts. */
  async function numberOf(one: Part, counting: Counting): Promise<number> {
    if (isFresh(one)) return one.number!;
    moment += 1;
    const began = moment;
    const isMany = (one.number ?? 0) > FEW;
    const number = isMany ? await sum(one, counting) : await counting.count(one.span);
    Object.assign(one, { number, counted: began });
    return number;
  }

  async function sum(one: Part, counting: Counting): Promise<number> {
    const parts = await divided(one, counting);
    if (!parts) return counting.count(one.span);
    let number = 0;
    for (const each of parts) number += await numberOf(each, counting);
    return number;
  }

  /** Divides a part at the starts of months, evenly between its first and its last event. Undefined for a month. */
  async function divided(one: Part, counting: Counting): Promise<Part[] | undefined> {
    if (one.parts) return one.parts;
    const [first, last] = [await counting.end(one.span, 'first'), await counting.end(one.span, 'last')];
    if (first === undefined || last === undefined) return undefined;
    const months = 1 + Math.round((startOfMonth(last) - startOfMonth(first)) / MONTH);
    const length = Math.ceil(months / PARTS);
    const cuts = [...Array(PARTS + 1).keys()].map((at) => startOfMonth(first, Math.min(at * length, months)));
    const ends = [...new Set(cuts)].filter((at) => includes(one.span, at) && at !== one.span.from);
    if (ends.length === 0) return undefined;
    const starts = [one.span.from, ...ends];
    one.parts ??= starts.map((from, at) => part({ from, before: ends[at] ?? one.span.before }));
    return one.parts;
  }

  /** Adds up the events of a part within a span, until there are as many as wanted. */
  async function add(
    one: Part,
    { within, wanted, counting }: { within: Span; wanted: number; counting: Counting },
  ): Promise<{ number: number; reached?: Instant | undefined }> {
    const span = sharedSpan(one.span, within);
    if (isEmpty(span)) return { number: 0 };
    const isWhole = span.from === one.span.from && span.before === one.span.before;
    const number = isWhole ? await numberOf(one, counting) : (one.number ?? 0);
    if (isWhole && number < wanted) return { number };
    const parts = number > FEW ? await divided(one, counting) : undefined;
    if (!parts) {
      const { count, countWithin = count } = counting;
      const found = isWhole ? number : await countWithin(span, one.span);
      // Only whether there are many matters of the number of a part that was never counted as a whole.
      one.number = Math.max(one.number ?? 0, found);
      return { number: found, reached: span.before };
    }
    let found = 0;
    for (const each of parts) {
      const { number, reached } = await add(each, { within, wanted: wanted - found, counting });
      found += number;
      if (found >= wanted) return { number: found, reached };
    }
    return { number: found };
  }

  return (list, names, counting) => {
    const kept = lists.get(list) ?? { names: new Set(names), all: part({}) };
    lists.set(list, kept);
    return {
      total: async (within) => (await add(kept.all, { within, wanted: Number.POSITIVE_INFINITY, counting })).number,
      async before(wanted, within) {
        const { number, reached } = await add(kept.all, { within, wanted, counting });
        return number < wanted || reached === within.before ? undefined : reached;
      },
    };
  };
}

/** Milliseconds of a month, on average. */
const MONTH = 2_629_746_000;

const part = (span: Span): Part => ({ span, counted: 0, changed: 0 });

const includes = ({ from, before }: Span, at: Instant): boolean =>
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

/** What numbers that stay are read from: never behind the change log, which says when they are wrong. */
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
