import type { Context } from '../../context.ts';
import type { ErrorCode, Problem } from '../../errors.ts';
import { invalid, validate } from '../../fields/examine.ts';
import type { Surroundings } from '../../fields/kind.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { withStored } from '../../fields/storage.ts';
import { type FieldTable, patchTable } from '../../fields/table.ts';
import { mayEdit, mayRead, mayUpdate } from '../../rules/access.ts';
import type { Page } from '../../rules/paging.ts';
import { pageRequest } from '../../rules/paging.ts';
import type { StatusFilter } from '../../rules/status.ts';
import type { Filter, Store } from '../../store/port.ts';
import type { ImageService } from '../image/service.ts';
import { pageOf } from '../page.ts';
import type { Repository } from '../repository.ts';
import { searchFilter } from '../text.ts';
import type { Authors } from './authors.ts';
import { readable, statusFilter } from './filter.ts';
import { createPublishDue } from './publish-due.ts';
import { findPost, refuseReading, refuseTrashed } from './read.ts';
import { lowerCase, type PostKind, type PostRecord } from './record.ts';
import { newPost, type PostValues, refuseChanging, refuseCreating, settled, withPublication } from './write.ts';

/** What venues and organizers have besides what every post has: names, and values kept about their public events. */
export interface LinkedRecord<Text extends object = object> extends PostRecord<Text> {
  /** How many public events name this record. */
  publicEvents: number;
  /** When the last of them starts; absent when there is none. */
  lastPublicStart?: number;
  /** Moves with every recount, so that two units cannot both write what they counted on old snapshots. */
  keptRevision: number;
}

/** What lists of venues and organizers are filtered by. */
export interface LinkedFilter {
  search?: string | null;
  event?: number | null;
  hasEvents?: boolean | null;
  onlyWithUpcoming?: boolean | null;
  status?: StatusFilter[] | null;
}

/** The fields of both that need more than being kept. */
export interface LinkedValues extends PostValues {
  name?: string | null;
  description?: string | null;
  image?: string | null;
}

/** What an event tells about itself here. */
interface LinkingEvent extends PostRecord {
  venues: number[];
  organizers: number[];
}

/** How venues and organizers differ from each other. */
export interface LinkedKind<R extends LinkedRecord> extends PostKind<R> {
  /** The list in an event that names them. */
  inEvents: 'venues' | 'organizers';
  fields: FieldTable;
  filters: FieldTable;
  notAccessible: ErrorCode;
  alreadyTrashed: ErrorCode;
  /** What follows from the fields that were just written. */
  follow(record: R, values: object, before: R | undefined, ctx: Context): R;
  /** The fields of a new record that have a value before anything is said. */
  blank: object;
}

export interface LinkedDeps<R extends LinkedRecord> {
  store: Store;
  repository: Repository<R>;
  events: Repository<LinkingEvent>;
  images: ImageService;
  authors: Authors;
  /** The zone that naive times are meant in. */
  zone: string;
}

export interface LinkedService<R extends LinkedRecord, Input extends object, Patch extends object> {
  /** @throws INVALID_FIELD */
  list(
    filter: LinkedFilter,
    page: number | null | undefined,
    perPage: number | null | undefined,
    ctx: Context,
  ): Promise<Page<R>>;
  /** @throws INVALID_FIELD naming id or slug, …_NOT_ACCESSIBLE */
  read(ref: RecordRef, ctx: Context): Promise<R>;
  /** Makes a record, or updates the one that has this name already and that the caller may change. */
  create(input: Input, ctx: Context): Promise<R>;
  update(ref: RecordRef, patch: Patch, ctx: Context): Promise<R>;
  /** Moves the record into the trash. Events keep their link, and show it no more. */
  remove(ref: RecordRef, ctx: Context): Promise<R>;
  /** What is wrong with the records that a valid input names. */
  problems(input: object, ctx: Context): Promise<Problem[]>;
  /** `create` for a caller who has checked input and rights, as part of its unit. */
  make(input: object, ctx: Context): Promise<R>;
}

