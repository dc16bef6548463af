import type { Reader } from '../../cache/at-revision.ts';
import type { CountedEvent } from '../../data/changes/record.ts';
import type { Condition, Filter, Store } from '../../data/port.ts';
import type { EventCounts } from '../counts/event-counts.ts';
import type { Counts } from '../counts/known.ts';
import { countingOf, type Exact, type Span } from '../counts/spans.ts';
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
  numbers: EventCounts;
}

/**
 * How many events a list holds. Lists of all public events, or of all events outside the trash, for at most one list of venues,
 * organizers, tags or categories, are counted once: each event tells whether it is in them. Any other list is counted again when
 * an event changes that may be in it.
 *
 * The numbers by month also tell before which month a page is full. So not much more than a page and a month of events is read,
 * even by a server that sorts what it finds in the index of a list.
 */
export function totalOf(
  { store, exact, numbers }: TotalDeps,
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
  const membership = membershipIn(others);
  if (!membership) return { total: () => numbers.inSpan(list, within, reader, count) };
  const counts = numbers.inList(list, membership.counts, {
    ...countingOf(exact, besides, index),
    countWithin: (span, { from }) => numbers.inSpan(`${list} ${from}`, span, reader, count),
  });
  const depending = <T>(count: () => Promise<T>) => {
    for (const name of dependenciesOf('event', filter)) dependencies?.add(name);
    return count();
  };
  return {
    total: () => depending(() => counts.total(within)),
    ...(membership.hasNames && {
      narrowed: (wanted) => depending(async () => bounded(await counts.before(wanted, within))),
    }),
  };
}

const bounded = (before: number | undefined): Filter | undefined =>
  before === undefined ? undefined : { startsAt: { $lt: before } };

const isStart = ([key]: [string, Condition]) => key === 'startsAt';

const isShown: Counts = ({ hidden }) => !hidden;

/** The state filters of lists whose membership an event tells. Others are too many to keep. */
const STATES: ReadonlyMap<string, Counts> = new Map([
  ['hideFromListings=false,status=publish,trashed=false', (event) => isShown(event) && event.published === true],
  ['hideFromListings=false,trashed=false', isShown],
]);

/**
 * Which events match these conditions: on their state, and on one of their lists of other records at most. Undefined if there are
 * other conditions.
 */
function membershipIn(conditions: [string, Condition][]): { counts: Counts; hasNames: boolean } | undefined {
  const states = new Set<string>();
  const lists: [list: string, ids: ReadonlySet<unknown>][] = [];
  for (const [key, condition] of conditions) {
    const among = Object(condition).$in as readonly (string | number)[] | undefined;
    if (Object.hasOwn(IN_EVENTS, key) && among) lists.push([key, new Set(among)]);
    else states.add(`${key}=${among?.length === 1 ? among[0] : condition}`);
  }
  const inState = STATES.get([...states].sort().join());
  if (!inState || lists.length > 1) return undefined;
  const isNamed = (event: CountedEvent) =>
    lists.every(([list, ids]) => event.in[list]?.some((id) => ids.has(id)) === true);
  return { counts: (event) => inState(event) && isNamed(event), hasNames: lists.length > 0 };
}
