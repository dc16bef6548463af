import type { Filter } from '../../data/port.ts';
import { mayManageTerms, type Viewer } from '../../domain/access.ts';
import type { Problem } from '../../domain/errors.ts';
import { invalid, validate } from '../../domain/fields/examine.ts';
import { pageFields } from '../../domain/fields/paging.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
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
import { whereFilters } from '../shared/where.ts';
import { writeOperations } from '../shared/write-operations.ts';
import { createWrites } from '../shared/writes.ts';
import { createTermLinking, type TermLinking } from './links.ts';
import type { TermRecord } from './record.ts';
import { TERM_PARTS, type TermFilter, termConnection, termFilter, termPage } from './repository.ts';
import type { TermWhere } from './where-fields.ts';
import { createTermWriter, newTerm, type TermValues, type TermWriterDeps } from './write.ts';

/**
 * The operations on terms. Creating throws TERM_EXISTS with the id of the term that already has this name (under the same
 * parent); updating throws DUPLICATE_TERM_SLUG. Removing is permanent: no event shows the term any more, and its children move up
 * to its parent.
 */
export type TermService = Operations<TermRecord, TermFilter, TermValues, TermValues> & TermLinking;

export interface TermDeps extends TermWriterDeps {
  /** Publishes scheduled events whose date has come, and counts them. */
  publishDueEvents: PublishDue;
}

/** The service of categories or of tags. */
export function createTermService(kind: TermKind, deps: TermDeps): TermService {
  const { fields, filters, patch, where: wheres } = kind;
  const { write, repository, events, publishDueEvents } = deps;
  const listed = { table: { ...pageFields, ...filters }, use: 'filter' } as const;
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

  /** The filter for the terms of an event, if the request names one. */
  async function linkedTo(filter: TermFilter, ctx: Context): Promise<Filter | undefined> {
    const field = filter.event != null ? 'event' : 'post';
    const id = filter[field];
    return id == null ? undefined : namedByEvent({ events, id, field, inEvents: kind.inEvents }, ctx);
  }

  /** The ids of terms on unpublished events that this caller may see, and of the terms above them. */
  async function unpublishedTerms({ viewer }: Context): Promise<number[]> {
    const { inEvents } = kind;
    const terms = await repository.byIds(await namedByUnpublished({ events, inEvents, viewer }, {}));
    return [...new Set(terms.flatMap((term) => [term._id, ...term.ancestors]))];
  }

  /**
   * The ids of the terms that `include` names, if it was sent. @throws INVALID_FIELD naming every parameter with an unknown term
   */
  async function includedBy(request: TermFilter): Promise<number[] | undefined> {
    const problems: Problem[] = [];
    const idsOf = async (field: 'include' | 'exclude') => {
      const ids = request[field] && (await linking.resolve(request[field]));
      if (ids?.includes(undefined))
        problems.push({ field, code: 'unknown', message: 'Names a term that is not there.' });
      return ids as number[] | undefined;
    };
    const included = await idsOf('include');
    await idsOf('exclude');
    if (request.parent && !(await repository.one({ _id: request.parent }))) {
      problems.push({ field: 'parent', code: 'unknown', message: 'There is no category with this id.' });
    }
    if (problems.length) throw invalid(problems);
    return included;
  }

  return {
    ...linking,
    async list(filter, page, ctx) {
      const request = validate(listed, { ...filter, ...page }, ctx);
      const included = await includedBy(request);
      await publishDueEvents(ctx);
      giveUpWhenLate(ctx.running);
      const linked = await linkedTo(request, ctx);
      const { language } = ctx;
      const context = { linked, included, language, unpublishedTerms: () => unpublishedTerms(ctx) };
      const matching = await termFilter(request, context);
      return termPage(repository, { ...matching, included, language }, { ...request, ...askingOf(ctx) });
    },
    async connection({ where, orderBy, ...slice }, ctx) {
      await publishDueEvents(ctx);
      giveUpWhenLate(ctx.running);
      const context = { language: ctx.language, unpublishedTerms: () => unpublishedTerms(ctx) };
      const request = await whereFilters<TermWhere, typeof context>(
        where ?? {},
        { table: wheres, parts: TERM_PARTS, context },
        ctx,
      );
      const listing = termConnection(request, { orderBy, language: ctx.language });
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
