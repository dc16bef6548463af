import type { Condition, Filter, Store } from '../../store/port.ts';
import {
  type Counted,
  countedDays,
  type DayCounts,
  type DayEntry,
  type DayScope,
  type DaySums,
  EVENT_DAYS,
  type Span,
  summed,
} from '../event-days.ts';
import type { KeptCounts } from '../kept-counts.ts';
import type { AtRevision } from '../shared/at-revision.ts';
import type { Listing } from '../shared/page.ts';
import { EVENTS, IN_EVENTS } from './record.ts';

/** A list of events, as the store is asked for it. */
interface AskedList {
  filter: Filter;
  index: string;
  /** The one category that is asked for: the filter names those below it as well. */
  onlyCategory?: number | undefined;
  /** That the calendar stands at, if that is known. */
  revision: number | undefined;
}

/** What totals are found with. */
export interface TotalDeps {
  store: Pick<Store, 'find' | 'count'>;
  keptCounts: KeptCounts;
  keptDays(revision: number): AtRevision<string, Promise<DaySums>>;
}

/**
 * How many events a list holds. The numbers by day say it for a list of all public events, or of all that are not in the
 * trash, of one venue, organizer, tag or category or without any, within bounds on the start. Those of any other list are
 * counted once, as long as nothing is written.
 *
 * Of one venue, organizer, tag or category they also say by when a page is full. So no more than a page and a day of its
 * events is looked at, also by a server that sorts what it finds in the index of a list.
 */
export function totalOf(
  deps: TotalDeps,
  { filter, index, onlyCategory, revision }: AskedList,
): Required<Pick<Listing, 'total'>> & Pick<Listing, 'narrowed'> {
  const { store, keptCounts } = deps;
  const conditions = conditionsOf(filter);
  const [starts, others] = [conditions.filter(isStart), conditions.filter((condition) => !isStart(condition))];
  let span: Span | undefined = {};
  for (const [, condition] of starts) span = span && narrowed(span, condition);
  if (!span) return { total: () => store.count(EVENTS.name, filter, { index }) };
  const within = span;
  const count = ({ from, before }: Span) => {
    const bounds = { ...(from === undefined ? {} : { $gte: from }), ...(before === undefined ? {} : { $lt: before }) };
    const asked = others.map(([key, condition]): Filter => ({ [key]: condition }));
    return store.count(EVENTS.name, { $and: [...asked, { startsAt: bounds }] }, { index });
  };
  const counted = countedBy(others, onlyCategory);
  if (!counted) return { total: () => keptCounts.count(JSON.stringify([others, index]), within, { revision, count }) };
  const days = countedDays((days) => readDays(deps, { ...counted, days, revision }), { ...counted, ...within });
  return {
    total: () => days.total(count),
    ...(counted.entry === 'events' ? {} : { narrowed: async (wanted) => bounded(await days.before(wanted)) }),
  };
}

/** The numbers of days, read and added up once while the calendar stands at a revision. */
function readDays(
  { store, keptDays }: TotalDeps,
  { days, entry, scope, revision }: Pick<Counted, 'entry' | 'scope'> & { days: Filter; revision: number | undefined },
): Promise<DaySums> {
  const key = JSON.stringify([days, scope]);
  const kept = revision === undefined ? undefined : keptDays(revision);
  const known = kept?.get(key);
  if (known) return known;
  const found = store.find<DayCounts>(EVENT_DAYS.name, days, { only: [scope], index: '_id_' });
  const read = found.then((months) => summed(months, { entry, scope }));
  // What could not be read is read again.
  void read.then(() => kept?.set(key, read)).catch(() => {});
  return read;
}

const bounded = (before: number | undefined): Filter | undefined =>
  before === undefined ? undefined : { startsAt: { $lt: before } };

const isStart = ([key]: [string, Condition]): boolean => key === 'startsAt';

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

/** Whose numbers by day are meant when nothing but this is asked for; undefined when there is more. */
function countedBy(
  conditions: [string, Condition][],
  onlyCategory: number | undefined,
): Pick<Counted, 'entry' | 'scope'> | undefined {
  const states = new Set<string>();
  const entries: DayEntry[] = [];
  for (const [key, condition] of conditions) {
    const among = Object(condition).$in as readonly (string | number)[] | undefined;
    if (Object.hasOwn(IN_EVENTS, key) && among) {
      const ids = key === 'categories' ? [onlyCategory] : [...new Set(among)];
      entries.push(...ids.map((id) => `${key}/${id}` as DayEntry));
      if (ids.length === 0 || ids.some((id) => id === undefined)) return undefined;
    } else states.add(`${key}=${among?.length === 1 ? among[0] : condition}`);
  }
  const scope = SCOPES[[...states].sort().join()];
  const [entry = 'events', ...others] = entries;
  return scope && others.length === 0 ? { entry, scope } : undefined;
}

/** The span with the bounds of a condition besides; undefined when that asks for anything else. */
function narrowed({ from, before }: Span, condition: Condition): Span | undefined {
  const { $gte, $gt, $lt, $lte, ...more } = Object(condition) as Record<string, number | undefined>;
  if (Object.keys(more).length > 0) return undefined;
  const froms = [from, $gte, $gt === undefined ? undefined : $gt + 1].filter((at) => at !== undefined);
  const befores = [before, $lt, $lte === undefined ? undefined : $lte + 1].filter((at) => at !== undefined);
  return {
    from: froms.length > 0 ? Math.max(...froms) : undefined,
    before: befores.length > 0 ? Math.min(...befores) : undefined,
  };
}
