import type { Context } from '../../context.ts';
import { DomainError, type Problem } from '../../errors.ts';
import { invalid, validate } from '../../fields/examine.ts';
import type { RecordRef } from '../../fields/ref.ts';
import { withStored } from '../../fields/storage.ts';
import type { Operations } from '../../operations.ts';
import { effectiveStatus, viewerCan } from '../../rules/access.ts';
import { readCost } from '../../rules/cost.ts';
import { textIn } from '../../rules/language.ts';
import { pageProblems, pageRequest } from '../../rules/paging.ts';
import { becomesPublic } from '../../rules/status.ts';
import type { Instant } from '../../rules/time.ts';
import { eventsWindow } from '../../rules/window.ts';
import type { Store } from '../../store/port.ts';
import type { ImageService } from '../image/service.ts';
import type { Kept } from '../kept.ts';
import { pageOf } from '../page.ts';
import { pageOfPost } from '../post/address.ts';
import type { Authors } from '../post/authors.ts';
import { statusFilter } from '../post/filter.ts';
import { findRecord, POST_RIGHTS, refuseReading, refuseTrashed, unknownPost } from '../post/read.ts';
import type { PostKind } from '../post/record.ts';
import { createRemoveTranslation } from '../post/translation.ts';
import { newPost, settled, withPublication } from '../post/write.ts';
import type { Repository } from '../repository.ts';
import { createWrites } from '../writes.ts';
import { type EventFilter, type EventInput, type EventPatch, eventFields, eventFilters, eventPatch } from './fields.ts';
import { createLinking, type LinkDeps } from './links.ts';
import { placesOf } from './places.ts';
import { BY_START, type EventRecord } from './record.ts';
import { BY_PUBLICATION, eventFilter, listIndex } from './repository.ts';
import { eventTimes } from './times.ts';

/**
 * Events. Reading throws EVENT_NOT_FOUND, NOT_AN_EVENT, EVENT_TRASHED and EVENT_NOT_ACCESSIBLE besides. Records inside of
 * the links of an event are made with it, or nothing is. An update that makes an event public publishes the drafts and
 * pending ones that it links, of those that the caller may publish. Removing moves into the trash, EVENT_ALREADY_TRASHED
 * there.
 */
export type EventService = Operations<EventRecord, EventFilter, EventInput, EventPatch>;

export interface EventDeps extends LinkDeps {
  store: Store;
  repository: Repository<EventRecord>;
  images: ImageService;
  authors: Authors;
  kept: Kept;
  /** Publishes scheduled events whose date has come, and counts them. */
  publishDueEvents(now: Instant): Promise<void>;
  /** The zone of the site. */
  zone: string;
}

/** How events differ from venues and organizers in what they have in common. */
export const eventKind: PostKind<EventRecord> = {
  name: 'event',
  draftsHaveSlugs: false,
  nameIn: (record, language) => textIn(record, 'title', language) ?? '',
  searchable: (record, language) => [
    textIn(record, 'title', language) ?? '',
    textIn(record, 'excerpt', language)?.html ?? '',
    textIn(record, 'description', language)?.html ?? '',
  ],
};

/** What a new event is as long as nobody says otherwise. */
export const blankEvent = {
  showMap: false,
  showMapLink: false,
  hideFromListings: false,
  sticky: false,
  featured: false,
} as const;

