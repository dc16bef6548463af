import DataLoader from 'dataloader';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { shownIn } from './event/links.ts';
import type { EventRecord } from './event/record.ts';
import type { ImageRecord } from './image/record.ts';
import type { KeptRepositories } from './kept.ts';
import type { OrganizerRecord } from './organizer/record.ts';
import type { Finder } from './post/read.ts';
import type { RecordKey, Repository } from './repository.ts';
import type { TermRecord } from './term/record.ts';
import type { VenueRecord } from './venue/record.ts';

/** Reads the records of a kind for answers: all that a request asks for at a moment in one query. */
export interface RecordLoader<R> extends Finder<R> {
  /** One that another record refers to; undefined when it is not there, damaged, or not for the caller to see. */
  linked(id: number): Promise<R | undefined>;
  clear(): void;
}

/** What a request has read. Not for what is read within a unit, which may be undone. */
export interface Loaders {
  event: RecordLoader<EventRecord>;
  venue: RecordLoader<VenueRecord>;
  organizer: RecordLoader<OrganizerRecord>;
  category: RecordLoader<TermRecord>;
  tag: RecordLoader<TermRecord>;
  /** Whether an id is that of a venue, an organizer or an image, which share the ids of events. */
  isOtherPost(id: number): Promise<boolean>;
  /** What `make` gives, made once for a key. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Forgets what was read: called after every write, so that the rest of the request sees it. */
  clear(): void;
}

/** The repositories that loaders read from. */
interface Repositories extends KeptRepositories {
  images: Repository<ImageRecord>;
}

/** The loaders of one request, for one caller. */
export function createLoaders(
  { events, venues, organizers, categories, tags, images }: Repositories,
  caller: Pick<Context, 'viewer' | 'now'>,
): Loaders {
  const kinds = {
    event: recordLoader(events),
    venue: recordLoader(venues, (record) => shownIn(record, caller)),
    organizer: recordLoader(organizers, (record) => shownIn(record, caller)),
    category: recordLoader(categories),
    tag: recordLoader(tags),
  };
  const others = new DataLoader<number, boolean>(async (ids) => {
    const found = await Promise.all([venues, organizers, images].map((posts) => idsAmong(posts, ids)));
    return ids.map((id) => found.flat().includes(id));
  });
  const made = new Map<string, unknown>();
  return {
    ...kinds,
    isOtherPost: (id) => others.load(id),
    once<T>(key: string, make: () => Promise<T>) {
      if (!made.has(key)) made.set(key, make());
      return made.get(key) as Promise<T>;
    },
    clear() {
      for (const kind of Object.values(kinds)) kind.clear();
      others.clearAll();
      made.clear();
    },
  };
}

function recordLoader<R extends { _id: number }>(
  repository: Repository<R>,
  shown: (record: R) => boolean = () => true,
): RecordLoader<R> {
  const loader = new DataLoader<RecordKey, R | undefined, string>((keys) => repository.shownByKeys(keys), {
    cacheKeyFn: (key) => JSON.stringify(key),
  });
  return {
    one: (key) => loader.load(key),
    async linked(_id) {
      const record = await loader.load({ _id }).catch(unlessDamaged);
      return record && shown(record) ? record : undefined;
    },
    clear: () => void loader.clearAll(),
  };
}

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof DomainError && error.code === 'DAMAGED_RECORD')) throw error;
}

async function idsAmong(
  repository: Pick<Repository<{ _id: number }>, 'find'>,
  ids: readonly number[],
): Promise<number[]> {
  const found = await repository.find({ _id: { $in: ids } }, { only: [] });
  return found.map(({ _id }) => _id);
}
