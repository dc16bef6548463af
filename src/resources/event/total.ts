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
import { conditionsOf, narrowed, restsOnOf } from '../rests-on.ts';
import type { AtRevision, Reader } from '../shared/at-revision.ts';
import type { Listing } from '../shared/page.ts';
import { EVENTS, IN_EVENTS } from './record.ts';

/** A list of events, as the store is asked for it. */
interface AskedList {
  filter: Filter;
  index: string;
  /** The one category that is asked for: the filter names those below it as well. */
  onlyCategory?: number | undefined;
  reader: Reader;
}

/** What totals are found with. */
export interface TotalDeps {
  store: Pick<Store, 'find' | 'count'>;
  keptCounts: KeptCounts;
  keptDays: AtRevision<string, Promise<DaySums>>;
}

/**
 * How many events a list holds. The numbers by day say it for a list of all public events, or of all that are not in the
 * trash, of one venue, organizer, tag or category or without any, within bounds on the start. Those of any other list are
 * counted once, until an event changes that may be in it.
 *
 * Of one venue, organizer, tag or category they also say by when a page is full. So no more than a page and a day of its
 * events is looked at, also by a server that sorts what it finds in the index of a list.
 */
export function totalOf(
  deps: TotalDeps,
  { filter, index, onlyCategory, reader }: AskedList,
): Required<Pick<Listing, 'total'>> & Pick<Listing, 'narrowed'> {
  const { store, keptCounts } = deps;
  const { restsOn } = reader;
  const conditions = conditionsOf(filter);
  const [starts, others] = [conditions.filter(isStart), conditions.filter((condition) => !isStart(condition))];
  let span: Span | undefined = {};
  for (const [, condition] of starts) span = span && narrowed(span, condition);
  if (!span) return { total: () => store.count(EVENTS.name, filter, { index, restsOn }) };
  const within = span;
  const count = ({ from, before }: Span, into = restsOn) => {
    const bounds = { ...(from === undefined ? {} : { $gte: from }), ...(before === undefined ? {} : { $lt: before }) };
    const asked = others.map(([key, condition]): Filter => ({ [key]: condition }));
    return store.count(EVENTS.name, { $and: [...asked, { startsAt: bounds }] }, { index, restsOn: into });
  };
  const counted = countedBy(others, onlyCategory);
  if (!counted) return { total: () => keptCounts.count(JSON.stringify([others, index]), within, reader, count) };
  const days = countedDays((days) => readDays(deps, { ...counted, days, filter, reader }), { ...counted, ...within });
  return {
    total: () => days.total(count),
    ...(counted.entry === 'events' ? {} : { narrowed: async (wanted) => bounded(await days.before(wanted)) }),
  };
}

/**
 * The numbers of days, read and added up once. They rest on the events that they count, and on which categories lie below
 * the one that is meant.
 */
function readDays(
  { store, keptDays }: TotalDeps,
  {
    days,
    entry,
    scope,
    filter,
    reader,
  }: Pick<Counted, 'entry' | 'scope'> & { days: Filter } & Pick<AskedList, 'filter' | 'reader'>,
): Promise<DaySums> {
  const key = JSON.stringify([days, scope]);
  const known = keptDays.get(key, reader);
  if (known) return known;
  const restsOn = [...restsOnOf('event', filter), ...(entry.startsWith('categories/') ? ['category'] : [])];
  for (const name of restsOn) reader.restsOn?.add(name);
  const found = store.find<DayCounts>(EVENT_DAYS.name, days, { only: [scope], index: '_id_', restsOn: null });
  const read = found.then((months) => summed(months, { entry, scope }));
  // What could not be read is read again.
  void read.then(() => keptDays.set(key, read, reader, restsOn)).catch(() => {});
  return read;
}

const bounded = (before: number | undefined): Filter | undefined =>
  before === undefined ? undefined : { startsAt: { $lt: before } };

const isStart = ([key]: [string, Condition]): boolean => key === 'startsAt';

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