export function createEventService(deps: EventDeps): EventService {
  const {
    store,
    repository,
    images,
    authors,
    kept,
    zone,
    venues,
    organizers,
    categoryService,
    tagService,
    publishDueEvents,
  } = deps;
  const linking = createLinking(deps);
  const where = (ctx: Context) => ({ now: ctx.now, zone });

  async function unknownEvent(ref: RecordRef, ctx: Context): Promise<DomainError> {
    const unknown = unknownPost(eventKind.name, ref, ctx);
    if (ref.id == null || !(await ctx.loaders.isOtherPost(ref.id))) return unknown;
    return new DomainError('NOT_AN_EVENT', `The record with ID ${ref.id} is not an event.`, [], unknown.facts);
  }

  const find = (ref: RecordRef, ctx: Context) => findRecord(repository, ref, () => unknownEvent(ref, ctx));
  const writes = createWrites<EventRecord>(store, { ...POST_RIGHTS, find, unknownFirst: false });

  async function refuseUnknown(values: EventPatch, ctx: Context): Promise<void> {
    const problems = [
      ...(await authors.problems(values.author, ctx)),
      ...(await images.problems(values.image, ctx)),
      ...(await linking.problems(values, ctx)),
    ];
    if (problems.length) throw invalid(problems);
  }

  /** The ids that a filter's texts and ids mean. @throws INVALID_FIELD naming every parameter that names nothing. */
  async function found({ categories, tags, venues: atVenues, organizers: of, postParent }: EventFilter) {
    const problems: Problem[] = [];
    const unknown = (field: string, missing: boolean) => {
      if (missing) problems.push({ field, code: 'unknown', message: 'Names a record that is not there.' });
    };
    const category = categories ? await categoryService.resolve(categories) : [];
    const tag = tags ? await tagService.resolve(tags) : [];
    unknown('categories', category.includes(undefined));
    unknown('tags', tag.includes(undefined));
    if (atVenues) unknown('venues', (await venues.byIds(atVenues)).length < new Set(atVenues).size);
    if (of) unknown('organizers', (await organizers.byIds(of)).length < new Set(of).size);
    if (postParent != null) unknown('postParent', (await repository.byIds([postParent])).length === 0);
    if (problems.length) throw invalid(problems);
    return {
      ...(categories ? { categories: await categoryService.withDescendants(category as number[]) } : {}),
      ...(tags ? { tags: tag as number[] } : {}),
    };
  }

  /** Sending back what was read changes nothing: a price or an address as the event shows it is as good as not sent. */
  function meant(record: EventRecord, patch: EventPatch, ctx: Context): EventPatch {
    const { cost, website, ...rest } = patch;
    const page = pageOfPost('event', record, ctx);
    return {
      ...rest,
      ...(cost === undefined || cost === readCost(record.cost ?? '').text ? {} : { cost }),
      ...(website === undefined || (website === page && !record.website) ? {} : { website }),
    };
  }

  async function make(values: EventInput, ctx: Context): Promise<EventRecord> {
    const times = eventTimes(values, undefined, zone, ctx.now);
    const fresh = {
      ...newPost(await store.nextId('posts'), values, where(ctx), ctx),
      ...times,
      ...blankEvent,
      ...(await images.link(values.image, ctx)),
      ...(await linking.link(values, undefined, ctx)),
    } as EventRecord;
    const written = withStored(eventFields, fresh, values, ctx);
    const record = await settled(eventKind, repository, written, values, ctx);
    await repository.insert(record);
    await kept.recount(undefined, record);
    return record;
  }

  async function change(before: EventRecord, patch: EventPatch, ctx: Context): Promise<EventRecord> {
    const values = meant(before, patch, ctx);
    const timed = { ...before, ...eventTimes(values, before, zone, ctx.now) };
    const published = withPublication(timed, values, where(ctx), ctx);
    const linked = {
      ...published,
      ...(await images.link(values.image, ctx)),
      ...(await linking.link(values, before, ctx)),
    };
    const written = withStored(eventFields, linked, values, ctx);
    const after = await settled(eventKind, repository, written, values, ctx, before);
    if (becomesPublic(effectiveStatus(before, ctx.now), after.status)) await linking.publish(after, ctx);
    await repository.replace(before, after);
    await kept.recount(before, after);
    return after;
  }

  return {
    async list(filter, page, perPage, ctx) {
      const request = pageRequest(page, perPage);
      const asked = validate(eventFilters, filter, 'filter', where(ctx), pageProblems(request));
      const ids = { ...(await found(asked)), ...(await placesOf(asked, venues, ctx)) };
      const { filter: visible, shown, index } = statusFilter(asked.status, ctx.viewer);
      await publishDueEvents(ctx.now);
      const window = asked.include ? undefined : eventsWindow(asked, zone, ctx.now);
      const listing = {
        filter: eventFilter(asked, visible, window, ids, ctx.language),
        sort: window ? BY_START : BY_PUBLICATION,
        index: listIndex(asked, ids, index),
      };
      return pageOf(repository, listing, request, { status: shown, ...window?.shown });
    },
    async read(ref, ctx) {
      const record = await findRecord(ctx.loaders.of(repository), ref, () => unknownEvent(ref, ctx));
      if (record.status === 'trash') {
        throw new DomainError('EVENT_TRASHED', 'This event is no longer available.', [], {
          viewerCan: viewerCan(ctx.viewer, record),
        });
      }
      refuseReading(record, ctx, 'EVENT_NOT_ACCESSIBLE');
      return record;
    },
    create: (input, ctx) =>
      writes.create(ctx, {
        input: () => validate(eventFields, input, 'create', where(ctx)),
        named: (values) => refuseUnknown(values, ctx),
        write: (values) => make(values, ctx),
      }),
    update: (ref, patch, ctx) =>
      writes.change(ref, ctx, {
        input: () => validate(eventPatch, patch, 'patch', where(ctx)),
        named: (values) => refuseUnknown(values, ctx),
        write: (before, values) => change(before, values, ctx),
      }),
    remove: (ref, ctx) =>
      writes.change(ref, ctx, {
        input: () => ({ status: 'trash' }) as const,
        async write(before, values) {
          refuseTrashed(before, ctx, 'EVENT_ALREADY_TRASHED');
          return change(before, values, ctx);
        },
      }),
    removeTranslation: createRemoveTranslation({ repository, kind: eventKind, writes }),
  };
}
