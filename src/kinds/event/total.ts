import type { Reader } from '../../cache/at-revision.ts';
import type { Condition, Filter, Store } from '../../data/port.ts';
import type { CountCache } from '../counts/count-cache.ts';
import { type CountByMonth, countingOf, type Exact, type Span } from '../counts/months.ts';
import { conditionsOf, dependenciesOf, narrowed } from '../dependencies.ts';
import type { Listing } from '../shared/page.ts';
import { EVENTS, IN_EVENTS } from './record.ts';

/** A query for a list of events. */
interface ListQuery {
  filter: Filter;
  index: string;
  reader: Reader;
}

/** What totals are computed with. */
export interface TotalDeps {
  store: Pick<Store, 'find' | 'count'>;
  exact: Exact;
  countCache: CountCache;
  byMonth: CountByMonth;
}

/**
 * How many events a list holds. Lists of all public events, or of all events outside the trash, for at most one list of venues,
 * organizers, tags or categories, are counted by month: a write only has its month counted again. Any other list is counted
 * once, until an event that may be in it changes.
 *
 * The numbers by month also tell before which month a page is full. So not much more than a page and a month of events is read,
 * even by a server that sorts what it finds in the index of a list.
 */
export function totalOf(
  { store, exact, countCache, byMonth }: TotalDeps,
  { filter, index, reader }: ListQuery,
): Required<Pick<Listing, 'total'>> & Pick<Listing, 'narrowed'> {
  const { dependencies } = reader;
  const conditions = conditionsOf(filter);
  const [starts, others] = [conditions.filter(isStart), conditions.filter((condition) => !isStart(condition))];
  let span: Span | undefined = {};
  for (const [, condition] of starts) span = span && narrowed(span, condition);
  if (!span) return { total: () => store.count(EVENTS.name, filter, { index, dependencies }) };
  const within = span;
  const besides: Filter = { $and: others.map(([key, condition]): Filter => ({ [key]: condition })) };
  const list = JSON.stringify([others, index]);
  const count = (part: Span, into: Set<string> | null) => countingOf(store, besides, index, into).count(part);
  const named = listsIn(others);
  if (!named) return { total: () => countCache.count(list, within, reader, count) };
  const months = byMonth(list, dependenciesOf('event', besides), {
    ...countingOf(exact, besides, index),
    countWithin: (span, { from }) => countCache.count(`${list} ${from}`, span, reader, count),
  });
  const resting = <T>(count: () => Promise<T>) => {
    for (const name of dependenciesOf('event', filter)) dependencies?.add(name);
    return count();
  };
  return {
    total: () => resting(() => months.total(within)),
    ...(named.length > 0 && {
      narrowed: (wanted) => resting(async () => bounded(await months.before(wanted, within))),
    }),
  };
}

const bounded = (before: number | undefined): Filter | undefined =>
  before === undefined ? undefined : { startsAt: { $lt: before } };

const isStart = ([key]: [string, Condition]): boolean => key === 'startsAt';

/** The state filters of lists that are counted by month. Others are too many to keep. */
const STATES: readonly string[] = [
  'hideFromListings=false,status=publish,trashed=false',
  'hideFromListings=false,trashed=false',
];

/** The lists by which these conditions find events, besides their state: one at most. Undefined if there are other conditions. */
function listsIn(conditions: [string, Condition][]): string[] | undefined {
  const states = new Set<string>();
  const lists: string[] = [];
  for (const [key, condition] of conditions) {
    const among = Object(condition).$in as readonly (string | number)[] | undefined;
    if (Object.hasOwn(IN_EVENTS, key) && among) lists.push(key);
    else states.add(`${key}=${among?.length === 1 ? among[0] : condition}`);
  }
  return lists.length <= 1 && STATES.includes([...states].sort().join()) ? lists : undefined;
}
