import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDuplicateKey, type Log, type Store, type Stored, storeRefused } from '../store/port.ts';
import { readSetting, SETTINGS } from './settings.ts';

/** Milliseconds that a holder keeps a lease without a sign of life. */
const LASTS = 60_000;
const LOOK_EVERY = 500;

interface Lease extends Stored {
  holder: string;
  /** Milliseconds since the epoch. */
  until: number;
}

export interface Leasing {
  log: Log;
  /** Milliseconds that the lease is kept without a sign of life; a minute without it. */
  lasts?: number;
}

/** What the holder of a lease can ask. A process that stood still may have lost it to another one. */
export interface Held {
  /** @throws StoreRefused when the lease is known to be lost. Costs nothing. */
  check(): void;
  /** Asks the store, and keeps the lease for its whole time again. @throws StoreRefused when it is lost */
  confirm(): Promise<void>;
}

/**
 * Runs work as the only process that does so on this data. Who comes second waits; a holder that died is waited for a
 * minute at the most (by the clocks of both machines). The work has to ask now and then whether it is still the only one.
 */
export async function alone<T>(
  store: Store,
  id: string,
  { log, lasts = LASTS }: Leasing,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  for (let asked = 0; !(await take(store, id, holder, lasts)); asked += 1) {
    if (asked === 0) log.warn({}, 'another process prepares the data; waiting for it');
    await sleep(LOOK_EVERY);
  }
  let lost = false;
  let renewing: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    const until = Date.now() + lasts;
    if ((await store.updateMany(SETTINGS.name, { _id: id, holder }, { $set: { until } })) === 0) lost = true;
  }
  function check(): void {
    if (lost) throw storeRefused('another process has taken over preparing the data: start again');
  }
  async function confirm(): Promise<void> {
    await renew();
    check();
  }

  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch(() => undefined);
  }, lasts / 4);
  try {
    return await work({ check, confirm });
  } finally {
    clearInterval(timer);
    // A renewal that is still under way would take it for another minute after this.
    await renewing;
    // If it fails the lease ends by itself, and what the work threw says more.
    await release(store, id, holder).catch(() => undefined);
  }
}

/** Ends the lease of this holder; without one, of whoever has it. */
export async function release(store: Store, id: string, holder?: string): Promise<void> {
  await store.updateMany(SETTINGS.name, { _id: id, holder }, { $set: { until: 0 } });
}

/** Of two units that take it at once, one loses and looks again. */
async function take(store: Store, id: string, holder: string, lasts: number): Promise<boolean> {
  const until = Date.now() + lasts;
  try {
    return await store.atomically(async () => {
      const lease = await readSetting<Lease>(store, id);
      if (lease && lease.until > Date.now()) return false;
      if (lease) await store.update(SETTINGS.name, id, { $set: { holder, until } });
      else await store.insert<Lease>(SETTINGS.name, { _id: id, holder, until });
      return true;
    });
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
