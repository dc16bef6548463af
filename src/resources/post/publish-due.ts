import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { shared } from '../../event-loop.ts';
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

/** Publishes what is due at the moment of a request, whose loaders then read anew. */
export type PublishDue = (ctx: Pick<Context, 'now' | 'loaders'>) => Promise<void>;

/** Publishes the scheduled records whose date has come. Called before lists; asks the store at most once a second. */
export function createPublishDue<R extends PostRecord>({
  write,
  repository,
  index,
  published,
}: PublishDueDeps<R>): PublishDue {
  let askedAt = Number.NEGATIVE_INFINITY;
  /** Gives whether anything was published. */
  let asked = Promise.resolve(false);

  /** Gives whether it was published: what is damaged is not. */
  async function publish(id: number, now: Instant): Promise<boolean> {
    return write({ now }, async () => {
      const [before] = await repository.byIds([id]);
      if (before?.status !== 'future' || before.publishedAt > now) return false;
      const after = { ...before, status: 'publish' as const };
      await repository.replace(before, after);
      await published?.(before, after);
      return true;
    });
  }

  async function publishAll(now: Instant): Promise<boolean> {
    for (let found = 0; ; ) {
      const due = await repository.find(
        { status: 'future', publishedAt: { $lte: now } },
        // No answer rests on it: none is kept beyond the next date.
        { limit: BATCH, only: [], index, restsOn: null },
      );
      const before = found;
      for (const { _id } of due) found += Number(await publish(_id, now));
      if (due.length < BATCH || found === before) return found > 0;
    }
  }

  /** Who comes within the second waits as well, so that no list is read half-way. */
  function publishOnce(now: Instant): Promise<boolean> {
    if (Math.abs(now - askedAt) < EVERY) return asked;
    askedAt = now;
    asked = publishAll(now).catch((error: unknown) => {
      askedAt = Number.NEGATIVE_INFINITY;
      // Lists are read also while nothing can be written; where nothing can be read they say so themselves.
      if (!isUnavailable(error)) throw error;
      return false;
    });
    return asked;
  }

  return async ({ now, loaders }) => {
    if (await shared(publishOnce(now))) loaders.clear();
  };
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.code === 'UNAVAILABLE';
