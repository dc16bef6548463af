import type { Instant } from '../../rules/time.ts';
import type { Store } from '../../store/port.ts';
import type { Repository } from '../repository.ts';
import type { PostRecord } from './record.ts';

const EVERY = 1000;
const BATCH = 100;

/**
 * Publishes the scheduled records whose date has come. Called before lists; asks the store at most once a second.
 * `index` has them by their date; `published` runs in the same unit as the change, for what has to follow from it.
 */
export function createPublishDue<R extends PostRecord>(
  store: Store,
  repository: Repository<R>,
  index: string,
  published: (before: R, after: R) => Promise<void> = async () => {},
): (now: Instant) => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked = Promise.resolve();

  async function publish(id: number, now: Instant): Promise<void> {
    await store.atomically(async () => {
      const before = await repository.one({ _id: id, status: 'future', publishedAt: { $lte: now } });
      if (!before) return;
      const after = { ...before, status: 'publish' as const };
      await repository.replace(before, after);
      await published(before, after);
    });
  }

  async function publishAll(now: Instant): Promise<void> {
    for (;;) {
      const due = await repository.find(
        { status: 'future', publishedAt: { $lte: now } },
        { limit: BATCH, only: [], index },
      );
      for (const { _id } of due) await publish(_id, now);
      if (due.length < BATCH) return;
    }
  }

  return (now) => {
    // Who comes within the second waits as well, so that no list is read half-way.
    if (Math.abs(now - askedAt) < EVERY) return asked;
    askedAt = now;
    asked = publishAll(now).catch((error: unknown) => {
      askedAt = Number.NEGATIVE_INFINITY;
      throw error;
    });
    return asked;
  };
}
