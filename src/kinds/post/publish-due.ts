import { DomainError } from '../../domain/errors.ts';
import { shared } from '../../domain/event-loop.ts';
import type { Instant } from '../../domain/time.ts';
import type { Context } from '../context.ts';
import type { Repository } from '../shared/repository.ts';
import type { Write } from '../shared/writes.ts';
import type { PostRecord } from './record.ts';

const EVERY = 1000;
const BATCH = 100;

interface PublishDueDeps<R extends PostRecord> {
  write: Write;
  repository: Repository<R>;
  /** The index of scheduled records by date. */
  index: string;
}

/** Publishes what is due at the time of a request. Its loaders then read again. */
export type PublishDue = (ctx: Pick<Context, 'now' | 'loaders'>) => Promise<void>;

/** The scheduled records of a kind. */
export interface DuePosts {
  /** Publishes records whose date has come. Called before lists. Queries the store at most once a second. */
  publishFor: PublishDue;
  /** Publishes them at once, without that limit. Returns whether there were any. */
  publish(now: Instant): Promise<boolean>;
  /** Whether any are due. */
  areThere(now: Instant): Promise<boolean>;
}

/** Creates the scheduled records of one kind of post. */
export function createDuePosts<R extends PostRecord>({ write, repository, index }: PublishDueDeps<R>): DuePosts {
  let lastRunAt = Number.NEGATIVE_INFINITY;
  /** Whether the last run published anything. */
  let lastRun = Promise.resolve(false);

  // No answer depends on this, because none is cached beyond the next date.
  const find = (now: Instant, limit: number) =>
    repository.find({ status: 'future', publishedAt: { $lte: now } }, { limit, only: [], index, dependencies: null });

  /** Returns whether the record was published. Damaged ones are not. */
  async function publishOne(id: number, now: Instant) {
    return write({ now }, async () => {
      const [before] = await repository.byIds([id]);
      if (before?.status !== 'future' || before.publishedAt > now) return false;
      await repository.replace(before, { ...before, status: 'publish' as const });
      return true;
    });
  }

  async function publish(now: Instant) {
    for (let found = 0; ; ) {
      const due = await find(now, BATCH);
      const before = found;
      for (const { _id } of due) found += Number(await publishOne(_id, now));
      if (due.length < BATCH || found === before) return found > 0;
    }
  }

  /** Callers within the same second wait too, so that no list is read halfway through. */
  function publishOnce(now: Instant) {
    if (Math.abs(now - lastRunAt) < EVERY) return lastRun;
    lastRunAt = now;
    lastRun = publish(now).catch((error: unknown) => {
      lastRunAt = Number.NEGATIVE_INFINITY;
      // Lists stay readable while writes fail. If reads fail too, the lists report it themselves.
      if (!isUnavailable(error)) throw error;
      return false;
    });
    return lastRun;
  }

  return {
    publish,
    areThere: async (now) => (await find(now, 1)).length > 0,
    async publishFor({ now, loaders }) {
      if (await shared(publishOnce(now))) await loaders.readAnew();
    },
  };
}

const isUnavailable = (error: unknown) => error instanceof DomainError && error.code === 'UNAVAILABLE';
