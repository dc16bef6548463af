import type { Filter } from '../store/port.ts';
import { type EventRecord, IN_EVENTS, LISTED, type Naming, PUBLISHED } from './event/record.ts';
import { type ByList, EVENT_LINKS, type LinkList } from './event-links.ts';
import type { LinkedRecord } from './post/record.ts';
import type { Repository } from './shared/repository.ts';
import type { TermKind, TermRecord } from './term/record.ts';

/**
 * The values that terms and what events link to keep about the public events that name them: counted anew within the
 * unit of every write that could change them, so that lists filter and order by them without looking at events.
 */
export interface EventCounts {
  /** After an event was written: everything it names, or named before. */
  recount(before: EventRecord | undefined, after: EventRecord): Promise<void>;
  /** After terms were moved or removed. */
  recountTerms(kind: Pick<TermKind, 'name' | 'inEvents'>, ids: readonly number[]): Promise<void>;
}

export interface CountedRepositories extends ByList<Repository<LinkedRecord>> {
  events: Repository<EventRecord>;
  categories: Repository<TermRecord>;
  tags: Repository<TermRecord>;
}

/** Two units that recount the same records do so in the same order: none waits for the other while it is waited for. */
const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

export function createEventCounts({ events, categories, tags, ...linked }: CountedRepositories): EventCounts {
  async function recountLinked(list: LinkList, ids: readonly number[]): Promise<void> {
    const index = IN_EVENTS[list];
    for (const id of ascending(ids)) {
      const naming: Filter = { ...LISTED, [list]: id };
      const publicEvents = await events.count(naming, { index });
      const [last] = await events.find(naming, { sort: [['startsAt', -1]], limit: 1, only: ['startsAt'], index });
      await linked[list].updateMany(
        { _id: id },
        {
          $set: { publicEvents, ...(last ? { lastPublicStart: last.startsAt } : {}) },
          ...(last ? {} : { $unset: { lastPublicStart: true } }),
        },
      );
    }
  }

  async function recountTerms(
    { name, inEvents }: Pick<TermKind, 'name' | 'inEvents'>,
    ids: readonly number[],
  ): Promise<void> {
    const repository = name === 'category' ? categories : tags;
    const terms = await repository.byIds(ids);
    const above = new Set(terms.flatMap((term) => [term._id, ...term.ancestors]));
    for (const id of ascending(above)) {
      const index = IN_EVENTS[inEvents];
      const count = await events.count({ ...PUBLISHED, [inEvents]: id }, { index });
      const below = name === 'category' ? await repository.find({ ancestors: id }, { only: [] }) : [];
      const countWithDescendants = below.length
        ? await events.count({ ...PUBLISHED, [inEvents]: { $in: [id, ...below.map(({ _id }) => _id)] } }, { index })
        : count;
      await repository.updateMany({ _id: id }, { $set: { count, countWithDescendants } });
    }
  }

  return {
    recountTerms,
    async recount(before, after) {
      if (before?.status !== 'publish' && after.status !== 'publish') return;
      const named = (list: keyof Naming) => [...new Set([...(before?.[list] ?? []), ...after[list]])];
      await recountTerms({ name: 'category', inEvents: 'categories' }, named('categories'));
      await recountTerms({ name: 'tag', inEvents: 'tags' }, named('tags'));
      for (const { inEvents } of EVENT_LINKS) await recountLinked(inEvents, named(inEvents));
    },
  };
}
