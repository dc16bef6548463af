import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { isDuplicateKey, type Store } from '../store/port.ts';
import { type CategoryService, createCategoryService } from './category/service.ts';
import { EVENT_SHAPE, EVENTS, type EventRecord } from './event/record.ts';
import { createEventService, type EventService } from './event/service.ts';
import { IMAGE_SHAPE, IMAGES, type ImageRecord } from './image/record.ts';
import { createImageService, type ImageService } from './image/service.ts';
import { createKept } from './kept.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import { ORGANIZER_SHAPE, ORGANIZERS, type OrganizerRecord } from './organizer/record.ts';
import { createOrganizerService, type OrganizerService } from './organizer/service.ts';
import { createAuthors } from './post/authors.ts';
import { createPublishDue } from './post/publish-due.ts';
import { createRepository, type Soundness } from './repository.ts';
import { createTagService, type TagService } from './tag/service.ts';
import { CATEGORIES, TAGS, TERM_SHAPE, type TermRecord } from './term/record.ts';
import { VENUE_SHAPE, VENUES, type VenueRecord } from './venue/record.ts';
import { createVenueService, type VenueService } from './venue/service.ts';

/** Everything the doors can ask for. */
export interface Services {
  event: EventService;
  venue: VenueService;
  organizer: OrganizerService;
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
  /** The zone of the site. */
  zone: string;
  /** Told once of every record that is stored in a form the program cannot work with. */
  damaged: Soundness['damaged'];
}

/**
 * Wires the resources by hand. The circle of venues (and organizers) with events is cut at the repositories: venues read
 * events through the events' repository, events make venues through the venues' service.
 */
export function createResources({ store: given, userExists, zone, damaged }: ResourcesDeps): Resources {
  const store = yielding(given);
  const events = createRepository<EventRecord>(store, EVENTS.name, { shape: EVENT_SHAPE, damaged });
  const venues = createRepository<VenueRecord>(store, VENUES.name, { shape: VENUE_SHAPE, damaged });
  const organizers = createRepository<OrganizerRecord>(store, ORGANIZERS.name, { shape: ORGANIZER_SHAPE, damaged });
  const categories = createRepository<TermRecord>(store, CATEGORIES.name, { shape: TERM_SHAPE, damaged });
  const tags = createRepository<TermRecord>(store, TAGS.name, { shape: TERM_SHAPE, damaged });
  const imageRecords = createRepository<ImageRecord>(store, IMAGES.name, { shape: IMAGE_SHAPE, damaged });

  const authors = createAuthors(userExists);
  const images = createImageService({ store, repository: imageRecords, showing: [events, venues, organizers], zone });
  const kept = createKept({ events, venues, organizers, categories, tags });
  const publishDueEvents = createPublishDue(store, events, 'to_publish', kept.recount);
  const shared = { store, events, images, authors, kept, zone, publishDueEvents };
  const venue = createVenueService({ ...shared, repository: venues });
  const organizer = createOrganizerService({ ...shared, repository: organizers });
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
  });

  return {
    services: { event, venue, organizer, category, tag, image: images },
    createLoaders: (caller) =>
      createLoaders({ events, venues, organizers, categories, tags, images: imageRecords }, caller),
  };
}

/** Losing the race for a key again and again, until the store gives up, is no fault of the program: it is a busy moment. */
const yielding = (store: Store): Store =>
  Object.assign(Object.create(store) as Store, {
    atomically: async <T>(unit: () => Promise<T>): Promise<T> => {
      try {
        return await store.atomically(unit);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw new DomainError('UNAVAILABLE', 'Too many write the same at this moment. Please try again soon.');
      }
    },
  });
