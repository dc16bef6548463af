import type { Instant } from '../domain/time.ts';
import { BY_START, type EventRecord } from './event/record.ts';
import { EVENT_LINKS, type LinkList } from './event-links.ts';
import { type LinkedRecord, linkedIndex, type PostRecord } from './post/record.ts';
import type { Repository } from './shared/repository.ts';

/** The repositories of records with dates to come. */
type Repositories = { events: Repository<EventRecord> } & Record<LinkList, Repository<LinkedRecord>>;

/**
 * The next time that answers change without a write: a listed event has started, or a scheduled record is published. It
 * lies in the past if a scheduled record is still waiting to be marked `publish`. Records written later touch whatever
 * shows them. Takes one index lookup for events to start, and one for each kind of post.
 */
export const createNextMoment =
  ({ events, ...linked }: Repositories) =>
  async (now: Instant, dependencies: Set<string>): Promise<Instant> => {
    const scheduled = async <R extends PostRecord>(among: Repository<R>, index: string) => {
      const first = { sort: [['publishedAt', 1]], limit: 1, only: ['publishedAt'], index, dependencies } as const;
      const [next] = await among.find({ status: 'future', trashed: false }, first);
      return next?.publishedAt;
    };
    const listed = { trashed: false, hideFromListings: false, startsAt: { $gte: now } };
    const first = { sort: BY_START, limit: 1, only: ['startsAt'], index: 'not_in_trash', dependencies };
    const [[start], ...dates] = await Promise.all([
      events.find(listed, first),
      scheduled(events, 'to_publish'),
      ...EVENT_LINKS.map(({ inEvents }) => scheduled(linked[inEvents], linkedIndex('in_state'))),
    ]);
    // At its start, an event is still upcoming.
    const started = start && start.startsAt + 1;
    return Math.min(...[started, ...dates].filter((moment) => moment !== undefined));
  };
