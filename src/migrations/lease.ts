import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDuplicateKey, type Log, type Store, type Stored } from '../store/port.ts';
import { readSetting, SETTINGS } from './settings.ts';

/** Milliseconds that a holder keeps a lease without a sign of life. */
const LASTS = 60_000;
const LOOK_EVERY = 500;

interface Lease extends Stored {
  holder: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/**
 * Runs work as the only process that does so on this data. Who comes second waits; a holder that died is waited for a
 * minute at the most.
 */
export async function alone<T>(store: Store, id: string, log: Log, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  for (let asked = 0; !(await take(store, id, holder)); asked += 1) {
    if (asked === 0) log.info({}, 'another process prepares the data; waiting for it');
    await sleep(LOOK_EVERY);
  }
  const renewing = setInterval(() => void take(store, id, holder).catch(() => undefined), LASTS / 4);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await store.update(SETTINGS.name, id, { $set: { until: 0 } });
  }
}

/** Of two units that take it at once, one loses and looks again. */
async function take(store: Store, id: string, holder: string): Promise<boolean> {
  const until = Date.now() + LASTS;
  try {
    return await store.atomically(async () => {
      const lease = await readSetting<Lease>(store, id);
      if (lease && lease.holder !== holder && lease.until > Date.now()) return false;
      if (lease) await store.update(SETTINGS.name, id, { $set: { holder, until } });
      else await store.insert<Lease>(SETTINGS.name, { _id: id, holder, until });
      return true;
    });
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
