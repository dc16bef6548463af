import type { Context } from '../../context.ts';
import type { Problem } from '../../errors.ts';
import { invalid, validate } from '../../fields/examine.ts';
import { pageFields } from '../../fields/paging.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { type FieldTable, patchTable } from '../../fields/table.ts';
import type { Operations } from '../../operations.ts';
import { giveUpWhenLate } from '../../request.ts';
import { mayManageTerms, type Viewer } from '../../rules/access.ts';
import type { Filter } from '../../store/port.ts';
import type { PreparedMove } from '../category-moves.ts';
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
import type { termFilters } from './fields.ts';
import { createTermLinking, type TermLinking } from './links.ts';
import type { TermKind, TermRecord } from './record.ts';
import { TERM_PARTS, type TermFilter, termConnection, termFilter, termPage } from './repository.ts';
import { categoryWhere, type TermWhere, tagWhere } from './where-fields.ts';
import { createTermWriter, newTerm, type TermValues, type TermWriterDeps } from './write.ts';

/**
 * Terms. Creating throws TERM_EXISTS with the id of the term that has this name already (under the same parent), updating
 * DUPLICATE_TERM_SLUG. Removing is for good: no event shows the term, its children move up to its parent.
 */
export type TermService<Input extends object, Patch extends object> = Operations<TermRecord, TermFilter, Input, Patch> &
  TermLinking;

export interface TermDeps extends TermWriterDeps {
  /** Publishes scheduled events whose date has come, and counts them. */
  publishDueEvents: PublishDue;
}

/** Categories and tags. */
export function createTermService<Input extends TermValues, Patch extends TermValues>(
  kind: TermKind,
  { fields, filters }: { fields: FieldTable; filters: typeof termFilters },
  deps: TermDeps,
): TermService<Input, Patch> {
  const { write, repository, events, publishDueEvents } = deps;
  const listed = { table: { ...pageFields, ...filters }, use: 'filter' } as const;
  const wheres = kind.hierarchical ? categoryWhere : tagWhere;
  const writer = createTermWriter(kind, fields, deps);
  const linking = createTermLinking(kind, repository, writer);
  const may = (viewer: Viewer | undefined): boolean => mayManageTerms(viewer, kind.name);
  const findIn = (among: Finder<TermRecord>, ref: RecordRef, { viewer }: Context): Promise<TermRecord> =>
    findRecord(among, ref, () => notFound(kind.name, ref, { update: may(viewer), delete: may(viewer) }));
  const find = (ref: RecordRef, ctx: Context) => findIn(repository, ref, ctx);
  const findToRemove = (ref: RecordRef, ctx: Context): Promise<TermRecord> => {
    const whole = ({ _id }: TermRecord, damaged: readonly string[]) =>
      onlyDamaged({ ...newTerm(_id, ctx), version: freshVersion(ctx.now) }, damaged);
    return findIn(repository.mending(whole), ref, ctx);
  };
  const writes = createWrites(write, { find, mayWrite: may, mayChange: may, unknownFirst: 'always' });

  /** The terms of an event, when a list asks for those. */
  async function linkedTo(filter: TermFilter, ctx: Context): Promise<Filter | undefined> {
    const field = filter.event != null ? 'event' : 'post';
    const id = filter[field];
    return id == null ? undefined : namedByEvent({ events, id, field, inEvents: kind.inEvents }, ctx);
  }

  /** Terms that unpublished events carry which this caller may see, and the terms above them. */
  async function unpublishedTerms({ viewer }: Context): Promise<number[]> {
    const { inEvents } = kind;
    const terms = await repository.byIds(await namedByUnpublished({ events, inEvents, viewer }, {}));
    return [...new Set(terms.flatMap((term) => [term._id, ...term.ancestors]))];
  }

  /** The ids of what `include` names, if it was sent. @throws INVALID_FIELD naming every parameter that names nothing */
  async function includedBy(asked: TermFilter): Promise<number[] | undefined> {
    const problems: Problem[] = [];
    const idsOf = async (field: 'include' | 'exclude') => {
      const ids = asked[field] && (await linking.resolve(asked[field]));
      if (ids?.includes(undefined))
        problems.push({ field, code: 'unknown', message: 'Names a term that is not there.' });
      return ids as number[] | undefined;
    };
    const included = await idsOf('include');
    await idsOf('exclude');
    if (asked.parent && !(await repository.one({ _id: asked.parent }))) {
      problems.push({ field: 'parent', code: 'unknown', message: 'There is no category with this id.' });
    }
    if (problems.length) throw invalid(problems);
    return included;
  }

  return {
    ...linking,
    async list(filter, page, ctx) {
      const asked = validate(listed, { ...filter, ...page }, ctx);
      const included = await includedBy(asked);
      await publishDueEvents(ctx);
      giveUpWhenLate(ctx.running);
      const linked = await linkedTo(asked, ctx);
      const { language } = ctx;
      const known = { linked, included, language, unpublishedTerms: () => unpublishedTerms(ctx) };
      const matching = await termFilter(asked, known);
      return termPage(repository, { ...matching, included, language }, { ...asked, ...askingOf(ctx) });
    },
    async connection({ where, orderBy, ...slice }, ctx) {
      await publishDueEvents(ctx);
      giveUpWhenLate(ctx.running);
      const known = { language: ctx.language, unpublishedTerms: () => unpublishedTerms(ctx) };
      const asked = await whereFilters<TermWhere, typeof known>(
        where ?? {},
        { table: wheres, parts: TERM_PARTS, known },
        ctx,
      );
      const listing = termConnection(asked, { orderBy, language: ctx.language });
      return connectionOf(repository, listing, { ...slice, ...askingOf(ctx) });
    },
    async read(ref, ctx) {
      const record = await findIn(ctx.loaders.of(repository), ref, ctx);
      ctx.basis.record = record;
      return record;
    },
    ...writeOperations<TermRecord, TermValues, Input, Patch, PreparedMove | undefined>(writes, {
      fields,
      patch: patchTable(fields),
      named: writer.parentOf,
      findToRemove,
      ...writer,
    }),
  };
}
