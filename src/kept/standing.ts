import type { Changes } from '../changes/changes.ts';
import { createSettled } from '../changes/settled.ts';
import { shared } from '../event-loop.ts';
import type { Store } from '../store/port.ts';

/**
 * Milliseconds for which a look at the log holds, where the store cannot say without a query that somebody wrote. Writes of
 * this process are seen at once all the same.
 */
export const LOOK_EVERY = 500;

/**
 * Gives the revision that the calendar stands at; undefined while that cannot be known. On the embedded store nothing that
 * was written before is missed, on MongoDB nothing that another process wrote more than `LOOK_EVERY` before.
 */
export type Standing = () => number | undefined | Promise<number | undefined>;

interface Look {
  /** What tells, without a query, that somebody wrote: another process, where the store says so, or this one. */
  sign: readonly (number | undefined)[];
  /** When it began. */
  at: number;
  found: Promise<number | undefined>;
  /** What was found, once that is known. */
  revision?: number | undefined;
}

/** One per process. */
export function createStanding(store: Pick<Store, 'dataVersion'>, changes: Changes): Standing {
  const settled = createSettled(changes);
  let last: Look | undefined;
  // One after the other: what is found depends on what was found before.
  let looking: Promise<unknown> = Promise.resolve();

  function look(sign: Look['sign']): Look {
    const made: Look = { sign, at: performance.now(), found: Promise.resolve(undefined) };
    made.found = looking.then(async () => {
      made.revision = await settled();
      return made.revision;
    });
    looking = made.found;
    return made;
  }

  return () => {
    const version = store.dataVersion();
    const sign = [version, changes.ended()];
    const holds = ({ at, revision }: Look): boolean =>
      (version !== undefined && revision !== undefined) || performance.now() - at < LOOK_EVERY;
    if (!last || !isSame(last.sign, sign) || !holds(last)) last = look(sign);
    const found = last;
    // A look that took long says little about now.
    return found.revision ?? shared(found.found).then((revision) => (holds(found) ? revision : undefined));
  };
}

const isSame = (one: Look['sign'], other: Look['sign']): boolean => one.every((value, at) => value === other[at]);
