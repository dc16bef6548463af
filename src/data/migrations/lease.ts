import { randomUUID } from 'node:crypto';
import { isDuplicateKey, type Log, type Store, type Stored, storeRefused } from '../port.ts';
import { readSetting, SETTINGS } from '../settings.ts';
import { DAYTIME, type Time } from '../time.ts';

/** Milliseconds that a lease lasts without renewal. */
const LASTS = 60_000;
const LOOK_EVERY = 500;

interface Lease extends Stored {
  holder: string;
  /** Milliseconds since the epoch. */
  until: number;
}

export interface Leasing {
  log: Log;
  /** Milliseconds that the lease lasts without renewal; default: a minute. */
  lasts?: number;
  /** Tests have their own. */
  time?: Time;
}

/** Lets the holder of a lease check that it still has it. A process that stood still may have lost it. */
export interface Held {
  /** Costs nothing. @throws StoreRefused when the lease is known to be lost */
  check(): void;
  /** Renews the lease in the store. @throws StoreRefused when it is lost */
  confirm(): Promise<void>;
}

/**
 * Runs work in only one process at a time on this data. Others wait, at most a minute for a dead holder (by both machines'
 * clocks). The work must check from time to time that it still holds the lease.
 */
export async function alone<T>(
  store: Store,
  id: string,
  { log, lasts = LASTS, time = DAYTIME }: Leasing,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  for (let attempts = 0; !(await take(store, id, holder, lasts, time.clock())); attempts += 1) {
    if (attempts === 0) log.warn({}, 'another process prepares the data; waiting for it');
    await time.pause(LOOK_EVERY);
  }
  let lost = false;
  const over = new AbortController();

  async function renew(): Promise<void> {
    if (!(await keep(store, id, holder, { lasts, now: time.clock() }))) lost = true;
  }
  function check(): void {
    if (lost) throw storeRefused('another process has taken over preparing the data: start again');
  }
  async function confirm(): Promise<void> {
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
    await release(store, id, holder).catch(() => undefined);
  }
}

/** Ends this holder's lease, or anyone's if no holder is given. */
export async function release(store: Store, id: string, holder?: string): Promise<void> {
  await store.updateMany(SETTINGS.name, { _id: id, holder }, { $set: { until: 0 } });
}

/** Renews a lease and stores facts with it. Returns false, and stores nothing, if another holder has it. */
export async function keep(
  store: Store,
  id: string,
  holder: string,
  { lasts, now, facts = {} }: { lasts: number; now: number; facts?: object },
): Promise<boolean> {
  const set = { ...facts, until: now + lasts };
  return (await store.updateMany(SETTINGS.name, { _id: id, holder }, { $set: set })) > 0;
}

/** Takes a lease for `lasts` milliseconds, unless another holder has it. If two units try at once, one fails. */
export async function take(store: Store, id: string, holder: string, lasts: number, now: number): Promise<boolean> {
  const until = now + lasts;
  try {
    return await store.atomically(async () => {
      const lease = await readSetting<Lease>(store, id);
      if (lease && lease.until > now) return false;
      if (lease) await store.update(SETTINGS.name, id, { $set: { holder, until } });
      else await store.insert<Lease>(SETTINGS.name, { _id: id, holder, until });
      return true;
    });
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
