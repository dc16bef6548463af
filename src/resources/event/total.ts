import type { Condition, Filter, Store } from '../../store/port.ts';
import { type Counted, type DayEntry, type DayScope, type Span, totalByDays } from '../event-days.ts';
import { EVENTS, IN_EVENTS } from './record.ts';

/** A list of events, as the store is asked for it. */
interface AskedList {
  filter: Filter;
  index: string;
  /** The one category that is asked for: the filter names those below it as well. */
  onlyCategory?: number | undefined;
}

/**
 * How many events a list holds, where the numbers by day say it: for a list of all public events, or of all that are not
 * in the trash, of one venue, organizer, tag or category or without any, within bounds on the start. Undefined where the
 * filter asks for anything else: then events have to be counted.
 */
export function keptTotal(store: Pick<Store, 'find' | 'count'>, list: AskedList): (() => Promise<number>) | undefined {
  const conditions = conditionsOf(list.filter);
  const counted = countedBy(conditions, list.onlyCategory);
  if (!counted) return undefined;
  const others: Filter[] = conditions.flatMap(([key, condition]) => (key === 'startsAt' ? [] : [{ [key]: condition }]));
  const count = ({ from, before }: Span) =>
    store.count(EVENTS.name, { $and: [...others, { startsAt: { $gte: from!, $lt: before! } }] }, { index: list.index });
  return () => totalByDays(store, counted, count);
}

/** All that a filter asks for. Alternatives are one condition, of the name `$or`. */
const conditionsOf = (filter: Filter): [string, Condition][] =>
  Object.entries(filter).flatMap(([key, condition]) =>
    key === '$and' ? (condition as Filter[]).flatMap(conditionsOf) : [[key, condition as Condition]],
  );

/** What lists ask of the state of events, and whose numbers are kept. */
const SCOPES: Readonly<Record<string, DayScope>> = {
  'hideFromListings=false,status=publish,trashed=false': 'public',
  'hideFromListings=false,trashed=false': 'alive',
};

/** What is counted when nothing but this is asked for; undefined when there is more. */
function countedBy(conditions: [string, Condition][], onlyCategory: number | undefined): Counted | undefined {
  const states = new Set<string>();
  const entries: DayEntry[] = [];
  let span: Span | undefined = {};
  for (const [key, condition] of conditions) {
    const among = Object(condition).$in as readonly (string | number)[] | undefined;
    if (key === 'startsAt') span = span && narrowed(span, condition);
    else if (Object.hasOwn(IN_EVENTS, key) && among) {
      const ids = key === 'categories' ? [onlyCategory] : [...new Set(among)];
      entries.push(...ids.map((id) => `${key}/${id}` as DayEntry));
      if (ids.some((id) => id === undefined)) return undefined;
    } else states.add(`${key}=${among?.length === 1 ? among[0] : condition}`);
  }
  const scope = SCOPES[[...states].sort().join()];
  const [entry = 'events', ...others] = entries;
  return scope && span && others.length === 0 ? { entry, scope, ...span } : undefined;
}

/** The span with the bounds of a condition besides; undefined when that asks for anything else. */
function narrowed({ from, before }: Span, condition: Condition): Span | undefined {
  const { $gte, $gt, $lt, ...more } = Object(condition) as Record<string, number | undefined>;
  if (Object.keys(more).length > 0) return undefined;
  const froms = [from, $gte, $gt === undefined ? undefined : $gt + 1].filter((at) => at !== undefined);
  const befores = [before, $lt].filter((at) => at !== undefined);
  return {
    from: froms.length > 0 ? Math.max(...froms) : undefined,
    before: befores.length > 0 ? Math.min(...befores) : undefined,
  };
}
