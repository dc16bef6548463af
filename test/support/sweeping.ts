import { createLog } from '../../src/log.ts';
import type { Store } from '../../src/store/port.ts';
import { createSweep } from '../../src/sweep.ts';
import type { TestApp } from './app.ts';

/** A process that sweeps what terms have left, when it is called, by the clock of the app. */
export const sweeperOf = ({ clock, store }: TestApp, wrap = (store: Store): Store => store) =>
  createSweep({ store: wrap(store), log: createLog('silent'), clock: () => clock.now });
