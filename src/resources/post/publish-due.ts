import { DomainError } from '../../errors.ts';
import type { Instant } from '../../rules/time.ts';
import type { Repository } from '../shared/repository.ts';
import type { Write } from '../shared/writes.ts';
import type { PostRecord } from './record.ts';

const EVERY = 1000;
const BATCH = 100;

interface PublishDueDeps<R extends PostRecord> {
  write: Write;
  repository: Repository<R>;
  /** The index that has scheduled records by their date. */
  index: string;
  /** Runs in the same unit as the change, for what has to follow from it. */
  published?(before: R, after: R): Promise<void>;
}

/** Publishes the scheduled records whose date has come. Called before lists; asks the store at most once a second. */
export function createPublishDue<R extends PostRecord>({
  write,
  repository,
  index,
  published,
}: PublishDueDeps<R>): (now: Instant) => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked = Promise.resolve();

  async function publish(id: number, now: Instant): Promise<void> {
    await write({ now }, async () => {
      const before = await repository.one({ _id: id, status: 'future', publishedAt: { $lte: now } });
      if (!before) return;
      const after = { ...before, status: 'publish' as const };
      await repository.replace(before, after);
      await published?.(before, after);
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
      // Lists are read also while nothing can be written; where nothing can be read they say so themselves.
      if (!isUnavailable(error)) throw error;
    });
    return asked;
  };
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.code === 'UNAVAILABLE';
