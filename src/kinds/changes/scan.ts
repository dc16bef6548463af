import { LRUCache } from 'lru-cache';
import type { Place } from '../../data/changes/cursors.ts';
import type { ChangePage, ChangeReader } from '../../data/changes/read.ts';
import type { Addressed, Done, Entry } from '../../data/changes/record.ts';
import { isReader, type Viewer } from '../../domain/access.ts';
import type { Key } from '../../domain/cursor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import { type Sharing, sharingIn } from '../../domain/sharing.ts';
import type { Instant } from '../../domain/time.ts';
import type { ChangeKind } from '../kinds.ts';
import { findersOf } from '../post/audience.ts';
import { keyOf } from '../shared/keyed-list.ts';
import type { Showing } from './showing.ts';

/** How many log entries, and records that follow from them, one page examines at most. */
const LOOKED_AT = 1000;

/** Pages of the log that are cached for other callers. A few are enough: most callers are at the end of the log. */
const SHARED_PAGES = 4;

const MINUTE = 60_000;

/** The minute of a moment, counted since the epoch. */
export const minuteOf = (at: Instant): number => Math.floor(at / MINUTE);

/** A change as reported to a caller, and the caller's place after it. */
export interface Reported {
  kind: ChangeKind;
  id: number;
  /** The version in the log entry. The record may have a later one by now. */
  version: number;
  /** What was done to the record, as the caller sees it. */
  done: Done;
  /** When the change was written. */
  at: Instant;
  /** Its address while the caller could find it, if they cannot any more. */
  was?: Addressed;
  place: Place;
}

/** The result of a look at the log for one caller. */
export interface Found {
  reported: readonly Reported[];
  /** How far the look got. */
  reached: Place;
  /** The caller's place after this result. Unless there is more, it passes unreported changes only once their minute is over. */
  place: Place;
  /** Whether more of the log is left to examine. */
  hasMore: boolean;
}

/** Why a client must start over. */
type Reason = 'expired' | 'everything_changed' | 'rights_changed' | 'other_log';

const WHY: Readonly<Record<Reason, Message>> = {
  expired: 'The changes after this cursor are not kept any more. Take a new cursor, and read everything anew.',
  everything_changed: 'Any record may have changed since. Take a new cursor, and read everything anew.',
  rights_changed: 'This cursor was given to a caller with other rights. Take a new cursor, and read everything anew.',
  other_log:
    'This cursor is of another calendar, or of a state that was replaced by a backup. Take a new cursor, and read everything anew.',
};

/** The error that tells a client to take a new cursor and read everything again. */
export const resync = (reason: Reason): DomainError => new DomainError('RESYNC', WHY[reason], [], { reason });

/** Who looks at the log, and what they want from it. */
export interface Wanted {
  viewer: Viewer | undefined;
  now: Instant;
  kinds: ReadonlySet<string>;
  limit: number;
  /** The revision up to which the caller sees the calendar, if known. */
  upTo: number | undefined;
}

/** To a caller, an update that reveals a record creates it, and an update that hides a record deletes it. */
function doneAsSeen(done: Done, did: boolean, does: boolean) {
  if (done !== 'updated' || did === does) return done;
  return does ? 'created' : 'deleted';
}

/** Examines the log from a place on. @throws RESYNC when it cannot tell what has changed since */
export type Scan = (from: Place, wanted: Wanted) => Promise<Found>;

interface ScanDeps {
  changes: Pick<ChangeReader, 'after' | 'whyUnknown'>;
  /** Returns the lists of records that show the entry's record. */
  showing(entry: Entry): readonly Showing[];
}

/**
 * Reports a change to callers who could find the record before it, or can find it after it. If only one of these is true, or the
 * record is an image, the scan also reports the records that show it, as they are then. It reports a long list of those part by
 * part.
 */
