import type { Context } from '../context.ts';
import type { InputOf, PatchOf } from '../fields/table.ts';
import type { Collection, Store } from '../store/port.ts';
import { type CategoryService, createCategoryService } from './category/service.ts';
import type { LinkDeps } from './event/links.ts';
import { EVENT_SHAPE, EVENTS, type EventRecord } from './event/record.ts';
import { createEventService, type EventService } from './event/service.ts';
import { createEventCounts } from './event-counts.ts';
import { byList, byName, type KnownLink, type RecordOf } from './event-links.ts';
import { IMAGE_SHAPE, IMAGES, type ImageRecord } from './image/record.ts';
import { createImageService, type ImageService } from './image/service.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import { createAuthors } from './post/authors.ts';
import { createLinkedService, type LinkedService } from './post/linked.ts';
import { createPublishDue } from './post/publish-due.ts';
import type { LinkedRecord } from './post/record.ts';
import { createRepository, type Soundness } from './shared/repository.ts';
import type { Shape } from './shared/shape.ts';
import { createWrite } from './shared/writes.ts';
import { createTagService, type TagService } from './tag/service.ts';
import { CATEGORIES, TAGS, TERM_SHAPE, type TermRecord } from './term/record.ts';

type LinkedServices = {
  [K in KnownLink as K['name']]: LinkedService<RecordOf<K>, InputOf<K['fields']>, PatchOf<K['fields']>>;
};

/** Everything the doors can ask for. */
export interface Services extends LinkedServices {
  event: EventService;
  category: CategoryService;
  tag: TagService;
  image: ImageService;
}

export interface Resources {
  services: Services;
  /** One set a request, for one caller. */
  createLoaders(caller: Pick<Context, 'viewer' | 'now'>): Loaders;
}

export interface ResourcesDeps {
  store: Store;
  /** Whether there is a user with this id. */
  userExists(id: number): Promise<boolean>;
  /** Told once of every record that is stored in a form the program cannot work with. */
  damaged: Soundness['damaged'];
}

/**
 * Wires the resources by hand. The circle of events with what they link to is cut at the repositories: a linked kind reads
 * events through their repository, events make records of it through its service.
 */
export function createResources({ store, userExists, damaged }: ResourcesDeps): Resources {
  const repositoryOf = <R extends { _id: number }>({ name }: Collection, shape: Shape, ids: 'posts' | 'terms') =>
    createRepository<R>(store, name, { shape, ids, damaged });
  const events = repositoryOf<EventRecord>(EVENTS, EVENT_SHAPE, 'posts');
  const posts = byList(({ collection, shape }) => repositoryOf<LinkedRecord>(collection, shape, 'posts'));
  const categories = repositoryOf<TermRecord>(CATEGORIES, TERM_SHAPE, 'terms');
  const tags = repositoryOf<TermRecord>(TAGS, TERM_SHAPE, 'terms');
  const imageRecords = repositoryOf<ImageRecord>(IMAGES, IMAGE_SHAPE, 'posts');
  const repositories = { events, ...posts, categories, tags };

  const write = createWrite(store);
  const authors = createAuthors(userExists);
  const showing = [events, ...Object.values(posts)];
  const images = createImageService({ write, repository: imageRecords, showing });
  const counts = createEventCounts(store, repositories);
  const due = { write, repository: events, index: 'to_publish', published: counts.recount };
  const publishDueEvents = createPublishDue<EventRecord>(due);
  const shared = { write, events, images, authors, counts, publishDueEvents };
  const linked = byList((kind) => {
    const repository = posts[kind.inEvents];
    return { repository, service: createLinkedService(kind, { ...shared, repository }) };
  });
  const category = createCategoryService({ ...shared, repository: categories });
  const tag = createTagService({ ...shared, repository: tags });
  const event = createEventService({
    ...shared,
    store,
    repository: events,
    linked: linked as object as LinkDeps['linked'],
    categoryService: category,
    tagService: tag,
    publishDue: publishDueEvents,
  });

  return {
    services: {
      ...(byName(({ inEvents }) => linked[inEvents].service) as object as LinkedServices),
      event,
      category,
      tag,
      image: images,
    },
    createLoaders: (caller) => createLoaders({ ...repositories, images: imageRecords }, caller),
  };
}
