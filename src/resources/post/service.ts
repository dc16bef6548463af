import type { Context } from '../../context.ts';
import { codeOf, DomainError, type Problem } from '../../errors.ts';
import { invalid, validate } from '../../fields/examine.ts';
import { pageFields } from '../../fields/paging.ts';
import type { RecordRef } from '../../fields/ref.ts';
import type { ConnectionInput } from '../../fields/slice.ts';
import { withStored } from '../../fields/storage.ts';
import type { Operations } from '../../operations.ts';
import { giveUpWhenLate } from '../../request.ts';
import { mayRead, viewerCan } from '../../rules/access.ts';
import type { Connection } from '../../rules/connection.ts';
import type { Applied, PageRequest } from '../../rules/paging.ts';
import type { StatusFilter } from '../../rules/status.ts';
import type { ImageService } from '../image/service.ts';
import { connectionOf } from '../shared/connection.ts';
import { connectionsBy, type Named } from '../shared/connections-by.ts';
import { findRecord } from '../shared/find.ts';
import type { KeyedListing } from '../shared/keyed-list.ts';
import { freshVersion, onlyDamaged } from '../shared/mended.ts';
import { askingOf, type Listing, pageOf } from '../shared/page.ts';
import { rankedConnection } from '../shared/ranked-connection.ts';
import type { Finder, Repository } from '../shared/repository.ts';
import { withoutTranslation } from '../shared/translation.ts';
import type { Where } from '../shared/where.ts';
import { writeOperations } from '../shared/write-operations.ts';
import { createWrites, type Write } from '../shared/writes.ts';
import type { Authors } from './authors.ts';
import { type ListedStatus, statusFilter } from './filter.ts';
import { type PostKind, withDerived } from './kind.ts';
import type { Namesake } from './namesake.ts';
import { createPublishDrafts, type PublishDrafts } from './publish-drafts.ts';
import type { PublishDue } from './publish-due.ts';
import { POST_RIGHTS, refuseReading, refuseTrashed, unknownPost } from './read.ts';
import type { PostRecord } from './record.ts';
import { newPost, type PostValues, prepareRecord, withPublication } from './write.ts';

/** What a list of posts was asked for, and what is known of it already. */
export interface Asked<Filter, Found> {
  asked: Filter;
  /** What `resolveFilterIds` gave. */
  found: Found;
  status: ListedStatus;
}

/** What one kind of post does besides what all of them do. What writes is part of the unit of its record. */
/** What a connection of posts was asked for. */
export interface AskedConnection<W = object> {
  /** Without its states. */
  where: Where<W>;
  orderBy: ConnectionInput['orderBy'];
  status: ListedStatus;
}

export interface PostHooks<R extends PostRecord, Filter, Values, Found> {
  /** The error for a record that is not there, where it is not that of every kind. */
  unknown?(ref: RecordRef, ctx: Context): Promise<DomainError>;
  /** The records that a filter names. @throws INVALID_FIELD naming every parameter that names nothing */
  resolveFilterIds?(asked: Filter, ctx: Context): Promise<Found>;
  listing(list: Asked<Filter, Found>, ctx: Context): Promise<Listing & { applied?: Applied }>;
  connection(list: AskedConnection, ctx: Context): Promise<KeyedListing>;
  /** What is wrong with what valid values name, besides the author and the image. */
  problems?(values: Values, ctx: Context): Promise<Problem[]>;
  /** The record that creating means when it is there already. */
  namesake?(values: Values, ctx: Context): Promise<Namesake<R, Values> | undefined>;
  /** The same, of a record that is sent inside an event. */
  namesakeInEvent?(values: Values, ctx: Context): Promise<Namesake<R, Values> | undefined>;
  /** The values of an update without what only says what the record shows already. */
  withoutEchoedValues?(before: R, values: Values, ctx: Context): Values;
  /** The fields that follow from several values together. @throws INVALID_FIELD when those are at odds */
  computed?(values: Values, before: R | undefined, ctx: Context): Partial<R>;
  /** The fields that name other records, which are made with it when they are new. */
  link?(values: Values, before: R | undefined, ctx: Context): Promise<Partial<R>>;
  /** What a record has in place of damaged fields, where that is not what a new one has. */
  mend?(record: R, damaged: readonly string[], ctx: Context): Partial<R>;
  beforeStoring?(before: R | undefined, after: R, ctx: Context): Promise<void>;
  afterStoring?(before: R | undefined, after: R): Promise<void>;
}

export interface PostDeps<R extends PostRecord> {
  write: Write;
  repository: Repository<R>;
  images: ImageService;
  authors: Authors;
  /** Publishes what is due, before a list. */
  publishDue: PublishDue;
}

