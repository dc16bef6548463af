import { randomUUID } from 'node:crypto';
import { isDuplicateKey, type Log, type Store, type Stored, storeRefused } from '../port.ts';
import { readSetting, SETTINGS } from '../settings.ts';
import { DAYTIME, type Time } from '../time.ts';

/** Milliseconds that a lease lasts without renewal. */
const LASTS = 60_000;
const LOOK_EVERY = 500;

interface StoredLease extends Stored {
  holder: string;
  /** Milliseconds since the epoch, by the clock of its holder. */
  until: number;
}

/** A lease as one process has it, or waits for it. */
export interface Lease {
  /** Takes it, unless another process has it. If two try at once, one fails. */
  take(): Promise<boolean>;
  /** Renews it and stores facts with it. Returns false, and stores nothing, if another process has it. */
  keep(facts?: object): Promise<boolean>;
  release(): Promise<void>;
}

export interface Leasing {
  log: Log;
  /** Milliseconds that the lease lasts without renewal; default: a minute. */
  lasts?: number;
  /** Tests have their own. */
  time?: Time;
}

/** Lets the holder of a lease check that it still has it. A process that stood still may have lost it. */
interface Held {
  /** Costs nothing. @throws StoreRefused when the lease is known to be lost */
  check(): void;
  /** Renews the lease in the store. @throws StoreRefused when it is lost */
  confirm(): Promise<void>;
}

/**
 * Runs work in only one process at a time on this data. Others wait, at most a minute for a dead holder. The work must check from
 * time to time that it still holds the lease.
 */
export async function alone<T>(
  store: Store,
  id: string,
  { log, lasts = LASTS, time = DAYTIME }: Leasing,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const { take, keep, release } = leaseOn(store, id, { lasts, clock: time.clock });
  for (let attempts = 0; !(await take()); attempts += 1) {
    if (attempts === 0) log.warn({}, 'another process prepares the data; waiting for it');
    await time.pause(LOOK_EVERY);
  }
  let lost = false;
  const over = new AbortController();

  async function renew() {
    if (!(await keep())) lost = true;
  }
  function check() {
    if (lost) throw storeRefused('another process has taken over preparing the data: start again');
  }
  async function confirm() {
    await renew();
    check();
  }

  const renewing = (async () => {
    for (;;) {
      await time.pause(lasts / 4, over.signal);
      await renew().catch(() => undefined);
    }
  })().catch(() => undefined);
  try {
    return await work({ check, confirm });
  } finally {
    over.abort();
    // A renewal still in progress would extend the lease for another minute after its release.
    await renewing;
    // If releasing fails, the lease expires by itself, and an error of the work matters more.
    await release().catch(() => undefined);
  }
}

/** Ends this holder's lease, or anyone's if no holder is given. */
export async function release(store: Store, id: string, holder?: string): Promise<void> {
  await store.updateMany(SETTINGS.name, { _id: id, holder }, { $set: { until: 0 } });
}

/**
 * A lease of `lasts` milliseconds, which one process at a time has. The clocks of two processes, or of one before and after it was
 * set, may differ: a lease is also over when it was seen for its length and nobody renewed it, whenever it says that it ends.
 */
export function leaseOn(store: Store, id: string, { lasts, clock }: { lasts: number; clock(): number }): Lease {
  const holder = randomUUID();
  /** The end that the lease of another process had at the last look, and since when it has not moved. */
  let seen = { until: 0, since: 0 };

  function isOver({ until }: StoredLease, now: number) {
    if (until !== seen.until || now < seen.since) seen = { until, since: now };
    return !(until > now) || now - seen.since >= lasts;
  }

  return {
    async take() {
      const now = clock();
      const until = now + lasts;
      try {
        return await store.atomically(async () => {
          const lease = await readSetting<StoredLease>(store, id);
          if (lease && !isOver(lease, now)) return false;
          if (lease) await store.update(SETTINGS.name, id, { $set: { holder, until } });
          else await store.insert<StoredLease>(SETTINGS.name, { _id: id, holder, until });
          return true;
        });
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async keep(facts) {
      const set = { ...facts, until: clock() + lasts };
      return (await store.updateMany(SETTINGS.name, { _id: id, holder }, { $set: set })) > 0;
    },
    release: () => release(store, id, holder),
  };
}
