import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from './errors.ts';
import { rest } from './event-loop.ts';
import { countLeft, UNCOUNTED } from './resources/counting.ts';
import { EVENTS, IN_EVENTS } from './resources/event/record.ts';
import { daysOf, EVENT_DAYS } from './resources/event-days.ts';
import { SWEEPS, type Sweep } from './resources/sweeps.ts';
import type { Log, Store } from './store/port.ts';

/** Milliseconds between two looks at what is to be swept. */
const LOOK_EVERY = 1000;
/** Milliseconds for which a sweep is another's, without a sign of life. */
const LASTS = 60_000;
/** Sweeps that one look finds. The next look finds the others. */
const FOUND_AT_ONCE = 100;
/** Events that one unit writes. The embedded store works on the event loop meanwhile: about a millisecond for each. */
const EVENTS_AT_ONCE: Readonly<Record<Store['kind'], number>> = { embedded: 8, mongodb: 100 };
/** Documents of days that one unit deletes. */
const DAYS_AT_ONCE = 50;

interface SweepDeps {
  store: Store;
  log: Log;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** Aborted when no unit is to begin any more. */
  signal?: AbortSignal;
}

/**
 * Takes the ids of terms that are gone out of the events that carry them still, and the numbers by day of such terms, in small
 * units. Nothing that anybody is shown follows from them: no version is raised, and the log of changes tells nothing. Gives
 * how many units it took. What another process sweeps is left to it, until that gives no sign of life for a minute.
 */
export function createSweep({ store, log, clock, signal }: SweepDeps): () => Promise<number> {
  const holder = randomUUID();

  /** A part of a sweep. Gives whether there may be more. */
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
    const asked = { limit: EVENTS_AT_ONCE[store.kind], only: [], index: IN_EVENTS[list] };
    const ids = (await store.find(EVENTS.name, { [list]: term }, asked)).map(({ _id }) => _id);
    if (ids.length === 0) return false;
    return (await store.updateMany(EVENTS.name, { _id: { $in: ids } }, { $pull: { [list]: term } })) > 0;
  }

  /** After the events: until then a unit that began before the term went may have counted one of them. */
  async function deleteDays({ _id: entry }: Sweep): Promise<boolean> {
    const asked = { limit: DAYS_AT_ONCE, only: [], index: '_id_' };
    const days = await store.find(EVENT_DAYS.name, daysOf(entry), asked);
    for (const { _id } of days) await store.delete(EVENT_DAYS.name, _id);
    return days.length > 0;
  }

  return async () => {
    const asked = { sort: [['_id', 1]], limit: FOUND_AT_ONCE, only: [] } as const;
    let units = 0;
    for (const { _id } of await store.find<Sweep>(SWEEPS.name, {}, asked))
      for (let more = true; more && !signal?.aborted; units += 1) {
        more = await store.atomically(() => part(_id));
        // Whoever waits goes first.
        await nextTurn();
        await rest();
      }
    return units;
  };
}

/** Sweeping in the background of a server. */
export interface Sweeping {
  /** Ends when the unit that runs is over; the rest is for the next start. */
  stop(): Promise<void>;
}

/** Looks every second. A database that is away is asked again the next time; what nobody foresaw is logged. */
export function startSweeping({ store, log }: Pick<SweepDeps, 'store' | 'log'>): Sweeping {
  const stopped = new AbortController();
  const sweep = createSweep({ store, log, clock: Date.now, signal: stopped.signal });
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      // What another server has left that was killed.
      await countLeft(store, (lost) => log.warn(lost, UNCOUNTED));
      await sweep();
    } catch (error) {
      if (!(error instanceof DomainError) && !stopped.signal.aborted)
        log.error({ err: error }, 'what is left of a term, or to be counted, could not be taken care of');
    }
    if (!stopped.signal.aborted) lookLater();
  }
  function lookLater(): void {
    timer = setTimeout(() => {
      running = look();
    }, LOOK_EVERY).unref();
  }

  lookLater();
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