/**
 * The operations of a kind of post. Removing moves into the trash, and throws …_ALREADY_TRASHED. A record that the caller may
 * not see is as unknown as one that is not there; where clients are told of it (`tellsHidden`), reading throws
 * …_NOT_ACCESSIBLE.
 */
export interface PostService<R, Filter, Input, Patch> extends Operations<R, Filter, Input, Patch> {
  /** Connections of those that name others, by these: the same part of each, read together. */
  connectionsBy(named: Named, asked: ConnectionInput, ctx: Context): Promise<Map<number, Connection<R>>>;
  /** What is wrong with the records that a valid input names. */
  problems(input: object, ctx: Context): Promise<Problem[]>;
  /** `create` for a caller who has checked input and rights, as part of its unit. */
  make(input: object, ctx: Context): Promise<R>;
  /** The same, of a record inside an event, which may be there already: then it is changed if the caller may do that. */
  makeOrLink(input: object, ctx: Context): Promise<R>;
  /** `create`, of a record that may be there already: then what was sent is written into that. */
  upsert(input: Input, ctx: Context): Promise<R>;
  /** Takes a record out of the trash, as what it was before. What is not in the trash stays as it is. */
  restore(ref: RecordRef, ctx: Context): Promise<R>;
  publishDrafts: PublishDrafts;
}

/** Reading and writing as every kind of post does it; the hooks are what this kind does besides. */
export function createPostService<
  R extends PostRecord,
  Filter extends { status?: StatusFilter[] | null },
  Values extends PostValues,
  Input extends Values = Values,
  Found = unknown,
