import type { Store } from '../../data/port.ts';
import type { EventRecord, Naming } from '../event/record.ts';
import { byList, EVENT_LINKS } from '../event-links.ts';
import { type DayEntry, dayCell } from './event-days.ts';

/** The fields of an event that decide where it counts. */
export type CountedEvent = Naming & Pick<EventRecord, '_id' | 'status' | 'hideFromListings' | 'startsAt'>;

/** The ids of the categories above each category, by its id. */
export type Above = ReadonlyMap<number, readonly number[]>;

/** What to add to the numbers of one entry. */
interface Difference {
  /** For the term itself. */
  kept: { count?: number; countWithDescendants?: number };
  /** For the numbers by day: by document, and by `scope.day` in it. */
  days: Map<string, Record<string, number>>;
}

/** How writes of events change the numbers that are kept. */
export interface Differences {
  /** Adds this state of the event to the numbers with 1, or takes it out with -1. */
  count(event: CountedEvent, above: Above, by: 1 | -1): void;
  /** Drops the differences of an entry, so that its numbers stay as they are. */
  leave(entry: DayEntry): void;
  /** A copy of all differences, to start another instance with. */
  entries(): Map<DayEntry, Difference>;
  /** The differences of terms, by id. */
  terms(list: 'categories' | 'tags'): ReadonlyMap<number, Difference['kept']>;
  /** The differences of the numbers by day. */
  days(): Map<string, Record<string, number>>;
}

/** Whether a list may show the event to callers who see all events. */
export const isAlive = ({ status, hideFromListings }: Pick<EventRecord, 'status' | 'hideFromListings'>): boolean =>
  status !== 'trash' && !hideFromListings;

/** Whether an event has a valid start. A damaged event may have none, and counts on no day. */
export const isInTime = ({ startsAt }: Pick<EventRecord, 'startsAt'>): boolean =>
  Number.isInteger(startsAt) && Number.isFinite(new Date(startsAt).getTime());

/** Everything that decides where an event counts; undefined if it counts nowhere. */
export function countedAs(event: CountedEvent | undefined): object | undefined {
  if (!event || (!isAlive(event) && event.status !== 'publish')) return undefined;
  const { startsAt, categories, tags } = event;
  const lists = { categories, tags, ...byList(({ inEvents }) => event[inEvents]) };
  return { isPublished: event.status === 'publish', isAlive: isAlive(event), startsAt, ...lists };
}

/** Starts without differences, or with a copy of `others`. */
export function createDifferences(kind: Store['kind'], others?: Differences): Differences {
  const entries = others ? others.entries() : new Map<DayEntry, Difference>();

  function at(entry: DayEntry): Difference {
    const existing = entries.get(entry);
    if (existing) return existing;
    const fresh: Difference = { kept: {}, days: new Map() };
    entries.set(entry, fresh);
    return fresh;
  }

  function countDay(entry: DayEntry, event: CountedEvent, by: number): void {
    if (!isAlive(event) || !isInTime(event)) return;
    const { document, day } = dayCell(entry, event, kind);
    const { days } = at(entry);
    const fields = days.get(document) ?? {};
    days.set(document, fields);
    add(fields, `alive.${day}`, by);
    if (event.status === 'publish') add(fields, `public.${day}`, by);
  }

  function countTerms(list: 'categories' | 'tags', event: CountedEvent, above: Above, by: number): void {
    const named = new Set(event[list]);
    const withAbove = new Set([...named].flatMap((id) => [id, ...(above.get(id) ?? [])]));
    for (const id of withAbove) {
      const entry = `${list}/${id}` as const;
      countDay(entry, event, by);
      if (event.status !== 'publish') continue;
      const { kept } = at(entry);
      add(kept, 'countWithDescendants', by);
      if (named.has(id)) add(kept, 'count', by);
    }
  }

  return {
    count(event, above, by) {
      countTerms('categories', event, above, by);
      countTerms('tags', event, new Map(), by);
      for (const { inEvents } of EVENT_LINKS)
        for (const id of new Set(event[inEvents])) countDay(`${inEvents}/${id}`, event, by);
      countDay('events', event, by);
    },
    leave: (entry) => void entries.delete(entry),
    entries: () => structuredClone(entries),
    terms: (list) =>
      new Map(
        [...entries].flatMap(([entry, { kept }]) =>
          entry.startsWith(`${list}/`) && differs(kept) ? [[Number(entry.slice(list.length + 1)), kept]] : [],
        ),
      ),
    days: () => new Map([...entries.values()].flatMap(({ days }) => [...days].filter(([, fields]) => differs(fields)))),
  };
}

const differs = (fields: object): boolean => Object.keys(fields).length > 0;

/** Adds to a field, and removes the field if nothing changes in the end. */
function add(fields: Record<string, number>, field: string, by: number): void {
  const sum = (fields[field] ?? 0) + by;
  if (sum === 0) delete fields[field];
  else fields[field] = sum;
}
