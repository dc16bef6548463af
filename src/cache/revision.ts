import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Changes } from '../data/changes/changes.ts';
import type { Store } from '../data/port.ts';
import { shared } from '../domain/event-loop.ts';

/**
 * Milliseconds for which a look at the log stays valid, if the store cannot report writes without a query. Writes of this process
 * are seen at once all the same.
 */
export const LOOK_EVERY = 500;

/**
 * Returns the calendar's current revision; undefined if it is unknown. On the embedded store it includes all earlier writes; on
 * MongoDB, other processes' writes that are older than `LOOK_EVERY`. Its integer part is a revision of the log, before which all
 * is written.
 */
export type CurrentRevision = () => number | undefined | Promise<number | undefined>;

/** Changes, without a query, when somebody writes: any process if the store can tell, or this one. */
type Sign = readonly (number | undefined)[];

interface Look {
  /** None while it waits for the look before it. */
  begun?: {
    sign: Sign;
    at: number;
  };
  found: Promise<number | undefined>;
  /** The result, once it is there. */
  revision?: number;
  /** Whether it left no gap in the log, which somebody would have to look at again. */
  isWhole?: boolean;
}

/** How many streams continue at once: a few milliseconds of work. */
const CONTINUED_AT_ONCE = 32;

/** Milliseconds between two looks while somebody waits for changes. */
const FOLLOW_EVERY = 250;

/** How far the change log reaches, as known to this process. */
export interface Revisions {
  current: CurrentRevision;
  /**
   * Looks at the log again. Whether those who listen to it (`changes.touched`) have then heard everything that was committed
   * before the call.
   */
  settled(): Promise<boolean>;
  /**
   * Resolves when there is a change after a revision, the signal aborts, or the time is up. Sees other processes' writes after
   * half a second at most. All waiting callers share the looks at the log.
   */
  moved(revision: number, until: Until): Promise<void>;
}

interface Until {
  signal: AbortSignal;
  /** Milliseconds. */
  within: number;
}

/** One per process. */
export function createRevisions(store: Pick<Store, 'dataVersion'>, changes: Changes): Revisions {
  const waiting = new Set<{ revision: number; end(): void }>();
  let reached = Number.NEGATIVE_INFINITY;
  let isFollowing = false;

  /** Without a revision, continues everyone: those who wait for a higher one may come from another log. */
  function tell(revision: number | undefined) {
    reached = revision ?? reached;
    const ready = [...waiting].filter((one) => revision === undefined || one.revision < revision);
    if (ready.length > 0) void continueAll(ready);
  }

  /** Continues a few at a time, so that other work can run in between. */
  async function continueAll(ready: readonly { end(): void }[]) {
    for (const [at, { end }] of ready.entries()) {
      if (at % CONTINUED_AT_ONCE === 0 && at > 0) await nextTurn();
      end();
    }
  }
  const { current, settled } = createCurrentRevision(store, changes, tell);

  /** Keeps looking while somebody waits. */
  function follow() {
    if (isFollowing || waiting.size === 0) return;
    isFollowing = true;
    setTimeout(async () => {
      await current();
      isFollowing = false;
      follow();
    }, FOLLOW_EVERY).unref();
  }

  return {
    current,
    settled,
    moved(revision, { signal, within }) {
      if (signal.aborted || reached > revision) return Promise.resolve();
      return new Promise((resolve) => {
        const one = {
          revision,
          end() {
            waiting.delete(one);
            clearTimeout(over);
            signal.removeEventListener('abort', one.end);
            resolve();
          },
        };
        const over = setTimeout(one.end, within).unref();
        waiting.add(one);
        signal.addEventListener('abort', one.end);
        follow();
      });
    },
  };
}

/** Called with the revision before the log's first gap; undefined if following starts at its end. */
type Tell = (revision: number | undefined) => void;

function createCurrentRevision(
  store: Pick<Store, 'dataVersion'>,
  changes: Changes,
  tell: Tell,
): Pick<Revisions, 'current' | 'settled'> {
  let last: Look | undefined;
  // Looks run one after the other, because each continues from the last.
  let looking: Promise<unknown> = Promise.resolve();

  function look() {
    const made: Look = { found: Promise.resolve(undefined) };
    made.found = looking.then(async () => {
      made.begun = { sign: signNow(), at: performance.now() };
      Object.assign(made, await take());
      return made.revision;
    });
    looking = made.found;
    return made;
  }

  /** Looks at the log, and tells what it found. */
  async function take(): Promise<Pick<Look, 'revision' | 'isWhole'>> {
    try {
      const { isFirst, entries, whole, revision, isAll, hasGap } = await changes.look();
      if (isFirst) {
        changes.touched.takeAll(revision);
        tell(undefined);
      }
      if (entries.length) changes.touched.take(entries, revision);
      tell(whole);
      return isAll ? { revision, isWhole: !hasGap } : {};
    } catch {
      // If something is wrong, the reads of the data report it.
      changes.touched.lose();
      return {};
    }
  }

  const signNow = () => [store.dataVersion(), changes.ended()];

  /** Whether a look sees all that was written before now. One that has not begun will: no more than one ever waits. */
  const holds = ({ begun, isWhole }: Look, sign: Sign) =>
    !begun ||
    (isSame(begun.sign, sign) && ((sign[0] !== undefined && isWhole) || performance.now() - begun.at < LOOK_EVERY));

  return {
    current() {
      const sign = signNow();
      if (!last || !holds(last, sign)) last = look();
      const found = last;
      // A slow look says little about the present.
      return (
        found.revision ??
        shared(found.found).then((revision) => (holds(found, found.begun!.sign) ? revision : undefined))
      );
    },
    async settled() {
      if (!last || last.begun) last = look();
      return (await shared(last.found)) !== undefined;
    },
  };
}

const isSame = (one: Sign, other: Sign) => one.every((value, at) => value === other[at]);
