import { type Entry, isHead } from './record.ts';

/** Names of what something that is kept was made of: whichever of them changes, it may be another one. */
export type RestsOn = Iterable<string>;

/** Something that is kept, and the revision from which on none of what it rests on has changed. */
export interface Resting {
  readonly restsOn: RestsOn;
  at: number;
}

/** What was changed lately, by the log of changes: whatever is kept asks here whether it still holds. */
export interface Touched {
  /** Takes down what was written up to a revision, in the order of the log. */
  take(entries: readonly Entry[], upTo: number): void;
  /** Up to here anything may have changed. */
  takeAll(upTo: number): void;
  /** Whether something that is kept holds for a request that came when the calendar stood at a revision. */
  holds(kept: Resting, standing: number): boolean;
  /** Sets to which whatever is read is added, where the reader does not say for whom: that of each answer that is being made. */
  readonly open: Set<Set<string>>;
}

/** Names whose last change is known. What was kept before the oldest of them, and not asked for since, falls. */
const MOST = 50_000;

/** One for a process. */
export function createTouched(): Touched {
  /** By name, the last change last. */
  const last = new Map<string, number>();
  let all = Number.NEGATIVE_INFINITY;
  let told = Number.NEGATIVE_INFINITY;

  function touch(name: string, revision: number): void {
    last.delete(name);
    last.set(name, revision);
    if (last.size <= MOST) return;
    const [oldest] = last;
    last.delete(oldest![0]);
    all = oldest![1];
  }

  return {
    open: new Set(),
    take(entries, upTo) {
      for (const entry of entries) {
        const names = namesOf(entry);
        if (names === 'all') all = entry._id;
        else for (const name of names) touch(name, entry._id);
      }
      told = upTo;
    },
    takeAll(upTo) {
      all = upTo;
      told = upTo;
      last.clear();
    },
    holds(kept, standing) {
      if (kept.at >= standing) return true;
      if (kept.at < all) return false;
      for (const name of kept.restsOn) if ((last.get(name) ?? all) > kept.at) return false;
      kept.at = told;
      return true;
    },
  };
}

/** What a record is called, by itself, and what is read of all records of its kind. */
export const recordName = (kind: string, id: unknown): string => `${kind}/${id}`;
export const slugsOf = (kind: string): string => `${kind}/slugs`;
export const countsOf = (kind: string): string => `${kind}/counts`;
/** The events of one entry that start in a month; without one, in any. */
export const listName = (entry: string, month?: string): string =>
  month === undefined ? `in ${entry}` : `in ${entry} ${month}`;
/** Instead of an id: of records that nobody can name. */
export const ANY = '*';
/** The entry of all events. */
export const ALL_EVENTS = 'events';

/** The names of what an entry of the log says to have changed; `all` where it says less than that. */
function namesOf(entry: Entry): string[] | 'all' {
  const { _id, touched } = entry;
  if (touched === 'all') return 'all';
  const names = (touched ?? []).flatMap((name) => [name, countsOf(name.split('/')[0]!)]);
  if ('void' in entry) return names;
  // What was written by the version before does not say what it touched.
  if (entry.kind === 'all' || (isHead(_id) && !touched)) return 'all';
  const { kind, id, slugs, lists } = entry;
  names.push(kind, recordName(kind, id), countsOf(kind), ...(slugs ? [slugsOf(kind)] : []));
  if (!lists) return names;
  for (const each of [ALL_EVENTS, ...lists.of])
    names.push(listName(each), ...lists.months.map((month) => listName(each, month)));
  return names;
}
