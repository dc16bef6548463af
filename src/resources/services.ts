import type { Context } from '../context.ts';
import type { Store } from '../store/port.ts';
import { type CategoryService, createCategoryService } from './category/service.ts';
import { EVENT_SHAPE, EVENTS, type EventRecord } from './event/record.ts';
import { createEventService, type EventService } from './event/service.ts';
import { IMAGE_SHAPE, IMAGES, type ImageRecord } from './image/record.ts';
import { createImageService, type ImageService } from './image/service.ts';
import { createKept } from './kept.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import type { OrganizerInput, OrganizerPatch } from './organizer/fields.ts';
import { organizerKind } from './organizer/kind.ts';
import { ORGANIZER_SHAPE, ORGANIZERS, type OrganizerRecord } from './organizer/record.ts';
import { createAuthors } from './post/authors.ts';
import { createLinkedService, type LinkedService } from './post/linked.ts';
import { createPublishDue } from './post/publish-due.ts';
import { createRepository, type Soundness } from './repository.ts';
import { createTagService, type TagService } from './tag/service.ts';
import { CATEGORIES, TAGS, TERM_SHAPE, type TermRecord } from './term/record.ts';
import type { VenueInput, VenuePatch } from './venue/fields.ts';
import { venueKind } from './venue/kind.ts';
import { VENUE_SHAPE, VENUES, type VenueRecord } from './venue/record.ts';
import { createWrite } from './writes.ts';

/** Everything the doors can ask for. */
export interface Services {
  event: EventService;
  venue: LinkedService<VenueRecord, VenueInput, VenuePatch>;
  organizer: LinkedService<OrganizerRecord, OrganizerInput, OrganizerPatch>;
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
 * Wires the resources by hand. The circle of venues (and organizers) with events is cut at the repositories: venues read
 * events through the events' repository, events make venues through the venues' service.
 */
export function createResources({ store, userExists, damaged }: ResourcesDeps): Resources {
  const write = createWrite(store);
  const events = createRepository<EventRecord>(store, EVENTS.name, { shape: EVENT_SHAPE, ids: 'posts', damaged });
  const venues = createRepository<VenueRecord>(store, VENUES.name, { shape: VENUE_SHAPE, ids: 'posts', damaged });
  const organizers = createRepository<OrganizerRecord>(store, ORGANIZERS.name, {
    shape: ORGANIZER_SHAPE,
    ids: 'posts',
    damaged,
  });
  const categories = createRepository<TermRecord>(store, CATEGORIES.name, { shape: TERM_SHAPE, ids: 'terms', damaged });
  const tags = createRepository<TermRecord>(store, TAGS.name, { shape: TERM_SHAPE, ids: 'terms', damaged });
  const imageRecords = createRepository<ImageRecord>(store, IMAGES.name, { shape: IMAGE_SHAPE, ids: 'posts', damaged });

  const authors = createAuthors(userExists);
  const images = createImageService({ write, repository: imageRecords, showing: [events, venues, organizers] });
  const kept = createKept({ events, venues, organizers, categories, tags });
  const publishDueEvents = createPublishDue<EventRecord>({
    write,
    repository: events,
    index: 'to_publish',
    published: kept.recount,
  });
  const shared = { write, events, images, authors, kept, publishDueEvents };
  const venue = createLinkedService<VenueRecord, VenueInput, VenuePatch>(venueKind, { ...shared, repository: venues });
  const organizer = createLinkedService<OrganizerRecord, OrganizerInput, OrganizerPatch>(organizerKind, {
    ...shared,
    repository: organizers,
  });
  const category = createCategoryService({ ...shared, repository: categories });
  const tag = createTagService({ ...shared, repository: tags });
  const event = createEventService({
    ...shared,
    repository: events,
    venues,
    organizers,
    venueService: venue,
    organizerService: organizer,
    categoryService: category,
    tagService: tag,
    publishDue: publishDueEvents,
  });

  return {
    services: { event, venue, organizer, category, tag, image: images },
    createLoaders: (caller) =>
      createLoaders({ events, venues, organizers, categories, tags, images: imageRecords }, caller),
  };
}
