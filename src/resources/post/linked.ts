import type { Context } from '../../context.ts';
import type { ErrorCode, Problem } from '../../errors.ts';
import { invalid, validate } from '../../fields/examine.ts';
import type { Surroundings } from '../../fields/kind.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { withStored } from '../../fields/storage.ts';
import type { FieldTable } from '../../fields/table.ts';
import type { Operations } from '../../operations.ts';
import { pageProblems, pageRequest } from '../../rules/paging.ts';
import type { Instant } from '../../rules/time.ts';
import type { Store } from '../../store/port.ts';
import type { ImageService } from '../image/service.ts';
import { pageOf } from '../page.ts';
import type { Finder, Repository } from '../repository.ts';
import { createWrites } from '../writes.ts';
import type { Authors } from './authors.ts';
import { statusFilter } from './filter.ts';
import { type LinkedFilter, type LinkingEvent, linkedFilter } from './linked-filter.ts';
import { namesakeOf } from './namesake.ts';
import { createPublishDrafts, type PublishDrafts } from './publish-drafts.ts';
import { createPublishDue } from './publish-due.ts';
import { findRecord, POST_RIGHTS, refuseReading, refuseTrashed, unknownPost } from './read.ts';
import { type LinkedRecord, NEWEST_FIRST, type PostKind } from './record.ts';
import { createRemoveTranslation } from './translation.ts';
import { newPost, type PostValues, settled, withPublication } from './write.ts';

/** The fields of both that need more than being kept. */
export interface LinkedValues extends PostValues {
  name?: string | null;
  description?: string | null;
  image?: string | null;
}

/** How venues and organizers differ from each other. */
export interface LinkedKind<R extends LinkedRecord> extends PostKind<R> {
  /** The list in an event that names them. */
  inEvents: 'venues' | 'organizers';
  fields: FieldTable;
  patch: FieldTable;
  filters: FieldTable;
  notAccessible: ErrorCode;
  alreadyTrashed: ErrorCode;
  /** What follows from the fields that were just written. */
  follow(record: R, values: object, before: R | undefined, ctx: Pick<Context, 'language'>): R;
  /** The fields of a new record that have a value before anything is said. */
  blank: object;
}

export interface LinkedDeps<R extends LinkedRecord> {
  store: Store;
  repository: Repository<R>;
  events: Repository<LinkingEvent>;
  images: ImageService;
  authors: Authors;
  /** Publishes scheduled events whose date has come, and counts them. */
  publishDueEvents(now: Instant): Promise<void>;
  /** The zone that naive times are meant in. */
  zone: string;
}

/**
 * Venues or organizers. Creating updates the record that has this name already, if the caller may change it: what is
 * empty clears there. Removing moves into the trash: events keep their link, and show it no more.
 */
export interface LinkedService<R extends LinkedRecord, Input extends object, Patch extends object>
  extends Operations<R, LinkedFilter, Input, Patch> {
  /** What is wrong with the records that a valid input names. */
  problems(input: object, ctx: Context): Promise<Problem[]>;
  /** `create` for a caller who has checked input (as `upsert`) and rights, as part of its unit. */
  make(input: object, ctx: Context): Promise<R>;
  publishDrafts: PublishDrafts;
}

