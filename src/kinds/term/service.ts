import { mayManageTerms, type Viewer } from '../../domain/access.ts';
import { invalid } from '../../domain/fields/examine.ts';
import { pageFields } from '../../domain/fields/paging.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import type { ConnectionInput } from '../../domain/fields/slice.ts';
import type { PageRequest } from '../../domain/paging.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import type { Context } from '../context.ts';
import type { PreparedMove } from '../counts/category-moves.ts';
import type { TermKind } from '../define-kind.ts';
import type { Operations } from '../operations.ts';
import type { PublishDue } from '../post/publish-due.ts';
import { namedByEvent, namedByUnpublished } from '../shared/by-events.ts';
import { connectionOf } from '../shared/connection.ts';
import { findRecord, notFound } from '../shared/find.ts';
import { freshVersion, onlyDamaged } from '../shared/mended.ts';
import { askingOf } from '../shared/page.ts';
import type { Finder } from '../shared/repository.ts';
import { examinedWhere, type Where, whereFilters } from '../shared/where.ts';
import { writeOperations } from '../shared/write-operations.ts';
import { createWrites } from '../shared/writes.ts';
import { createTermLinking, type TermLinking } from './links.ts';
import type { TermRecord } from './record.ts';
import { TERM_PARTS, type TermContext, termListing, termPage } from './repository.ts';
import type { TermWhere } from './where-fields.ts';
import { createTermWriter, newTerm, type TermValues, type TermWriterDeps } from './write.ts';

/**
 * The operations on terms. Creating throws TERM_EXISTS with the id of the term that already has this name (under the same
 * parent); updating throws DUPLICATE_TERM_SLUG. Removing is permanent: no event shows the term any more, and its children move up
 * to its parent.
 */
export type TermService = Operations<TermRecord, TermWhere, TermValues, TermValues> & TermLinking;

export interface TermDeps extends TermWriterDeps {
  /** Publishes scheduled events whose date has come, and counts them. */
  publishDueEvents: PublishDue;
}

/** The service of categories or of tags. */
export function createTermService(kind: TermKind, deps: TermDeps): TermService {
  const { fields, patch, where: wheres } = kind;
  const { write, repository, events, publishDueEvents } = deps;
  const pageTable = { ...pageFields, ...wheres };
  const writer = createTermWriter(kind, fields, deps);
  const linking = createTermLinking(kind, repository, writer);
  const may = (viewer: Viewer | undefined): boolean => mayManageTerms(viewer, kind.name);
  const findIn = (among: Finder<TermRecord>, ref: RecordRef, { viewer }: Context): Promise<TermRecord> =>
    findRecord(among, ref, { unknown: () => notFound(kind.name, ref, { update: may(viewer), delete: may(viewer) }) });
  const find = (ref: RecordRef, ctx: Context) => findIn(repository, ref, ctx);
  const findToRemove = (ref: RecordRef, ctx: Context): Promise<TermRecord> => {
    const whole = ({ _id }: TermRecord, damaged: readonly string[]) =>
      onlyDamaged({ ...newTerm(_id, ctx), version: freshVersion(ctx.now) }, damaged);
    return findIn(repository.mending(whole), ref, ctx);
  };
  const writes = createWrites(write, { find, mayWrite: may, mayChange: may, unknownFirst: 'always' });

  /** The ids of terms on unpublished events that this caller may see, and of the terms above them. */
  async function unpublishedTerms({ viewer }: Context): Promise<number[]> {
    const { inEvents } = kind;
    const terms = await repository.byIds(await namedByUnpublished({ events, inEvents, viewer }, {}));
    return [...new Set(terms.flatMap((term) => [term._id, ...term.ancestors]))];
  }

  /** The list for a request, and what its filters found. */
  async function listingOf(
    { where, orderBy }: { where: Where<TermWhere> } & Pick<ConnectionInput, 'orderBy'>,
    ctx: Context,
    { isPage }: Pick<TermContext, 'isPage'>,
  ) {
    const { inEvents } = kind;
    const context: TermContext = {
      ...{ repository, isPage, problems: [], language: ctx.language, resolve: linking.resolve },
      linkedBy: (id) => namedByEvent({ events, id, field: 'linkedBy', inEvents }, ctx),
      unpublishedTerms: () => unpublishedTerms(ctx),
    };
    await publishDueEvents(ctx);
    giveUpWhenLate(ctx.running);
    const filters = await whereFilters<TermWhere, TermContext>(where, TERM_PARTS, context);
    if (context.problems.length) throw invalid(context.problems);
    return { listing: termListing(filters, { orderBy }, context), context };
  }

  return {
    ...linking,
    async list(where, { orderBy, ...page }, ctx) {
      const request = examinedWhere({ table: pageTable, inner: wheres }, { ...where, ...page }, ctx) as object;
      const { page: number, perPage, ...examined } = request as PageRequest & Where<TermWhere>;
      const { listing, context } = await listingOf({ where: examined, orderBy }, ctx, { isPage: true });
      return termPage(listing, orderBy, context, { page: number, perPage, ...askingOf(ctx) });
    },
    async connection({ where, orderBy, ...slice }, ctx) {
      const examined = examinedWhere({ table: wheres, inner: wheres }, where ?? {}, ctx);
      const { listing } = await listingOf({ where: examined as TermWhere, orderBy }, ctx, { isPage: false });
      return connectionOf(repository, listing, { ...slice, ...askingOf(ctx) });
    },
    async read(ref, ctx) {
      const record = await findIn(ctx.loaders.of(repository), ref, ctx);
      ctx.freshness.record = record;
      return record;
    },
    ...writeOperations<TermRecord, TermValues, TermValues, TermValues, PreparedMove | undefined>(writes, {
      fields,
      patch,
      named: writer.parentOf,
      findToRemove,
      ...writer,
    }),
  };
}
