import { LRUCache } from 'lru-cache';
import type { Store } from '../port.ts';
import type { Entry } from './record.ts';

/** The names that a cached value depends on: when one of them changes, the value may change. */
export type Dependencies = Iterable<string>;

/** A cached value's dependencies, and the revision since which none of them has changed. */
export interface Resting {
  readonly dependencies: Dependencies;
  at: number;
}

/** Recent changes from the change log. Caches ask it whether an entry is still valid. */
export interface Touched {
  /** Records the new entries up to a revision, which is above that of all values cached before. */
  take(entries: readonly Entry[], upTo: number): void;
  /** Anything may have changed up to here. */
  takeAll(upTo: number): void;
  /** The log cannot be read now: listeners learn that anything may have changed. */
  lose(): void;
  /** Whether a cached value is valid for a request that arrived when the calendar was at a revision. */
  holds(kept: Resting, revision: number): boolean;
  /** Tells the listeners what a unit of this process wrote, before its caller continues. */
  tell(entries: readonly Entry[]): void;
  /** Calls back with each entry once, or with `all`. It may hear of other processes' units half a second late. */
  listen(listener: Listener): void;
  /** The sets of all answers in progress. Reads that do not name a set of their own are added to all of them. */
  readonly open: Set<Set<string>>;
}

type Listener = (heard: Entry | 'all') => void;

/** How many names keep their last change. Entries cached before the oldest of these, and not used since, become invalid. */
const MOST = 50_000;

/** How many entries may be known that the log was not followed to yet. When it is, older ones count as `all`. */
const MOST_AHEAD = 10_000;

/** One per process. If reads may lag behind the log, every write invalidates everything, because any read may be outdated. */
export function createTouched({ readsBehind = false }: Pick<Store, 'readsBehind'> = {}): Touched {
  let all = Number.NEGATIVE_INFINITY;
  let followed = Number.NEGATIVE_INFINITY;
  /** The revision of each name's last change. The name that changed longest ago is evicted first, however often it is looked up. */
  const last = new LRUCache<string, number>({
    max: MOST,
    dispose(revision, _, why) {
      if (why === 'evict') all = Math.max(all, revision);
    },
  });

  const listeners: Listener[] = [];
  const say: Listener = (heard) => {
    for (const listener of listeners) listener(heard);
  };
  /** The revisions of entries after `followed` that listeners have heard. */
  const ahead = new Set<number>();
  /** Up to here, listeners may have heard entries that `ahead` does not contain. */
  let doubted = Number.NEGATIVE_INFINITY;

  function hear(entry: Entry) {
    const { _id } = entry;
    if (_id <= followed || ahead.has(_id)) return;
    if (ahead.size >= MOST_AHEAD) {
      doubted = Math.max(doubted, ...ahead);
      ahead.clear();
    }
    ahead.add(_id);
    say(_id <= doubted || isAll(entry) ? 'all' : entry);
  }

  function reach(upTo: number) {
    followed = upTo;
    for (const revision of ahead) if (revision <= upTo) ahead.delete(revision);
  }

  function expireAll(upTo: number) {
    all = upTo;
    reach(upTo);
    last.clear();
  }

  return {
    open: new Set(),
    tell: (entries) => entries.forEach(hear),
    lose: () => say('all'),
    listen: (listener) => void listeners.push(listener),
    takeAll(upTo) {
      expireAll(upTo);
      say('all');
    },
    take(entries, upTo) {
      for (const entry of entries) {
        const names = namesOf(entry);
        hear(entry);
        // Not at the entry's own revision: that of an entry behind a gap is above those of values read after it.
        if (names === 'all') all = upTo;
        else for (const name of names) last.set(name, upTo);
      }
      reach(upTo);
      if (readsBehind) expireAll(upTo);
    },
    holds(kept, revision) {
      if (kept.at >= revision) return true;
      if (kept.at < all) return false;
      for (const name of kept.dependencies) if ((last.peek(name) ?? all) > kept.at) return false;
      kept.at = followed;
      return true;
    },
  };
}

/** The name of one record. `slugsOf` and `countsOf` name what is read of all records of its kind. */
export const recordName = (kind: string, id: unknown): string => `${kind}/${id}`;
export const slugsOf = (kind: string): string => `${kind}/slugs`;
export const countsOf = (kind: string): string => `${kind}/counts`;
/** The events of one entry that start in a month, or in any month. */
export const listName = (entry: string, month?: string): string =>
  month === undefined ? `in ${entry}` : `in ${entry} ${month}`;
/** Stands for an id when the records cannot be named. */
export const ANY = '*';
/** The entry of all events. */
export const ALL_EVENTS = 'events';

/** Whether an entry says that anything may have changed. */
const isAll = (entry: Entry) => entry.touched === 'all' || ('kind' in entry && entry.kind === 'all');

/** The names that a log entry says have changed; `all` if it is less specific. */
function namesOf(entry: Entry) {
  const { touched } = entry;
  if (touched === 'all') return 'all';
  const names = (touched ?? []).flatMap((name) => [name, countsOf(name.split('/')[0]!)]);
  if ('void' in entry) return names;
  if (!('id' in entry)) return 'all';
  const { kind, id, slugs, lists } = entry;
  names.push(kind, recordName(kind, id), countsOf(kind), ...(slugs ? [slugsOf(kind)] : []));
  if (!lists) return names;
  for (const each of [ALL_EVENTS, ...lists.of])
    names.push(listName(each), ...lists.months.map((month) => listName(each, month)));
  return names;
}
