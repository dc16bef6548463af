import type { AtRevision } from '../../cache/at-revision.ts';
import type { Filter } from '../../data/port.ts';
import { mayManageTerms, type Viewer } from '../../domain/access.ts';
import { invalid } from '../../domain/fields/examine.ts';
import { hostPageFields, pageFields } from '../../domain/fields/paging.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import type { ConnectionInput } from '../../domain/fields/slice.ts';
import type { PageRequest } from '../../domain/paging.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import type { Instant } from '../../domain/time.ts';
import type { Context } from '../context.ts';
import { type EventCounts, onlyThese } from '../counts/event-counts.ts';
import type { Counts } from '../counts/known.ts';
import { countingOf, type Exact } from '../counts/spans.ts';
import type { TermKind } from '../define-kind.ts';
import { dependenciesOf } from '../dependencies.ts';
import { type EventRecord, IN_EVENTS, PUBLISHED } from '../event/record.ts';
import type { PublishDue } from '../post/publish-due.ts';
import type { RecordService } from '../record-service.ts';
import { namedByEvent, namedByUnpublished } from '../shared/by-events.ts';
import { findRecord, notFound } from '../shared/find.ts';
import { readContextOf } from '../shared/page.ts';
import { partOf } from '../shared/ranked-connection.ts';
import { freshVersion, onlyDamaged } from '../shared/repair.ts';
import type { Finder, Repository } from '../shared/repository.ts';
import { examinedWhere, type Where, whereFilters } from '../shared/where.ts';
import { writeOperations } from '../shared/write-operations.ts';
import { createWrites, type Write } from '../shared/writes.ts';
import type { TermRecord } from './record.ts';
import { createTermLinking, type TermLinking } from './references.ts';
import { TERM_PARTS, type TermContext, termListing, termPage } from './repository.ts';
import type { TermWhere } from './where-fields.ts';
import { createTermWriter, newTerm, type TermValues } from './write.ts';

/**
 * The operations on terms. Creating throws TERM_EXISTS with the id of the term that already has this name (under the same
 * parent); updating throws DUPLICATE_TERM_SLUG. Removing is permanent: no event shows the term any more, and its children move up
 * to its parent.
 */
export interface TermService extends RecordService<TermRecord, TermWhere, TermValues, TermValues>, TermLinking {
  /** How many public events carry each term. */
  counts(ids: readonly number[], ctx: Context): Promise<ReadonlyMap<number, number>>;
  /** How many public events carry each term or one below it. */
  countsWithDescendants(ids: readonly number[], ctx: Context): Promise<ReadonlyMap<number, number>>;
}

interface TermDeps {
  write: Write;
  exact: Exact;
  repository: Repository<TermRecord>;
  events: Repository<EventRecord>;
  numbers: EventCounts;
  /** Where each category is in the tree. */
  above: AtRevision<string, ReadonlyMap<number, readonly number[]>>;
  /** Publishes scheduled events whose date has come. */
  publishDueEvents: PublishDue;
}

