import { LRUCache } from 'lru-cache';
import type { Revisions } from '../../cache/revision.ts';
import type { Cursors, Place } from '../../data/changes/cursors.ts';
import type { ChangeReader } from '../../data/changes/read.ts';
import { audienceOf } from '../../domain/access.ts';
import { currentWork, resume } from '../../domain/event-loop.ts';
import { invalidField, validate } from '../../domain/fields/examine.ts';
import { once } from '../../domain/once-for.ts';
import { type Sharing, sharingIn } from '../../domain/sharing.ts';
import type { Instant } from '../../domain/time.ts';
import type { Context } from '../context.ts';
import { CHANGE_KINDS } from '../kinds.ts';
import { type ChangesInput, DEFAULT_CHANGES, type FollowInput, followFields, MOST_CHANGES } from './fields.ts';
import { type Found, minuteOf, type Reported, resync, type Scan, type Wanted } from './scan.ts';

/** A change, with the cursor that a client has after receiving it. */
export interface Change extends Omit<Reported, 'place'> {
  cursor: string;
}

/** Some changes, and the cursor to continue from. */
export interface ChangesPage {
  changes: readonly Change[];
  cursor: string;
  hasMore: boolean;
}

/** The time, and the state of the calendar, at one point of a stream. */
interface Moment {
  now: Instant;
  /** The calendar's current revision, if it is known. */
  revision: number | undefined;
}

/** What a stream needs of the request that opened it. */
export interface Stream<Ctx extends Context = Context> {
  /** Aborts when the stream must end, with one of these reasons. */
  signal: AbortSignal & { reason: EndReason };
  /** Returns the current moment. */
  moment(): Promise<Moment>;
  /** Returns the context of the same caller at a moment. */
  contextAt(moment: Moment): Ctx;
}

/** Why a stream ends: the client is gone, the server is stopping, or the user's rights have changed. */
type EndReason = 'gone' | 'stopped' | 'rights_changed';

/** One item of a stream: a change, or only a cursor. `context` makes the context of that moment, if it is needed. */
export interface Followed<Ctx extends Context = Context> {
  cursor: string;
  change?: Change;
  context(): Ctx;
}

export interface Following extends FollowInput {
  /** Whether the stream also sends plain cursors: at the start, once a minute, and when the server stops. */
  idleCursors?: boolean | null;
}

/** Reports changes, limited to what a caller may know. */
export interface ChangeFeed {
  /** @throws INVALID_FIELD naming what is wrong; RESYNC when the client must start over */
  page(request: ChangesInput, ctx: Context): Promise<ChangesPage>;
  /**
   * Yields the same changes in the same order, as they come, until the stream must end. @throws like `page`, even after it has
   * started
   */
  follow<Ctx extends Context>(request: Following, ctx: Ctx, stream: Stream<Ctx>): AsyncGenerator<Followed<Ctx>, void>;
}

/** The result of a look at the log, in the form that clients get. */
type Looked = Found & { changes: readonly Change[] };

/** The caller, and the moment of the request. */
type Caller = Pick<Context, 'viewer'> & Moment;

interface FeedDeps {
  changes: Pick<ChangeReader, 'after' | 'position'>;
  cursors: Cursors;
  scan: Scan;
  moved: Revisions['moved'];
}

/** Milliseconds between two cursors that a stream sends without a change. */
const IDLE_EVERY = 60_000;

/** How many looks are cached for other streams, one per audience and kinds. Most streams are at the end of the log. */
const SHARED_LOOKS = 16;

const ALL_KINDS = CHANGE_KINDS.map(({ name }) => name);