export function createScan({ changes, showing }: ScanDeps): Scan {
  const pages = sharingIn(new LRUCache<string, Sharing<ChangePage | 'unknown'>>({ max: SHARED_PAGES }));

  /** All callers at the same place share one look: the log up to a revision never changes. */
  async function pageAfter({ revision, at }: Place, upTo: number) {
    const read = () => changes.after(revision, LOOKED_AT);
    const page = await (upTo === Number.POSITIVE_INFINITY ? read() : pages(`${revision} ${upTo}`, read));
    if (page === 'unknown') throw resync(await changes.whyUnknown(revision));
    if (page.from.at !== at) throw resync('other_log');
    return page;
  }

  return async (from, { viewer, now, kinds, limit, upTo = Number.POSITIVE_INFINITY }) => {
    const page = await pageAfter(from, upTo);
    const entries = page.entries.filter(({ _id }) => _id <= upTo);
    const reported: Reported[] = [];
    let looked = 0;
    let reached = from;
    let place = from;

    // One more than fits: only a change that the caller may know of can show that there is more. Other changes must not reveal
    // themselves.
    const most = limit + 1;
    const hasRoom = () => reported.length < most && looked < LOOKED_AT;

    function reach({ _id: revision, at }: Entry, within?: Key) {
      reached = { revision, at, audience: from.audience, minute: minuteOf(at), ...(within && { within }) };
    }
    function report({ at }: Entry, change: Omit<Reported, 'place' | 'at'>) {
      if (kinds.has(change.kind)) reported.push({ ...change, at, place: reached });
    }

    /**
     * Reports the records that show an entry's record, from a place in these lists on. Returns false if there was no room for
     * all.
     */
    async function reportShowing(entry: Entry, lists: readonly Showing[], within: Key) {
      let [number, ...after] = within as [number, ...Key];
      for (; number < lists.length; number += 1, after = []) {
        const { kind, sort, read } = lists[number]!;
        for (let more = kinds.has(kind); more; ) {
          if (!hasRoom()) return false;
          const wanted = Math.min(most - reported.length, LOOKED_AT - looked);
          const records = await read(after, wanted);
          looked += records.length;
          for (const record of records) {
            after = [...keyOf(record, sort)];
            reach(entry, [number, ...after]);
            if (isReader(viewer, findersOf(record, now)))
              report(entry, { kind, id: record._id, version: record.version, done: 'updated' });
          }
          more = records.length === wanted;
        }
      }
      return true;
    }

    async function reportOf(entry: Entry) {
      looked += 1;
      if (!('kind' in entry)) return true;
      if (!('id' in entry)) throw resync('everything_changed');
      const { kind, id, version, done, before, after, was } = entry;
      const [did, does] = [isReader(viewer, before), isReader(viewer, after)];
      // Records that show a new record were written together with it or after it. That write reports them.
      const isShownElse = done !== 'created' && (kind === 'image' || did !== does);
      const lists = isShownElse ? showing(entry) : [];
      reach(entry, lists.length ? [0] : undefined);
      const change = { kind: kind as ChangeKind, id, version, done: doneAsSeen(done, did, does) };
      if (did || does) report(entry, { ...change, ...(was && !does && { was }) });
      return reportShowing(entry, lists, [0]);
    }

    /**
     * Returns whether the whole entry was reported. The place passes an entry that reported nothing only once its minute is over.
     */
    async function take(entry: Entry, work: () => Promise<boolean>) {
      const before = reported.length;
      const isWhole = await work();
      if (isWhole) reach(entry);
      if (reported.length > before || (isWhole && entry.at < minuteOf(now) * MINUTE)) place = reached;
      return isWhole;
    }

    const { within } = from;
    let isWhole = !within || (await take(page.from, () => reportShowing(page.from, showing(page.from), within)));
    for (const entry of entries) {
      if (!isWhole || !hasRoom()) break;
      isWhole = await take(entry, () => reportOf(entry));
    }
    if (reported.length > limit) {
      const shown = reported.slice(0, limit);
      const last = shown.at(-1)!.place;
      return { reported: shown, reached: last, place: last, hasMore: true };
    }
    const isAll = isWhole && reached.revision === (entries.at(-1)?._id ?? from.revision);
    const hasMore = !isAll || (page.hasMore && entries.length === LOOKED_AT);
    return {
      reported,
      reached,
      hasMore,
      place: hasMore ? reached : { ...place, minute: Math.max(minuteOf(now), from.minute) },
    };
  };
}
