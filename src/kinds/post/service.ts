import { mayRead, viewerCan } from '../../domain/access.ts';
import { codeOf, DomainError, type Problem } from '../../domain/errors.ts';
import { invalid, invalidField, validate } from '../../domain/fields/examine.ts';
import type { Made } from '../../domain/fields/link-input.ts';
import { hostPageFields, type PageInput, pageFields } from '../../domain/fields/paging.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import type { ConnectionInput } from '../../domain/fields/slice.ts';
import { withStored } from '../../domain/fields/storage.ts';
import type { PageRequest } from '../../domain/paging.ts';
import { giveUpWhenLate } from '../../domain/request.ts';
import type { StatusFilter } from '../../domain/status.ts';
import type { Context } from '../context.ts';
import type { CustomOwner, DefinitionReader } from '../custom-fields/definitions.ts';
import { customAfter } from '../custom-fields/values.ts';
import type { PostKind } from '../define-kind.ts';
import type { ImageService } from '../image/service.ts';
import type { RecordService } from '../record-service.ts';
import type { Connection } from '../shared/connection.ts';
import { connectionsBy, type Named } from '../shared/connections-by.ts';
import { findRecord } from '../shared/find.ts';
import type { KeyedListing, Sort } from '../shared/keyed-list.ts';
import { type Ordered, pageOf, readContextOf } from '../shared/page.ts';
import { partOf } from '../shared/ranked-connection.ts';
import { freshVersion, onlyDamaged } from '../shared/repair.ts';
import type { Finder, Repository } from '../shared/repository.ts';
import { withoutTranslation } from '../shared/translation.ts';
import { examinedWhere } from '../shared/where.ts';
import { writeOperations } from '../shared/write-operations.ts';
import { createWrites, type Write } from '../shared/writes.ts';
import type { Authors } from './authors.ts';
import { withDerived } from './derived.ts';
import { type ListedStatus, statusFilter } from './filter.ts';
import type { Namesake } from './namesake.ts';
import { refuseBadOrigin, sourceOf } from './origin.ts';
import { createPublishDrafts, type PublishDrafts } from './publish-drafts.ts';
import type { PublishDue } from './publish-due.ts';
import { POST_RIGHTS, refuseReading, refuseTrashed, unknownPost } from './read.ts';
import type { Origin, PostRecord } from './record.ts';
import { newPost, type PostValues, prepareRecord, withPublication, withShownSlugs } from './write.ts';

/** A request for a list of posts. */
export interface ListRequest<W> {
  /** The filters, without the states. */
  where: W;
  orderBy: ConnectionInput['orderBy'];
  status: ListedStatus;
  /** Whether filters that name a missing record are refused. Pages do this, as in REST. */
  isPage: boolean;
}

/** A record that was written, before it is stored. */
interface Completing<R, Values> {
  before: R | undefined;
  after: R;
  /** What was sent, and that without what the record showed already. */
  sent: Values;
  values: Values;
  origin: Origin | undefined;
  /** The records that it made. */
  made: Made;
}

/** What one kind of post does beyond what all do. Hooks that write are part of the record's unit. */
export interface PostHooks<R extends PostRecord, W, Values> {
  /** The error for a missing record, if it differs from the common one. */
  unknown?(ref: RecordRef, ctx: Context): Promise<DomainError>;
  /** What a list holds. @throws INVALID_FIELD naming every member of `where` that is wrong */
  listing(list: ListRequest<W>, ctx: Context): Promise<KeyedListing & Ordered<R>>;
  /** The order of pages, if it differs from that of connections. */
  pageSort?(where: W): Sort | undefined;
  /** The problems with what valid values name, besides the author and the image. */
  problems?(values: Values, ctx: Context): Promise<Problem[]>;
  /** Where the values say that the record comes from. */
  origin?(values: Values): Origin | undefined;
  /** The existing record that creating updates, if there is one. */
  namesake?(values: Values, ctx: Context): Promise<Namesake<R, Values> | undefined>;
  /** The same, for a record sent inside an event. */
  namesakeInEvent?(values: Values, ctx: Context): Promise<Namesake<R, Values> | undefined>;
  /** Drops values of an update that only repeat what the record shows. */
  withoutUnchanged?(before: R, values: Values, ctx: Context): Values;
  /** The fields computed from several values together. @throws INVALID_FIELD for conflicting values */
  computed?(values: Values, before: R | undefined, ctx: Context): Partial<R>;
  /** The fields that name other records. Creates those that are new and not `made`. */
  link?(values: Values, before: R | undefined, ctx: Context, made?: Made): Promise<Partial<R>>;
  /** Replacements for damaged fields, where they differ from those of a new record. */
  repair?(record: R, damaged: readonly string[], ctx: Context): Partial<R>;
  /** Returns what to store. May write more. */
  complete?(writing: Completing<R, Values>, ctx: Context): Promise<R>;
}