/** Venues and organizers: posts with a name that events link to. */
export function createLinkedService<R extends LinkedRecord, Input extends object, Patch extends object>(
  kind: LinkedKind<R>,
  { store, repository, events, images, authors, zone }: LinkedDeps<R>,
): LinkedService<R, Input, Patch> {
  const patchFields = patchTable(kind.fields);
  const publishDue = createPublishDue(store, repository);
  const where = (ctx: Context): Surroundings => ({ now: ctx.now, zone });

  async function problems(input: LinkedValues, ctx: Context): Promise<Problem[]> {
    return [...(await authors.problems(input.author, ctx)), ...(await images.problems(input.image, ctx))];
  }

  async function refuseUnknown(values: LinkedValues, ctx: Context): Promise<void> {
    const found = await problems(values, ctx);
    if (found.length) throw invalid(found);
  }

  async function make(input: object, ctx: Context): Promise<R> {
    const values = input as LinkedValues;
    const namesake = await sameName(values, ctx);
    if (namesake) {
      const { author: _, date: __, dateUtc: ___, status: ____, name: _____, ...data } = values;
      return change(namesake, data, ctx);
    }
    const fresh = {
      ...newPost(await store.nextId('posts'), values, where(ctx), ctx),
      publicEvents: 0,
      keptRevision: 0,
      ...kind.blank,
    } as unknown as R;
    const linked = { ...fresh, ...(await images.link(values.image, ctx)) };
    const written = kind.follow(
      withStored(kind.fields, linked, values as object as Record<string, unknown>, ctx.language),
      values,
      undefined,
      ctx,
    );
    const record = await settled(kind, repository, written, values, ctx);
    await repository.insert(record);
    return record;
  }

  /** The record this name means already, with the same description if one is sent, that the caller may change. */
  async function sameName({ name, description }: LinkedValues, ctx: Context): Promise<R | undefined> {
    const found = await repository.find(
      { names: lowerCase(name ?? ''), status: { $ne: 'trash' } },
      { sort: [['_id', 1]] },
    );
    return found.find(
      (record) =>
        mayUpdate(ctx.viewer, record) &&
        (description == null || Object.values(record.text).some((text) => rawOf(text) === description)),
    );
  }

  async function change(before: R, values: LinkedValues, ctx: Context): Promise<R> {
    const published = withPublication(before, values, where(ctx), ctx);
    const linked = { ...published, ...(await images.link(values.image, ctx)) };
    const written = kind.follow(
      withStored(kind.fields, linked, values as object as Record<string, unknown>, ctx.language),
      values,
      before,
      ctx,
    );
    const after = await settled(kind, repository, written, values, ctx, before);
    await repository.replace(before, after);
    return after;
  }

  async function linkedTo(event: number, ctx: Context): Promise<Filter> {
    const [record] = await events.byIds([event]);
    if (!record) throw invalid([{ field: 'event', code: 'unknown', message: 'There is no event with this id.' }]);
    return { _id: { $in: mayRead(ctx.viewer, record, ctx.now) ? record[kind.inEvents] : [] } };
  }

  /** Records that the events of a filter name, as this caller sees events. The public's answer is kept. */
  async function named(inEvents: Filter, kept: Filter, ctx: Context): Promise<Filter> {
    if (!mayEdit(ctx.viewer)) return kept;
    const seen = { $and: [readable(ctx.viewer), { hideFromListings: false }, inEvents] };
    return { _id: { $in: await events.distinct<number>(kind.inEvents, seen) } };
  }

  async function unnamed(ctx: Context): Promise<Filter> {
    if (!mayEdit(ctx.viewer)) return { publicEvents: 0 };
    const seen = { $and: [readable(ctx.viewer), { hideFromListings: false }] };
    return { _id: { $nin: await events.distinct<number>(kind.inEvents, seen) } };
  }

  return {
    problems,
    make,
    async list(filter, page, perPage, ctx) {
      const request = pageRequest(page, perPage);
      const { search, event, hasEvents, onlyWithUpcoming, status } = validate(
        kind.filters,
        filter,
        'filter',
        where(ctx),
      );
      const { filter: visible, shown } = statusFilter(status, ctx.viewer);
      const parts: Filter[] = [visible];
      if (event != null) parts.push(await linkedTo(event, ctx));
      await publishDue(ctx.now);
      if (search != null) parts.push(searchFilter(search, ctx.language));
      if (hasEvents === true) parts.push(await named({}, { publicEvents: { $gt: 0 } }, ctx));
      if (hasEvents === false) parts.push(await unnamed(ctx));
      if (onlyWithUpcoming) {
        parts.push(await named({ startsAt: { $gte: ctx.now } }, { lastPublicStart: { $gte: ctx.now } }, ctx));
      }
      return pageOf(repository, { $and: parts }, NEWEST_FIRST, request, { status: shown });
    },
    async read(ref, ctx) {
      const record = await findPost(repository, ref, ctx);
      refuseReading(record, ctx, kind.notAccessible);
      return record;
    },
    async create(input, ctx) {
      const values = validate(kind.fields, input, 'create', where(ctx));
      await refuseUnknown(values, ctx);
      refuseCreating(ctx.viewer);
      const record = await store.atomically(() => make(values, ctx));
      ctx.loaders.clear();
      return record;
    },
    async update(ref, patch, ctx) {
      const values: LinkedValues = validate(patchFields, patch, 'patch', where(ctx));
      const found = await findPost(repository, ref, ctx);
      await refuseUnknown(values, ctx);
      refuseChanging(ctx.viewer, found);
      const record = await store.atomically(async () =>
        change(await findPost(repository, { id: found._id }, ctx), values, ctx),
      );
      ctx.loaders.clear();
      return record;
    },
    async remove(ref, ctx) {
      const found = await findPost(repository, ref, ctx);
      refuseChanging(ctx.viewer, found);
      refuseTrashed(found, ctx, kind.alreadyTrashed);
      const record = await store.atomically(async () => {
        const before = await findPost(repository, { id: found._id }, ctx);
        refuseTrashed(before, ctx, kind.alreadyTrashed);
        return change(before, { status: 'trash' }, ctx);
      });
      ctx.loaders.clear();
      return record;
    },
  };
}

const NEWEST_FIRST = [
  ['publishedAt', -1],
  ['_id', -1],
] as const;

const rawOf = (text: object | undefined): string | undefined =>
  (text as { description?: { raw: string } } | undefined)?.description?.raw;