/** Venues and organizers: posts with a name that events link to. */
export function createLinkedService<R extends LinkedRecord, Input extends object, Patch extends object>(
  kind: LinkedKind<R>,
  { store, repository, events, images, authors, zone, publishDueEvents }: LinkedDeps<R>,
): LinkedService<R, Input, Patch> {
  const publishDue = createPublishDue(store, repository, 'status');
  const findIn = (among: Finder<R>, ref: RecordRef, ctx: Context): Promise<R> =>
    findRecord(among, ref, () => unknownPost(kind.name, ref, ctx));
  const find = (ref: RecordRef, ctx: Context): Promise<R> => findIn(repository, ref, ctx);
  const writes = createWrites<R>(store, { ...POST_RIGHTS, find, unknownFirst: true });
  const where = (ctx: Context): Surroundings => ({ now: ctx.now, zone });

  async function problems(input: LinkedValues, ctx: Context): Promise<Problem[]> {
    return [...(await authors.problems(input.author, ctx)), ...(await images.problems(input.image, ctx))];
  }

  async function refuseUnknown(values: LinkedValues, ctx: Context): Promise<void> {
    const found = await problems(values, ctx);
    if (found.length) throw invalid(found);
  }

  async function make(input: object, ctx: Context): Promise<R> {
    const values: LinkedValues = input;
    const namesake = await namesakeOf(repository, values, ctx);
    if (namesake) {
      const { author: _, date: __, dateUtc: ___, status: ____, name: _____, ...data } = values;
      return change(namesake, data, ctx);
    }
    return makeNew(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)), ctx);
  }

  async function makeNew(values: LinkedValues, ctx: Context): Promise<R> {
    const fresh = {
      ...newPost(await store.nextId('posts'), values, where(ctx), ctx),
      publicEvents: 0,
      keptRevision: 0,
      ...kind.blank,
    } as unknown as R;
    const linked = { ...fresh, ...(await images.link(values.image, ctx)) };
    const written = kind.follow(
      withStored(kind.fields, linked, values as object as Record<string, unknown>, ctx),
      values,
      undefined,
      ctx,
    );
    const record = await settled(kind, repository, written, values, ctx);
    await repository.insert(record);
    return record;
  }

  async function change(before: R, values: LinkedValues, ctx: Context): Promise<R> {
    const published = withPublication(before, values, where(ctx), ctx);
    const linked = { ...published, ...(await images.link(values.image, ctx)) };
    const written = kind.follow(
      withStored(kind.fields, linked, values as object as Record<string, unknown>, ctx),
      values,
      before,
      ctx,
    );
    const after = await settled(kind, repository, written, values, ctx, before);
    await repository.replace(before, after);
    return after;
  }

  return {
    problems,
    make,
    publishDrafts: createPublishDrafts(kind, repository),
    async list(filter, page, perPage, ctx) {
      const request = pageRequest(page, perPage);
      const asked = validate(kind.filters, filter, 'filter', where(ctx), pageProblems(request));
      const { filter: visible, shown, index } = statusFilter(asked.status, ctx.viewer);
      await publishDue(ctx.now);
      await publishDueEvents(ctx.now);
      const linked = await linkedFilter(asked, kind.inEvents, events, ctx);
      const listing = {
        filter: { $and: [visible, ...linked.parts] },
        sort: NEWEST_FIRST,
        index: linked.index ?? index,
      };
      return pageOf(repository, listing, request, { status: shown });
    },
    async read(ref, ctx) {
      const record = await findIn(ctx.loaders.of(repository), ref, ctx);
      refuseReading(record, ctx, kind.notAccessible);
      return record;
    },
    create: (input, ctx) =>
      writes.create(ctx, {
        input: () => validate(kind.fields, input, 'upsert', where(ctx)),
        named: (values) => refuseUnknown(values, ctx),
        write: (values) => make(values, ctx),
      }),
    update: (ref, patch, ctx) =>
      writes.change(ref, ctx, {
        input: (): LinkedValues => validate(kind.patch, patch, 'patch', where(ctx)),
        named: (values) => refuseUnknown(values, ctx),
        write: (before, values) => change(before, values, ctx),
      }),
    remove: (ref, ctx) =>
      writes.change(ref, ctx, {
        input: () => ({ status: 'trash' }) as const,
        async write(before, values) {
          refuseTrashed(before, ctx, kind.alreadyTrashed);
          return change(before, values, ctx);
        },
      }),
    removeTranslation: createRemoveTranslation({ repository, kind, writes }),
  };
}
