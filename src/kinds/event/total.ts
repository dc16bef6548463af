import type { AtRevision, Reader } from '../../cache/at-revision.ts';
import type { Condition, Filter, Store } from '../../data/port.ts';
import type { CountCache } from '../counts/count-cache.ts';
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
} from '../counts/event-days.ts';
import { conditionsOf, narrowed, restsOnOf } from '../rests-on.ts';
import type { Listing } from '../shared/page.ts';
import { EVENTS, IN_EVENTS } from './record.ts';

/** A query for a list of events. */
interface ListQuery {
  filter: Filter;
  index: string;
  /** The only requested category. The filter also names those below it. */
  onlyCategory?: number | undefined;
  reader: Reader;
}

/** What totals are computed with. */
export interface TotalDeps {
  store: Pick<Store, 'find' | 'count'>;
  countCache: CountCache;
  keptDays: AtRevision<string, Promise<DaySums>>;
}

/**
 * How many events a list holds. The daily counts give the total for lists of all public events, or of all events outside
 * the trash, for at most one venue, organizer, tag or category, within bounds on the start. Any other list is counted once,
 * until an event that may be in it changes.
 *
 * For one venue, organizer, tag or category, the daily counts also tell by which day a page is full. So at most a page and
 * a day of events is read, even by a server that sorts what it finds in the index of a list.
 */
export function totalOf(
  deps: TotalDeps,
  { filter, index, onlyCategory, reader }: ListQuery,
): Required<Pick<Listing, 'total'>> & Pick<Listing, 'narrowed'> {
  const { store, countCache } = deps;
  const { restsOn } = reader;
  const conditions = conditionsOf(filter);
  const [starts, others] = [conditions.filter(isStart), conditions.filter((condition) => !isStart(condition))];
  let span: Span | undefined = {};
  for (const [, condition] of starts) span = span && narrowed(span, condition);
  if (!span) return { total: () => store.count(EVENTS.name, filter, { index, restsOn }) };
  const within = span;
  const count = ({ from, before }: Span, into = restsOn) => {
    const bounds = { ...(from === undefined ? {} : { $gte: from }), ...(before === undefined ? {} : { $lt: before }) };
    const besides = others.map(([key, condition]): Filter => ({ [key]: condition }));
    return store.count(EVENTS.name, { $and: [...besides, { startsAt: bounds }] }, { index, restsOn: into });
  };
  const counted = countedBy(others, onlyCategory);
  if (!counted) return { total: () => countCache.count(JSON.stringify([others, index]), within, reader, count) };
  const days = countedDays((days) => readDays(deps, { ...counted, days, filter, reader }), { ...counted, ...within });
  return {
    total: () => days.total(count),
    ...(counted.entry === 'events' ? {} : { narrowed: async (wanted) => bounded(await days.before(wanted)) }),
  };
}

/**
 * The daily counts, read and summed once. They depend on the events counted, and on the categories below the requested one.
 */
function readDays(
  { store, keptDays }: TotalDeps,
  {
    days,
    entry,
    scope,
    filter,
    reader,
  }: Pick<Counted, 'entry' | 'scope'> & { days: Filter } & Pick<ListQuery, 'filter' | 'reader'>,
): Promise<DaySums> {
  const key = JSON.stringify([days, scope]);
  const cached = keptDays.get(key, reader);
  if (cached) return cached;
  const restsOn = [...restsOnOf('event', filter), ...(entry.startsWith('categories/') ? ['category'] : [])];
  for (const name of restsOn) reader.restsOn?.add(name);
  const found = store.find<DayCounts>(EVENT_DAYS.name, days, { only: [scope], index: '_id_', restsOn: null });
  const read = found.then((months) => summed(months, { entry, scope }));
  // A failed read is not cached, so it is tried again.
  void read.then(() => keptDays.set(key, read, reader, restsOn)).catch(() => {});
  return read;
}

const bounded = (before: number | undefined): Filter | undefined =>
  before === undefined ? undefined : { startsAt: { $lt: before } };

const isStart = ([key]: [string, Condition]): boolean => key === 'startsAt';

/** The state filters of lists that have daily counts. */
const SCOPES: Readonly<Record<string, DayScope>> = {
  'hideFromListings=false,status=publish,trashed=false': 'public',
  'hideFromListings=false,trashed=false': 'alive',
};

/** The daily counts that cover exactly these conditions. Undefined if there are none. */
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
