import type { Store } from '../../src/data/port.ts';
import { createSweep } from '../../src/kinds/counts/sweep.ts';
import { createLog } from '../../src/process/log.ts';
import type { TestApp } from './app.ts';

/** A process that sweeps up what deleted terms left. It sweeps when called, by the clock of the app. */
export const sweeperOf = ({ clock, store }: TestApp, wrap = (store: Store): Store => store) =>
  createSweep({ store: wrap(store), log: createLog('silent'), clock: () => clock.now });
