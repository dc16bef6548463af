import { leaseOn } from '../../data/migrations/lease.ts';
import type { Store } from '../../data/port.ts';
import type { DuePosts } from './publish-due.ts';

/** Milliseconds after which another process takes over, if the first was killed. */
const LASTS = 10_000;

interface PublishingDeps {
  store: Store;
  due: readonly DuePosts[];
  /** Milliseconds since the epoch. */
  clock(): number;
}

/**
 * Publishes what is due, even if nobody reads a list. If several processes find something, one of them publishes it. If
 * nothing is due, this takes one index lookup per kind.
 */
export function createPublishing({ store, due, clock }: PublishingDeps): () => Promise<void> {
  /** Of the publishing process. It is written only while something is due. */
  const lease = leaseOn(store, 'publishing', { lasts: LASTS, clock });
  return async () => {
    const now = clock();
    const found: DuePosts[] = [];
    for (const posts of due) if (await posts.areThere(now)) found.push(posts);
    if (found.length === 0 || !(await lease.take())) return;
    try {
      for (const posts of found) await posts.publish(now);
    } finally {
      await lease.release();
    }
  };
}
