import type { Changes } from '../changes/changes.ts';
import type { ListsOf } from '../changes/units.ts';
import type { PostName } from '../errors.ts';
import type { InputOf, PatchOf } from '../fields/table.ts';
import { mayRead } from '../rules/access.ts';
import type { Instant } from '../rules/time.ts';
import type { Collection, Store } from '../store/port.ts';
import { type CategoryService, createCategoryService } from './category/service.ts';
import type { LinkDeps } from './event/links.ts';
import { EVENT_SHAPE, EVENTS, type EventRecord } from './event/record.ts';
import { createEventService, type EventService } from './event/service.ts';
import { createEventCounts } from './event-counts.ts';
import { byList, byName, type KnownLink, type RecordOf } from './event-links.ts';
import { IMAGE_SHAPE, IMAGES, type ImageRecord } from './image/record.ts';
import { createImageService, type ImageService } from './image/service.ts';
import { createKeptCounts } from './kept-counts.ts';
import { type Caller, createLoaders, type Loaders, type UsersByIds } from './loaders.ts';
import { createNextMoment } from './next-moment.ts';
import { createAuthors } from './post/authors.ts';
import { createLinkedService, type LinkedService } from './post/linked.ts';
import { createPublishDue } from './post/publish-due.ts';
import type { LinkedRecord, PostRecord } from './post/record.ts';
import { listsTouched } from './rests-on.ts';
import { createSearch, type Search } from './search.ts';
import { createAtRevision } from './shared/at-revision.ts';
import { type Batch, createBatch } from './shared/batch.ts';
import { createBodies } from './shared/bodies.ts';
import { createRepository, type Soundness } from './shared/repository.ts';
import type { Shape } from './shared/shape.ts';
import { createWrite } from './shared/writes.ts';
import { createTagService, type TagService } from './tag/service.ts';
import { CATEGORIES, TAGS, TERM_SHAPE, type TermKind, type TermRecord } from './term/record.ts';
import { tracked } from './tracked.ts';

type LinkedServices = {
  [K in KnownLink as K['name']]: LinkedService<RecordOf<K>, InputOf<K['fields']>, PatchOf<K['fields']>>;
};

/** Everything the doors can ask for. */
export interface Services extends LinkedServices {
  event: EventService;
  category: CategoryService;
  tag: TagService;
  image: ImageService;
  /** Writes several records, each by itself or all or none. */
  batch: Batch;
  /** Looks through all kinds at once. */
  search: Search;
}

export interface Resources {
  services: Services;
  nextMoment(now: Instant): Promise<Instant>;
  /** One set a request, for one caller. */
  createLoaders(caller: Caller): Loaders;
}

export interface ResourcesDeps {
  store: Store;
  /** The log of changes of the same store. */
  changes: Changes;
  usersByIds: UsersByIds;
  /** Told once of every record that is stored in a form the program cannot work with. */
  damaged: Soundness['damaged'];
  /** Bytes of records that were shown last, which are kept in memory. */
  keptBytes: number;
}

/** Whether everybody may read it. */
const isPublic = (record: PostRecord, now: number): boolean => mayRead(undefined, record, now);
/** Spans of time whose numbers by day are kept. */
const KEPT_SPANS = 1000;

/**
 * Wires the resources by hand. The circle of events with what they link to is cut at the repositories: a linked kind reads
 * events through their repository, events make records of it through its service.
 */
export function createResources({ store: plain, changes, usersByIds, damaged, keptBytes }: ResourcesDeps): Resources {
  const store = tracked(plain, changes);
  const { touched } = changes;
  const all = { damaged, bodies: createBodies(keptBytes), touched };
  const postsOf = <R extends PostRecord>(kind: PostName, { name }: Collection, shape: Shape, listsOf?: ListsOf<R>) => {
    const note = changes.noting<R>(kind, isPublic, listsOf);
    return createRepository<R>(store, name, { ...all, kind, shape, ids: 'posts', note });
  };
  const termsOf = (kind: TermKind['name'], { name }: Collection) => {
    const note = changes.noting<TermRecord>(kind, () => true);
    return createRepository<TermRecord>(store, name, { ...all, kind, shape: TERM_SHAPE, ids: 'terms', note });
  };
  const events = postsOf<EventRecord>('event', EVENTS, EVENT_SHAPE, listsTouched);
  const posts = byList(({ name, collection, shape }) => postsOf<LinkedRecord>(name, collection, shape));
  const categories = termsOf('category', CATEGORIES);
  const tags = termsOf('tag', TAGS);
  // Nobody reads an image by itself: what shows it is told as well.
  const note = changes.noting<ImageRecord>('image', () => false);
  const imageRecords = createRepository<ImageRecord>(store, IMAGES.name, {
    ...all,
    kind: 'image',
    shape: IMAGE_SHAPE,
    ids: 'posts',
    note,
  });
  const repositories = { events, ...posts, categories, tags };

  const counts = createEventCounts(store, repositories, changes, damaged);
  const write = createWrite(store, changes, counts.counted);
  const authors = createAuthors(async (id) => (await usersByIds([id])).length > 0);
  const showing = [events, ...Object.values(posts)];
  const images = createImageService({ write, repository: imageRecords, showing });
  const due = { write, repository: events, index: 'to_publish', published: counts.recount };
  const publishDueEvents = createPublishDue<EventRecord>(due);
  const shared = { store, write, events, images, authors, counts, publishDueEvents };
  const linked = byList((kind) => {
    const repository = posts[kind.inEvents];
    return { repository, service: createLinkedService(kind, { ...shared, repository }) };
  });
  const category = createCategoryService({ ...shared, repository: categories });
  const tag = createTagService({ ...shared, repository: tags });
  const event = createEventService({
    ...shared,
    store,
    keptCounts: createKeptCounts(touched),
    keptDays: createAtRevision(KEPT_SPANS, touched),
    repository: events,
    categories,
    linked: linked as object as LinkDeps['linked'],
    categoryService: category,
    tagService: tag,
    publishDue: publishDueEvents,
  });

  const byNames = byName(({ inEvents }) => linked[inEvents].service) as object as LinkedServices;
  const searched = { ...byNames, event, category, tag };

  return {
    services: { ...searched, image: images, batch: createBatch(write), search: createSearch(searched as never) },
    nextMoment: createNextMoment({ events, ...posts }),
    createLoaders: (caller) => createLoaders({ ...repositories, images: imageRecords, usersByIds }, caller),
  };
}
