import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log, Store } from '../../data/port.ts';
import { rest } from '../../domain/event-loop.ts';
import { EVENTS, IN_EVENTS } from '../event/record.ts';
import { daysOf, EVENT_DAYS } from './event-days.ts';
import { SWEEPS, type Sweep } from './sweeps.ts';

/** Milliseconds that a sweep stays with another process that gives no sign of life. */
const LASTS = 60_000;
/** Sweeps that one run finds. The next run finds the others. */
const FOUND_AT_ONCE = 100;
/** Events that one unit writes. The embedded store blocks the event loop for about a millisecond per event. */
const EVENTS_AT_ONCE: Readonly<Record<Store['kind'], number>> = { embedded: 8, mongodb: 100 };
/** Documents of days that one unit deletes. */
const DAYS_AT_ONCE = 50;

interface SweepDeps {
  store: Store;
  log: Log;
  /** Milliseconds since the epoch. */
  clock(): number;
}

/**
 * Cleans up after deleted terms, in small units: removes their ids from the events that still carry them, and deletes their
 * numbers by day. This changes nothing that anybody is shown, so no version rises and the change log reports nothing. Returns how
 * many units it took. It leaves a sweep to the process that has begun it, until that process gives no sign of life for a minute.
 * No unit begins after the signal aborts.
 */
export function createSweep({ store, log, clock }: SweepDeps): (signal?: AbortSignal) => Promise<number> {
  const holder = randomUUID();

  /** Does a part of a sweep. Returns whether there may be more. */
  async function part(_id: Sweep['_id']): Promise<boolean> {
    const [sweep] = await store.byIds<Sweep>(SWEEPS.name, [_id]);
    if (!sweep || (sweep.holder !== holder && sweep.until > clock())) return false;
    if (!(await takeFromEvents(sweep)) && !(await deleteDays(sweep))) {
      await store.delete(SWEEPS.name, _id);
      log.info({ swept: _id }, 'what was left of a term is gone');
      return false;
    }
    await store.update(SWEEPS.name, _id, { $set: { holder, until: clock() + LASTS } });
    return true;
  }

  async function takeFromEvents({ list, term }: Sweep): Promise<boolean> {
    const options = { limit: EVENTS_AT_ONCE[store.kind], only: [], index: IN_EVENTS[list] };
    const ids = (await store.find(EVENTS.name, { [list]: term }, options)).map(({ _id }) => _id);
    if (ids.length === 0) return false;
    return (await store.updateMany(EVENTS.name, { _id: { $in: ids } }, { $pull: { [list]: term } })) > 0;
  }

  /** Runs after the events are done: until then, a unit that began before the term was deleted may have counted one of them. */
  async function deleteDays({ _id: entry }: Sweep): Promise<boolean> {
    const options = { limit: DAYS_AT_ONCE, only: [], index: '_id_' };
    const days = await store.find(EVENT_DAYS.name, daysOf(entry), options);
    for (const { _id } of days) await store.delete(EVENT_DAYS.name, _id);
    return days.length > 0;
  }

  return async (signal) => {
    const options = { sort: [['_id', 1]], limit: FOUND_AT_ONCE, only: [] } as const;
    let units = 0;
    for (const { _id } of await store.find<Sweep>(SWEEPS.name, {}, options))
      for (let more = true; more && !signal?.aborted; units += 1) {
        more = await store.atomically(() => part(_id));
        // Waiting requests go first.
        await nextTurn();
        await rest();
      }
    return units;
  };
}