export interface PostDeps<R extends PostRecord> {
  write: Write;
  repository: Repository<R>;
  images: ImageService;
  authors: Authors;
  /** Publishes what is due, before a list. */
  publishDue: PublishDue;
  definitions: Pick<DefinitionReader, 'read'>;
}

/**
 * The operations of a kind of post. Removing moves a record into the trash, and throws …_ALREADY_TRASHED if it is there
 * already. A hidden record counts as missing; with `tellsHidden`, reading it throws …_NOT_ACCESSIBLE instead.
 */
export interface PostService<R, Filter, Input, Patch> extends RecordService<R, Filter, Input, Patch> {
  /** The list for a filter, in the default order. @throws INVALID_FIELD naming what is wrong */
  listing(where: Filter, ctx: Context): Promise<KeyedListing>;
  /** One connection for each named record, with the same part of each, read together. */
  connectionsBy(named: Named, input: ConnectionInput, ctx: Context): Promise<Map<number, Connection<R>>>;
  /** The problems with the records that a valid input names. */
  problems(input: object, ctx: Context): Promise<Problem[]>;
  /** Like `create`, within the caller's unit. The caller has checked input and rights. */
  createInUnit(input: object, ctx: Context): Promise<R>;
  /** The same, for a record inside an event. An existing record is updated if the caller may change it. */
  upsertInUnit(input: object, ctx: Context): Promise<R>;
  /** Like `create`, but updates the record if it already exists. */
  upsert(input: Input, ctx: Context): Promise<R>;
  /** Takes a record out of the trash and restores its status. Does nothing if it is not in the trash. */
  restore(ref: RecordRef, ctx: Context, input?: object): Promise<R>;
  publishDrafts: PublishDrafts;
}

/** Creates the operations that all kinds of posts share. The hooks add what this kind does. */
export function createPostService<
  R extends PostRecord,
  W extends { status?: StatusFilter[] | null },
  Values extends PostValues,
  Input extends Values = Values,