/** One per process. */
export function createFeed({ changes, cursors, scan, moved }: FeedDeps): ChangeFeed {
  /** The place of a caller who starts now. */
  async function placeNow(caller: Caller): Promise<Place> {
    const { viewer, now } = caller;
    const revision = wholeOf(caller);
    const page = revision === undefined ? 'unknown' : await changes.after(revision, 1);
    const position = page === 'unknown' ? await changes.position() : { revision: revision!, at: page.from.at };
    return { ...position, audience: audienceOf(viewer), minute: minuteOf(now) };
  }

  async function placeOf(cursor: string, { viewer }: Caller) {
    const place = await cursors.open(cursor);
    if (!place) throw invalidField('after', 'invalid_cursor', 'Must be a cursor that this list gave.');
    if (place === 'other_log') throw resync('other_log');
    if (place.audience !== audienceOf(viewer)) throw resync('rights_changed');
    return place;
  }

  /** Returns where to begin. Each new cursor is unique, so that nobody can tell from two of them whether anything was written. */
  async function begin(after: string | null | undefined, caller: Caller): Promise<{ cursor: string; place: Place }> {
    if (after != null) return { cursor: after, place: await placeOf(after, caller) };
    const place = await placeNow(caller);
    return { cursor: await cursors.seal(place, { unlike: true }), place };
  }

  const wantedBy = (kinds: FollowInput['kinds'], caller: Caller, limit: number): Wanted => ({
    viewer: caller.viewer,
    now: caller.now,
    upTo: wholeOf(caller),
    limit,
    kinds: new Set<string>(kinds ?? ALL_KINDS),
  });

  const changeOf = async ({ place, ...change }: Reported): Promise<Change> => ({
    ...change,
    cursor: await cursors.seal(place),
  });

  const looks = sharingIn(new LRUCache<string, Sharing<Looked>>({ max: SHARED_LOOKS }));

  async function look(from: Place, wanted: Wanted): Promise<Looked> {
    const found = await scan(from, wanted);
    return { ...found, changes: await Promise.all(found.reported.map(changeOf)) };
  }

  /** Streams at the same place that want the same changes share one look. */
  function sharedLook(from: Place, wanted: Wanted) {
    if (wanted.upTo === undefined) return look(from, wanted);
    const { revision, within, audience, minute } = from;
    const key = [revision, within, audience, minute, wanted.upTo, minuteOf(wanted.now), ...wanted.kinds].join(' ');
    return looks(key, () => look(from, wanted));
  }

  return {
    async page(request, ctx) {
      const { first, ...input } = request;
      const { after, kinds } = validate({ table: followFields, use: 'filter' }, input, ctx);
      const limit = first ?? DEFAULT_CHANGES;
      if (limit < 1 || limit > MOST_CHANGES)
        throw invalidField('first', 'out_of_range', 'Must be a number from {0} to {1}.', 1, MOST_CHANGES);
      // The answer is current only at this moment.
      ctx.freshness.until = ctx.now;
      const caller = { ...ctx, revision: ctx.loaders.revision };
      const { cursor, place } = await begin(after, caller);
      if (after == null) return { changes: [], cursor, hasMore: false };
      const found = await look(place, wantedBy(kinds, caller, limit));
      return {
        changes: found.changes,
        cursor: isSame(found.place, place) ? cursor : await cursors.seal(found.place),
        hasMore: found.hasMore,
      };
    },

    async *follow(request, ctx, { signal, moment, contextAt }) {
      const { idleCursors, ...input } = request;
      const { viewer } = ctx;
      const work = currentWork();
      const { after, kinds } = validate({ table: followFields, use: 'filter' }, input, ctx);
      let { cursor, place } = await begin(after, { viewer, ...(await moment()) });
      // The place for cursors without a change. It passes changes that were not reported only once their minute is over.
      let idle = place;
      if (idleCursors) yield { cursor, context: () => ctx };
      for (let next = performance.now() + IDLE_EVERY; ; ) {
        const at = await moment();
        const context = once(() => contextAt(at));
        const isDue = performance.now() >= next;
        const found = await sharedLook(isDue ? idle : place, wantedBy(kinds, { viewer, ...at }, DEFAULT_CHANGES));
        for (const change of found.changes) {
          if (signal.aborted) break;
          cursor = change.cursor;
          yield { cursor, change, context };
        }
        if (!signal.aborted) place = found.reached;
        if (found.changes.length > 0 || found.hasMore || isDue) idle = found.place;
        if (isDue && !signal.aborted) {
          next = performance.now() + IDLE_EVERY;
          cursor = await cursors.seal(idle);
          if (idleCursors) yield { cursor, context };
        }
        if (!found.hasMore) await moved(place.revision, { signal, within: Math.max(0, next - performance.now()) });
        if (signal.aborted) break;
        resume(work);
      }
      if (signal.reason === 'rights_changed') throw resync('rights_changed');
      if (signal.reason === 'stopped' && idleCursors) yield { cursor, context: () => ctx };
    },
  };
}

/** The revision of the log before its first gap, which the caller's includes. */
const wholeOf = ({ revision }: Caller) => (revision === undefined ? undefined : Math.floor(revision));

const isSame = (one: Place, other: Place) =>
  one.revision === other.revision && one.minute === other.minute && String(one.within) === String(other.within);
