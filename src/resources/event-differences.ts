import type { Store } from '../store/port.ts';
import type { EventRecord, Naming } from './event/record.ts';
import { type DayEntry, dayCell } from './event-days.ts';
import { byList, EVENT_LINKS } from './event-links.ts';

/** What is looked at in an event to say where it counts. */
export type CountedEvent = Naming & Pick<EventRecord, '_id' | 'status' | 'hideFromListings' | 'startsAt'>;

/** The ids of the categories above each category, by its id. */
export type Above = ReadonlyMap<number, readonly number[]>;

/** What is to be added to the numbers about the events of one entry. */
interface Difference {
  /** On the term itself. */
  kept: { count?: number; countWithDescendants?: number };
  /** By document, and by `scope.day` in it. */
  days: Map<string, Record<string, number>>;
}

/** What writes of events change about the numbers that are kept. */
export interface Differences {
  /** The event counts as it is, with 1, or counts no more as it was, with -1. */
  count(event: CountedEvent, above: Above, by: 1 | -1): void;
  /** Leaves the numbers of an entry alone. */
  leave(entry: DayEntry): void;
  /** All that differs, for others to begin with. */
  entries(): Map<DayEntry, Difference>;
  /** What differs on terms, by id. */
  terms(list: 'categories' | 'tags'): ReadonlyMap<number, Difference['kept']>;
  /** What differs in the numbers by day. */
  days(): Map<string, Record<string, number>>;
}

/** Events that a list may show to who sees them all. */
export const isAlive = ({ status, hideFromListings }: Pick<EventRecord, 'status' | 'hideFromListings'>): boolean =>
  status !== 'trash' && !hideFromListings;

/** Whether an event starts at a moment: somebody may have changed it into nonsense. Such a one counts on no day. */
export const isInTime = ({ startsAt }: Pick<EventRecord, 'startsAt'>): boolean =>
  Number.isInteger(startsAt) && Number.isFinite(new Date(startsAt).getTime());

/** All that decides where an event counts; undefined when it counts nowhere. */
export function countedAs(event: CountedEvent | undefined): object | undefined {
  if (!event || (!isAlive(event) && event.status !== 'publish')) return undefined;
  const { startsAt, categories, tags } = event;
  const lists = { categories, tags, ...byList(({ inEvents }) => event[inEvents]) };
  return { isPublished: event.status === 'publish', isAlive: isAlive(event), startsAt, ...lists };
}

/** Nothing differs at first, or what differs already in `others`, which stay as they are. */
export function createDifferences(kind: Store['kind'], others?: Differences): Differences {
  const entries = others ? others.entries() : new Map<DayEntry, Difference>();

  function at(entry: DayEntry): Difference {
    const known = entries.get(entry);
    if (known) return known;
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

/** Adds to a field; one that is not changed in the end is not there. */
function add(fields: Record<string, number>, field: string, by: number): void {
  const sum = (fields[field] ?? 0) + by;
  if (sum === 0) delete fields[field];
  else fields[field] = sum;
}
