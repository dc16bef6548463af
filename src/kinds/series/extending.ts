import { leaseOn } from '../../data/migrations/lease.ts';
import type { Log, Store } from '../../data/port.ts';
import type { Instant } from '../../domain/time.ts';
import { DAY } from '../../domain/zones.ts';
import type { SeriesService } from './service.ts';

/** Milliseconds after which another process takes over, if the first was killed. */
const LASTS = 60_000;

interface ExtendingDeps {
  store: Store;
  series: Pick<SeriesService, 'extend'>;
  /** Milliseconds since the epoch. */
  clock(): Instant;
  log: Pick<Log, 'info' | 'error'>;
}

/**
 * Makes the occurrences that have come into the horizon, once on each day of the clock. Of several processes, one does it at a time; the
 * next then finds nothing left.
 */
export function createExtending({ store, series, clock, log }: ExtendingDeps): () => Promise<void> {
  /** Of the process that makes occurrences. */
  const lease = leaseOn(store, 'series', { lasts: LASTS, clock });
  let done = Number.NaN;
  return async () => {
    const now = clock();
    const day = Math.floor(now / DAY);
    if (day === done || !(await lease.take())) return;
    try {
      const made = await series.extend(now, (err, series) =>
        log.error({ err, series }, 'the occurrences of this series could not be made'),
      );
      if (made > 0) log.info({ made }, 'made the occurrences of series that come within 24 months');
      done = day;
    } finally {
      await lease.release();
    }
  };
}
