import type { Store } from '../../src/data/port.ts';
import { readConfig } from '../../src/process/config.ts';
import type { TestApp } from '../support/app.ts';

/** A store that counts how often records are looked for; `hold` is waited for by each. */
export function countingReads(): { wrap(store: Store): Store; reads(): number; hold: Promise<void> } {
  let reads = 0;
  const counting = {
    hold: Promise.resolve(),
    reads: () => reads,
    wrap: (store: Store): Store => ({
      ...store,
      async find(collection, ...more) {
        reads += collection === 'changes' ? 0 : 1;
        await counting.hold;
        return store.find(collection, ...more);
      },
      async byIds(...asked) {
        reads += 1;
        return store.byIds(...asked);
      },
    }),
  };
  return counting;
}

/** How another process opens the data of an app. */
export const configOf = ({ uri }: TestApp, dir: string) =>
  readConfig({ NODE_ENV: 'test', ...(uri ? { MONGODB_URI: uri } : { DATA_DIR: dir }) });

/** A store of which nobody knows at which revision it stands. */
export const unsettled = (store: Store): Store => ({
  ...store,
  find: (collection, ...more) =>
    collection === 'changes' ? Promise.reject(new Error('nobody is told')) : store.find(collection, ...more),
});
