import type { AtRevision } from '../../cache/at-revision.ts';
import type { Filter } from '../../data/port.ts';
import type { Instant } from '../../domain/time.ts';
import type { Context } from '../context.ts';
import { type EventCounts, onlyThese } from '../counts/event-counts.ts';
import type { Counts } from '../counts/known.ts';
import { countingOf, type Exact } from '../counts/spans.ts';
import type { TermKind } from '../define-kind.ts';
import { dependenciesOf } from '../dependencies.ts';
import { type EventRecord, IN_EVENTS, PUBLISHED } from '../event/record.ts';
import { namedByUnpublished } from '../shared/by-events.ts';
import type { Repository } from '../shared/repository.ts';
import type { TermRecord } from './record.ts';
import type { TermLinking } from './references.ts';
import type { TermContext } from './repository.ts';

/** How many events carry the terms of a kind. */
export interface TermCounts {
  /** How many public events carry each term. */
  counts(ids: readonly number[], ctx: Context): Promise<ReadonlyMap<number, number>>;
  /** How many public events carry each term or one below it. */
  countsWithDescendants(ids: readonly number[], ctx: Context): Promise<ReadonlyMap<number, number>>;
  /** The filter of the terms that have events, or have none: for `from`, events that start then or later. */
  withEvents(ctx: Context, has: boolean, from?: Instant): ReturnType<TermContext['withEvents']>;
  /** All terms with their numbers, the lowest first. */
  byCount(ctx: Context): ReturnType<TermContext['byCount']>;
}

export interface TermCountsDeps extends Pick<TermLinking, 'withDescendantsEach'> {
  exact: Exact;
  repository: Repository<TermRecord>;
  events: Repository<EventRecord>;
  numbers: EventCounts;
  /** Where each category is in the tree. */
  above: AtRevision<string, ReadonlyMap<number, readonly number[]>>;
}

export function createTermCounts(kind: TermKind, deps: TermCountsDeps): TermCounts {
  const { exact, repository, events, numbers, above, withDescendantsEach } = deps;
  const { inEvents } = kind;

  /** The terms above each term. The tree is read again when somebody writes a category. */
  async function treeFor({ loaders }: Context): Promise<ReadonlyMap<number, readonly number[]>> {
    const cached = above.get(inEvents, loaders);
    if (cached || !kind.hierarchical) return cached ?? new Map();
    const read = await repository.find({ _id: { $gt: 0 } }, { only: ['ancestors'], index: '_id_', dependencies: null });
    const tree = new Map(read.map(({ _id, ancestors }) => [_id, Array.isArray(ancestors) ? ancestors : []]));
    above.set(inEvents, tree, loaders, [kind.name]);
    return tree;
  }

  return {
    async counts(ids, { loaders: { dependencies } }) {
      const found = await numbers.of(inEvents, ids, dependencies);
      return new Map([...found].map(([id, { events: count }]) => [id, count]));
    },
    async countsWithDescendants(ids, { loaders: { dependencies } }) {
      const below = await withDescendantsEach(ids);
      const alone = await numbers.of(inEvents, ids, dependencies);
      const counts = new Map([...alone].map(([id, { events: count }]) => [id, count]));
      for (const [id, all] of below) {
        if (all.length === 1) continue;
        const filter: Filter = { ...PUBLISHED, hideFromListings: { $in: [false, true] }, [inEvents]: { $in: all } };
        for (const name of dependenciesOf('event', filter)) dependencies?.add(name);
        const counting = countingOf(exact, filter, IN_EVENTS[inEvents]);
        const among = new Set(all);
        const isCounted: Counts = (event) =>
          event.published === true && event.in[inEvents]?.some((each) => among.has(each)) === true;
        counts.set(id, await numbers.inList(JSON.stringify(filter), isCounted, counting).total({}));
      }
      return counts;
    },
    async withEvents(ctx: Context, has: boolean, from?: Instant) {
      const all = await numbers.all(inEvents, ctx.loaders.dependencies, { shown: from !== undefined });
      const which = from === undefined ? {} : { startsAt: { $gte: from } };
      const ids = new Set(await namedByUnpublished({ events, inEvents, viewer: ctx.viewer }, which));
      for (const [id, { events: number, last }] of all)
        if (from === undefined ? number > 0 : last !== undefined && last >= from) ids.add(id);
      const tree = await treeFor(ctx);
      for (const id of [...ids]) for (const each of tree.get(id) ?? []) ids.add(each);
      return onlyThese(ids, all.keys(), has);
    },
    async byCount({ loaders }: Context) {
      const all = await numbers.all(inEvents, loaders.dependencies);
      return [...all]
        .map(([id, { events: count }]) => ({ id, count }))
        .sort((a, b) => a.count - b.count || a.id - b.id);
    },
  };
}
