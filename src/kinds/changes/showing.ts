import type { Entry } from '../../data/changes/record.ts';
import type { Filter } from '../../data/port.ts';
import type { Key } from '../../domain/cursor.ts';
import { BY_START, type EventRecord } from '../event/record.ts';
import { EVENT_LINKS, type LinkList } from '../event-links.ts';
import type { KindName } from '../kinds.ts';
import type { AnyPost } from '../post/audience.ts';
import type { LinkedRecord } from '../post/record.ts';
import { beyond, type Sort } from '../shared/keyed-list.ts';
import type { Repository } from '../shared/repository.ts';

/** A list of records that show another record. It is read part by part. */
export interface Showing {
  kind: KindName;
  sort: Sort;
  /** Reads records after a place in this order, with the fields that decide who finds each. */
  read(after: Key, limit: number): Promise<AnyPost[]>;
}

/** The repositories of records that show other records. */
interface Posts extends Record<LinkList, Repository<LinkedRecord>> {
  events: Repository<EventRecord>;
}

const BY_ID = [['_id', 1]] as const;

/** The fields that decide who finds a post in lists, and its version. */
const AUDIENCE = ['status', 'author', 'publishedAt', 'trashed', 'hideFromListings', 'version'] as const;

/**
 * Returns what shows the record of an entry: for a venue or an organizer, the events that link to it; for an image, all posts
 * that have it.
 */
export function createShowing({ events, ...linked }: Posts): (entry: Entry) => readonly Showing[] {
  const list = (
    kind: KindName,
    repository: Pick<Repository<AnyPost>, 'find'>,
    { filter, sort, index }: { filter: Filter; sort: Sort; index: string },
  ): Showing => ({
    kind,
    sort,
    read: (after, limit) =>
      repository.find(after.length ? { $and: [filter, beyond(sort, after)] } : filter, {
        sort,
        index,
        limit,
        dependencies: null,
        only: [...AUDIENCE, ...sort.map(([field]) => field)],
      }),
  });
  const posts = [
    ['event', events] as const,
    ...EVENT_LINKS.map(({ name, inEvents }) => [name, linked[inEvents]] as const),
  ];

  return (entry) => {
    if (!('id' in entry)) return [];
    const { kind, id } = entry;
    if (kind === 'image') {
      const how = { filter: { 'image.id': id }, sort: BY_ID, index: 'image' };
      return posts.map(([each, repository]) => list(each, repository, how));
    }
    const link = EVENT_LINKS.find(({ name }) => name === kind);
    if (!link) return [];
    // Skips events that nobody finds. The filter states both values plainly, so that the index supplies the order.
    const filter = { [link.inEvents]: id, trashed: false, hideFromListings: false };
    return [list('event', events, { filter, sort: BY_START, index: link.index })];
  };
}