/** The service of categories or of tags. */
export function createTermService(kind: TermKind, deps: TermDeps): TermService {
  const { fields, patch, where: wheres } = kind;
  const { write, exact, repository, events, numbers, above, publishDueEvents } = deps;
  const { inEvents } = kind;
  const pageTable = { ...pageFields, ...wheres };
  const hostPageTable = { ...hostPageFields, ...wheres };
  const writer = createTermWriter(kind, fields, repository);
  const linking = createTermLinking(kind, repository, writer);
  const may = (viewer: Viewer | undefined) => mayManageTerms(viewer, kind.name);
  const findIn = (among: Finder<TermRecord>, ref: RecordRef, { viewer }: Context) =>
    findRecord(among, ref, { unknown: () => notFound(kind.name, ref, { update: may(viewer), delete: may(viewer) }) });
  const find = (ref: RecordRef, ctx: Context) => findIn(repository, ref, ctx);
  const findToRemove = (ref: RecordRef, ctx: Context) => {
    const whole = ({ _id }: TermRecord, damaged: readonly string[]) =>
      onlyDamaged({ ...newTerm(_id, ctx), version: freshVersion(ctx.now) }, damaged);
    return findIn(repository.repairing(whole), ref, ctx);
  };
  const rights = { mayWrite: may, mayChange: may, unknownFirst: 'always' } as const;
  const writes = createWrites(write, { find, ...rights, deletesForGood: true });

  /** The terms above each term. The tree is read again when somebody writes a category. */
  async function treeFor({ loaders }: Context): Promise<ReadonlyMap<number, readonly number[]>> {
    const cached = above.get(inEvents, loaders);
    if (cached || !kind.hierarchical) return cached ?? new Map();
    const read = await repository.find({ _id: { $gt: 0 } }, { only: ['ancestors'], index: '_id_', dependencies: null });
    const tree = new Map(read.map(({ _id, ancestors }) => [_id, Array.isArray(ancestors) ? ancestors : []]));
    above.set(inEvents, tree, loaders, [kind.name]);
    return tree;
  }

  async function withEvents(ctx: Context, has: boolean, from?: Instant) {
    const all = await numbers.all(inEvents, ctx.loaders.dependencies, { shown: from !== undefined });
    const which = from === undefined ? {} : { startsAt: { $gte: from } };
    const ids = new Set(await namedByUnpublished({ events, inEvents, viewer: ctx.viewer }, which));
    for (const [id, { events: number, last }] of all)
      if (from === undefined ? number > 0 : last !== undefined && last >= from) ids.add(id);
    const tree = await treeFor(ctx);
    for (const id of [...ids]) for (const each of tree.get(id) ?? []) ids.add(each);
    return onlyThese(ids, all.keys(), has);
  }

  async function byCount({ loaders }: Context) {
    const all = await numbers.all(inEvents, loaders.dependencies);
    return [...all].map(([id, { events: count }]) => ({ id, count })).sort((a, b) => a.count - b.count || a.id - b.id);
  }

  /** The list for a request, and what its filters found. */
  async function listingOf(
    { where, orderBy }: { where: Where<TermWhere> } & Pick<ConnectionInput, 'orderBy'>,
    ctx: Context,
    { isPage }: Pick<TermContext, 'isPage'>,
  ) {
    const context: TermContext = {
      repository,
      isPage,
      refusesUnknown: isPage && !ctx.ignoresUnknown,
      problems: [],
      language: ctx.language,
      now: ctx.now,
      resolve: linking.resolve,
      linkedBy: (id) => namedByEvent({ events, id, field: 'linkedBy', inEvents }, ctx),
      withEvents: (has, from) => withEvents(ctx, has, from),
      byCount: () => byCount(ctx),
    };
    await publishDueEvents(ctx);
    giveUpWhenLate(ctx.running);
    const filters = await whereFilters<TermWhere, TermContext>(where, TERM_PARTS, context);
    if (context.problems.length) throw invalid(context.problems);
    return { listing: await termListing(filters, { orderBy }, context), context };
  }

  return {
    ...linking,
    async list(where, { orderBy, ...page }, ctx) {
      const table = ctx.longPages ? hostPageTable : pageTable;
      const request = examinedWhere({ table, inner: wheres }, { ...where, ...page }, ctx) as object;
      const { page: number, perPage, ...examined } = request as PageRequest & Where<TermWhere>;
      const { listing, context } = await listingOf({ where: examined, orderBy }, ctx, { isPage: true });
      return termPage(listing, orderBy, context, { page: number, perPage, ...readContextOf(ctx) });
    },
    async connection({ where, orderBy, ...slice }, ctx) {
      const examined = examinedWhere({ table: wheres, inner: wheres }, where ?? {}, ctx) as Where<TermWhere>;
      const { listing } = await listingOf({ where: examined, orderBy }, ctx, { isPage: false });
      return partOf(repository, listing, { ...slice, ...readContextOf(ctx) });
    },
    async read(ref, ctx) {
      const record = await findIn(ctx.loaders.of(repository), ref, ctx);
      ctx.freshness.record = record;
      return record;
    },
    async counts(ids, { loaders: { dependencies } }) {
      const found = await numbers.of(inEvents, ids, dependencies);
      return new Map([...found].map(([id, { events: count }]) => [id, count]));
    },
    async countsWithDescendants(ids, { loaders: { dependencies } }) {
      const below = await linking.withDescendantsEach(ids);
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
    ...writeOperations<TermRecord, TermValues, TermValues, TermValues>(writes, {
      fields,
      patch,
      named: writer.parentOf,
      findToRemove,
      ...writer,
    }),
  };
}