>(
  kind: PostKind<R>,
  hooks: PostHooks<R, W, Values>,
  { write, repository, images, authors, publishDue, definitions }: PostDeps<R>,
): PostService<R, W, Input, Values> {
  async function findIn(among: Finder<R>, ref: RecordRef, ctx: Context) {
    const unknown = () => hooks.unknown?.(ref, ctx) ?? unknownPost(kind.name, ref, ctx);
    const isShown = (record: R) => ctx.tellsHidden || mayRead(ctx.viewer, record, ctx.now);
    return findRecord(among, ref, { unknown, isShown });
  }
  const find = (ref: RecordRef, ctx: Context) => findIn(repository, ref, ctx);
  const look = (ref: RecordRef, ctx: Context) => findIn(ctx.loaders.of(repository), ref, ctx);
  const findToRemove = (ref: RecordRef, ctx: Context) => {
    const whole = (record: R, damaged: readonly string[]) => {
      const blank = { ...newPost(record._id, { author: NOBODY }, ctx), ...kind.blank, version: freshVersion(ctx.now) };
      return { ...(onlyDamaged(blank, damaged) as Partial<R>), ...hooks.repair?.(record, damaged, ctx) };
    };
    return findIn(repository.repairing(whole), ref, ctx);
  };
  const reread = (ref: RecordRef, ctx: Context) => find(ref, { ...ctx, tellsHidden: undefined });
  const writes = createWrites<R>(write, { ...POST_RIGHTS, find, look, reread, unknownFirst: kind.unknownFirst });

  async function problems(values: Values, ctx: Context, before?: R) {
    return [
      ...(await authors.problems(values.author, ctx, before?.author)),
      ...(await images.problems(values, ctx)),
      ...((await hooks.problems?.(values, ctx)) ?? []),
      ...(await withCustomFields(before ?? (NOTHING_SAID as R), values, ctx)).problems,
    ];
  }

  /** The record with the custom field values that were sent, and the problems with them. */
  async function withCustomFields(record: R, { customFields: sent }: Values, ctx: Context) {
    if (!sent?.length) return { record, problems: [] };
    const fields = (await definitions.read())[kind.customFieldsOf ?? (kind.name as CustomOwner)];
    return customAfter(record, { sent, fields }, ctx);
  }

  const createInUnit = (input: object, ctx: Context) => apply(undefined, withoutNulls(input) as Values, ctx);

  /** Updates the existing record, or creates a new one. */
  async function createOrUpdate(namesake: Namesake<R, Values> | undefined, input: object, ctx: Context) {
    if (!namesake) return createInUnit(input, ctx);
    const { record, values } = namesake;
    return values ? apply(record, values, ctx) : record;
  }

  async function named(values: Values, ctx: Context, before?: R) {
    const found = await problems(values, ctx, before);
    if (found.length) throw invalid(found);
  }

  /**
   * Applies the values, links and derived fields to a record and stores it. Without `before`, the record is new. The origin
   * applies only to this record, not to those that it links to.
   */
  async function apply(before: R | undefined, sent: Values, { origin: imported, ...ctx }: Context) {
    const origin = imported ?? hooks.origin?.(sent);
    const said = origin?.slug === undefined ? sent : { ...sent, slug: origin.slug };
    const values = before ? (hooks.withoutUnchanged?.(before, said, ctx) ?? said) : said;
    const made: Made = new Map();
    let after = await applied(before, { values, origin, made }, ctx);
    for (const { language, values: its, slug } of before ? [] : (origin?.others ?? [])) {
      const inLanguage = { ...ctx, language };
      const patch = validate({ table: kind.patch, use: 'patch' }, its, inLanguage) as Values;
      after = await applied(
        after,
        { values: slug === undefined ? patch : { ...patch, slug }, origin, made },
        inLanguage,
      );
    }
    if (origin) await refuseBadOrigin(repository, after, origin, ctx);
    const complete = (await hooks.complete?.({ before, after, sent: said, values, origin, made }, ctx)) ?? after;
    return before ? repository.replace(before, complete) : repository.insert(complete);
  }

  /** The record with values, links and derived fields, to be stored. */
  async function applied(
    before: R | undefined,
    { values, origin, made }: Pick<Completing<R, Values>, 'values' | 'origin' | 'made'>,
    ctx: Context,
  ) {
    const computed = { ...hooks.computed?.(values, before, { ...ctx, origin }), ...sourceOf(origin ?? {}) };
    const begun = before
      ? { ...withPublication(before, values, ctx), ...computed }
      : { ...newPost(origin?.id ?? (await repository.nextId()), values, ctx), ...kind.blank, ...computed };
    const linked = {
      ...begun,
      ...(await images.link(values, ctx)),
      ...(await hooks.link?.(values, before, ctx, made)),
    } as R;
    const writing = { ...ctx, exact: origin !== undefined };
    const stored = withStored(kind.fields, linked, values as Record<string, unknown>, writing);
    const { record: written, problems } = await withCustomFields(stored, values, ctx);
    if (problems.length) throw invalid(problems);
    const followed = kind.follow?.(written, { values, before, language: ctx.language }) ?? written;
    return prepareRecord({ kind, repository }, { record: followed, values, before }, ctx);
  }

  /** Created once, because joining two tables of this size takes longer than validating the input. */
  const pageTable = { ...pageFields, ...kind.where };
  const hostPageTable = { ...hostPageFields, ...kind.where };

  /** The list for a request, and its page if one is requested. */
  async function listingOf(
    { where, orderBy }: Pick<ConnectionInput, 'where' | 'orderBy'>,
    ctx: Context,
    page?: PageInput,
  ) {
    const longest = ctx.longPages ? hostPageTable : pageTable;
    const table = page ? longest : kind.where;
    const input = examinedWhere({ table, inner: kind.where }, { ...where, ...page }, ctx) as PageRequest & W;
    const { status: requested, page: _, perPage: __, ...asked } = input;
    const status = statusFilter(requested, ctx.viewer);
    await publishDue(ctx);
    giveUpWhenLate(ctx.running);
    const isPage = page !== undefined;
    const listing = await hooks.listing({ where: asked as object as W, orderBy, status, isPage }, ctx);
    return { listing, input, status };
  }

  return {
    problems: (input, ctx) => problems(input as Values, ctx),
    createInUnit,
    upsertInUnit: async (input, ctx) => createOrUpdate(await hooks.namesakeInEvent?.(input as Values, ctx), input, ctx),
    publishDrafts: createPublishDrafts(kind, repository),
    async list(where, { orderBy, ...page }, ctx) {
      const { listing, input, status } = await listingOf({ where, orderBy }, ctx, page);
      refuseBands(listing);
      const sort = (orderBy ? undefined : hooks.pageSort?.(where)) ?? listing.sort;
      return pageOf(
        repository,
        { ...listing, sort, applied: { status: status.shown } },
        { ...input, ...readContextOf(ctx) },
      );
    },
    async connection({ where, orderBy, ...slice }, ctx) {
      const { listing } = await listingOf({ where, orderBy }, ctx);
      return { ...partOf(repository, listing, { ...slice, ...readContextOf(ctx) }), where };
    },
    async connectionsBy(named, { where, orderBy, ...slice }, ctx) {
      const { total: _, ...listing } = (await listingOf({ where, orderBy }, ctx)).listing;
      refuseBands(listing);
      const found = await connectionsBy(repository, { ...listing, ...named }, { ...slice, ...readContextOf(ctx) });
      return new Map([...found].map(([of, connection]) => [of, { ...connection, where }]));
    },
    listing: async (where, ctx) => (await listingOf({ where }, ctx)).listing,
    async read(ref, ctx) {
      const record = await look(ref, ctx);
      if (record.status === 'trash' && kind.trashed) {
        throw new DomainError(kind.trashed, 'This record is no longer available.', [], {
          viewerCan: viewerCan(ctx.viewer, record),
        });
      }
      refuseReading(record, ctx, codeOf(kind.name, 'NOT_ACCESSIBLE'));
      ctx.freshness.record = record;
      return record;
    },
    ...writeOperations<R, Values, Input, Values>(writes, {
      fields: kind.fields,
      patch: kind.patch,
      named,
      create: createInUnit,
      update: apply,
      findToRemove,
      trashing: kind.trashing,
      async remove(before, ctx, values) {
        refuseTrashed(before, ctx, codeOf(kind.name, 'ALREADY_TRASHED'));
        return apply(before, { ...values, status: 'trash' } as Values, ctx);
      },
      async removeTranslation(before, language, ctx) {
        const after = withDerived(kind, { ...withoutTranslation(before, language), modifiedAt: ctx.now });
        return repository.replace(before, withShownSlugs(after, before, ctx));
      },
    }),
    upsert: (input, ctx) =>
      writes.create(ctx, {
        input: (): Values => validate({ table: kind.upsert ?? kind.fields, use: 'upsert' }, input, ctx),
        named: (values) => named(values, ctx),
        write: async (values) => createOrUpdate(await hooks.namesake?.(values, ctx), values, ctx),
      }),
    restore: (ref, ctx, input = {}) =>
      writes.change(ref, ctx, {
        input: () => validate({ table: kind.trashing ?? {}, use: 'patch' }, input, ctx),
        write: async (before, values) =>
          before.status === 'trash'
            ? apply(before, { ...values, status: before.statusBeforeTrash ?? 'draft' } as Values, ctx)
            : before,
      }),
  };
}

/** No user. Only callers who may change the records of others may change a record without an author. */
const NOBODY = 0;

/** Refuses orders by a computed rank. Pages and the lists of several records do not support them. */
function refuseBands({ bands }: KeyedListing) {
  if (bands) throw invalidField('orderBy', 'at_odds', 'Must be an order that this list has.');
}

/** A record without any values. */
const NOTHING_SAID = { text: {}, original: 'en' } as const;

/** Creating ignores nulls, because a new record has nothing to clear. */
const withoutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
