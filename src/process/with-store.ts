import type { Store } from '../data/port.ts';
import { lasting, openDatabase, sayingRoom } from '../kinds/database.ts';
import type { Config } from './config.ts';
import { type Progress, withProgress } from './progress.ts';

/**
 * Runs a program's work on a calendar, beside servers that may use it, and shows its progress. One that is not there is made
 * only if `isThere` is false.
 * @throws StoreRefused, or Error with one line if the configuration names no calendar that is kept
 */
export const withStore = <T>(
  config: Config,
  work: (store: Store, progress: Progress) => Promise<T>,
  isThere = true,
): Promise<T> =>
  withProgress(async (progress) => {
    const place = { ...lasting(config), beside: true, isThere };
    const store = await openDatabase(place, progress.log, progress.report);
    try {
      return await sayingRoom(place, store, () => work(store, progress));
    } finally {
      await store.close();
    }
  });
