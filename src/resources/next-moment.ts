import type { Instant } from '../rules/time.ts';
import { BY_START, type EventRecord } from './event/record.ts';
import { EVENT_LINKS, type LinkList } from './event-links.ts';
import type { LinkedRecord, PostRecord } from './post/record.ts';
import type { Repository } from './shared/repository.ts';

/** Where records are whose dates come. */
type Repositories = { events: Repository<EventRecord> } & Record<LinkList, Repository<LinkedRecord>>;

/**
 * The next moment from which on something is shown otherwise although nobody writes: an event that lists show has started,
 * or what was scheduled is published. One that has come already when something scheduled still waits to be marked
 * `publish`. What is written later and has such a moment touches whatever shows it then. One look at an index for events to start, and one for each kind of post.
 */
export const createNextMoment =
  ({ events, ...linked }: Repositories) =>
  async (now: Instant): Promise<Instant> => {
    const scheduled = async <R extends PostRecord>(among: Repository<R>, index: string) => {
      const first = { sort: [['publishedAt', 1]], limit: 1, only: ['publishedAt'], index, restsOn: null } as const;
      const [next] = await among.find({ status: 'future', trashed: false }, first);
      return next?.publishedAt;
    };
    const listed = { trashed: false, hideFromListings: false, startsAt: { $gte: now } };
    const first = { sort: BY_START, limit: 1, only: ['startsAt'], index: 'not_in_trash', restsOn: null };
    const [[start], ...dates] = await Promise.all([
      events.find(listed, first),
      scheduled(events, 'to_publish'),
      ...EVENT_LINKS.map(({ inEvents }) => scheduled(linked[inEvents], 'in_state')),
    ]);
    // At its start it is still to come.
    const started = start && start.startsAt + 1;
    return Math.min(...[started, ...dates].filter((moment) => moment !== undefined));
  };