>(
  kind: PostKind<R>,
  hooks: PostHooks<R, Filter, Values, Found>,
  { write, repository, images, authors, publishDue }: PostDeps<R>,
): PostService<R, Filter, Input, Values> {
  async function findIn(among: Finder<R>, ref: RecordRef, ctx: Context): Promise<R> {
    const unknown = () => hooks.unknown?.(ref, ctx) ?? unknownPost(kind.name, ref, ctx);
    const record = await findRecord(among, ref, unknown);
    if (ctx.tellsHidden || mayRead(ctx.viewer, record, ctx.now)) return record;
    throw await unknown();
  }
  const find = (ref: RecordRef, ctx: Context) => findIn(repository, ref, ctx);
  const findToRemove = (ref: RecordRef, ctx: Context): Promise<R> => {
    const whole = (record: R, damaged: readonly string[]): Partial<R> => {
      const blank = { ...newPost(record._id, { author: NOBODY }, ctx), ...kind.blank, version: freshVersion(ctx.now) };
      return { ...(onlyDamaged(blank, damaged) as Partial<R>), ...hooks.mend?.(record, damaged, ctx) };
    };
    return findIn(repository.mending(whole), ref, ctx);
  };
  const writes = createWrites<R>(write, { ...POST_RIGHTS, find, unknownFirst: kind.unknownFirst });
  const listed = { table: { ...pageFields, ...kind.filters }, use: 'filter' } as const;

  async function problems(values: Values, ctx: Context, before?: R): Promise<Problem[]> {
    return [
      ...(await authors.problems(values.author, ctx, before?.author)),
      ...(await images.problems(values.image, ctx)),
      ...((await hooks.problems?.(values, ctx)) ?? []),
    ];
  }

  const make = (input: object, ctx: Context): Promise<R> => save(undefined, withoutNulls(input) as Values, ctx);

  /** The record that is there already, with what is written into it, or a new one. */
  async function makeUnless(namesake: Namesake<R, Values> | undefined, input: object, ctx: Context): Promise<R> {
    if (!namesake) return make(input, ctx);
    const { record, values } = namesake;
    return values ? save(record, values, ctx) : record;
  }

  async function named(values: Values, ctx: Context, before?: R): Promise<void> {
    const found = await problems(values, ctx, before);
    if (found.length) throw invalid(found);
  }

  /** The record after these values: linked, with all that follows, and stored. A new one without `before`. */
  async function save(before: R | undefined, sent: Values, ctx: Context): Promise<R> {
    const values = before ? (hooks.withoutEchoedValues?.(before, sent, ctx) ?? sent) : sent;
    const computed = hooks.computed?.(values, before, ctx);
    const begun = before
      ? { ...withPublication(before, values, ctx), ...computed }
      : { ...newPost(await repository.nextId(), values, ctx), ...kind.blank, ...computed };
    const linked = {
      ...begun,
      ...(await images.link(values.image, ctx)),
      ...(await hooks.link?.(values, before, ctx)),
    } as R;
    const written = withStored(kind.fields, linked, values as object as Record<string, unknown>, ctx);
    const followed = kind.follow?.(written, { values, before, language: ctx.language }) ?? written;
    const after = await prepareRecord({ kind, repository }, { record: followed, values, before }, ctx);
    await hooks.beforeStoring?.(before, after, ctx);
    const stored = before ? await repository.replace(before, after) : await repository.insert(after);
    await hooks.afterStoring?.(before, stored);
    return stored;
  }

  /** What a connection holds, whatever part of it is asked for. */
  async function listingOf({ where, orderBy }: ConnectionInput, ctx: Context): Promise<KeyedListing> {
    const { status: states, ...rest } = (where ?? {}) as { status?: StatusFilter[] | null };
    const asked = validate({ table: { status: kind.filters.status! }, use: 'filter' }, { status: states }, ctx);
    const status = statusFilter(asked.status, ctx.viewer);
    await publishDue(ctx);
    giveUpWhenLate(ctx.running);
    return hooks.connection({ where: rest, orderBy, status }, ctx);
  }

  return {
    problems: (input, ctx) => problems(input as Values, ctx),
    make,
    makeOrLink: async (input, ctx) => makeUnless(await hooks.namesakeInEvent?.(input as Values, ctx), input, ctx),
    publishDrafts: createPublishDrafts(kind, repository),
    async list(filter, page, ctx) {
      const asked = validate(listed, { ...filter, ...page }, ctx) as Filter & PageRequest;
      const found = (await hooks.resolveFilterIds?.(asked, ctx)) as Found;
      const status = statusFilter(asked.status, ctx.viewer);
      await publishDue(ctx);
      giveUpWhenLate(ctx.running);
      const { applied, ...listing } = await hooks.listing({ asked, found, status }, ctx);
      return pageOf(
        repository,
        { ...listing, applied: { status: status.shown, ...applied } },
        { ...asked, ...askingOf(ctx) },
      );
    },
    async connection({ where, orderBy, ...slice }, ctx) {
      const { bands, ...listing } = await listingOf({ where, orderBy }, ctx);
      const asked = { ...slice, ...askingOf(ctx) };
      return bands
        ? rankedConnection(repository, { ...listing, bands }, asked)
        : connectionOf(repository, listing, asked);
    },
    async connectionsBy(named, { where, orderBy, ...slice }, ctx) {
      const { total: _, bands, ...listing } = await listingOf({ where, orderBy }, ctx);
      const message = 'Must not be one by which only the list of all events can be ordered.';
      if (bands) throw invalid([{ field: 'orderBy', code: 'at_odds', message }]);
      return connectionsBy(repository, { ...listing, ...named }, { ...slice, ...askingOf(ctx) });
    },
    async read(ref, ctx) {
      const record = await findIn(ctx.loaders.of(repository), ref, ctx);
      if (record.status === 'trash' && kind.trashed) {
        throw new DomainError(kind.trashed, `This ${kind.name} is no longer available.`, [], {
          viewerCan: viewerCan(ctx.viewer, record),
        });
      }
      refuseReading(record, ctx, codeOf(kind.name, 'NOT_ACCESSIBLE'));
      ctx.basis.record = record;
      return record;
    },
    ...writeOperations<R, Values, Input, Values, undefined>(writes, {
      fields: kind.fields,
      patch: kind.patch,
      named,
      make,
      change: save,
      findToRemove,
      async remove(before, ctx) {
        refuseTrashed(before, ctx, codeOf(kind.name, 'ALREADY_TRASHED'));
        return save(before, { status: 'trash' } as Values, ctx);
      },
      async removeTranslation(before, language, ctx) {
        const after = withDerived(kind, { ...withoutTranslation(before, language), modifiedAt: ctx.now });
        return repository.replace(before, after);
      },
    }),
    upsert: (input, ctx) =>
      writes.create(ctx, {
        input: (): Values => validate({ table: kind.fields, use: 'upsert' }, input, ctx),
        named: (values) => named(values, ctx),
        write: async (values) => makeUnless(await hooks.namesake?.(values, ctx), values, ctx),
      }),
    restore: (ref, ctx) =>
      writes.change(ref, ctx, {
        input: () => undefined,
        write: async (before) =>
          before.status === 'trash'
            ? save(before, { status: before.statusBeforeTrash ?? 'draft' } as Values, ctx)
            : before,
      }),
  };
}

/** No user: a record without an author is for those to change who may change that of others. */
const NOBODY = 0;

/** What creating leaves out: of a new record there is nothing to clear. */
const withoutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
