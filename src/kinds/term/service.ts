import { mayManageTerms, type Viewer } from '../../domain/access.ts';
import { invalid } from '../../domain/fields/examine.ts';
import { hostPageFields, pageFields } from '../../domain/fields/paging.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import type { ConnectionInput } from '../../domain/fields/slice.ts';
import type { PageRequest } from '../../domain/paging.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import type { Context } from '../context.ts';
import type { TermKind } from '../define-kind.ts';
import type { PublishDue } from '../post/publish-due.ts';
import type { RecordService } from '../record-service.ts';
import { namedByEvent } from '../shared/by-events.ts';
import { findRecord, notFound } from '../shared/find.ts';
import { readContextOf } from '../shared/page.ts';
import { partOf } from '../shared/ranked-connection.ts';
import { freshVersion, onlyDamaged } from '../shared/repair.ts';
import type { Finder } from '../shared/repository.ts';
import { examinedWhere, type Where, whereFilters } from '../shared/where.ts';
import { writeOperations } from '../shared/write-operations.ts';
import { createWrites, type Write } from '../shared/writes.ts';
import { createTermCounts, type TermCounts, type TermCountsDeps } from './counts.ts';
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
export interface TermService
  extends RecordService<TermRecord, TermWhere, TermValues, TermValues>,
    TermLinking,
    Pick<TermCounts, 'counts' | 'countsWithDescendants'> {}

interface TermDeps extends Omit<TermCountsDeps, 'withDescendantsEach'> {
  write: Write;
  /** Publishes scheduled events whose date has come. */
  publishDueEvents: PublishDue;
}

/** The service of categories or of tags. */
export function createTermService(kind: TermKind, deps: TermDeps): TermService {
  const { fields, patch, where: wheres } = kind;
  const { write, repository, events, publishDueEvents } = deps;
  const { inEvents } = kind;
  const pageTable = { ...pageFields, ...wheres };
  const hostPageTable = { ...hostPageFields, ...wheres };
  const writer = createTermWriter(kind, fields, repository);
  const linking = createTermLinking(kind, repository, writer);
  const counts = createTermCounts(kind, { ...deps, withDescendantsEach: linking.withDescendantsEach });
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
      withEvents: (has, from) => counts.withEvents(ctx, has, from),
      byCount: () => counts.byCount(ctx),
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
    counts: counts.counts,
    countsWithDescendants: counts.countsWithDescendants,
    ...writeOperations<TermRecord, TermValues, TermValues, TermValues>(writes, {
      fields,
      patch,
      named: writer.parentOf,
      findToRemove,
      ...writer,
    }),
  };
}
