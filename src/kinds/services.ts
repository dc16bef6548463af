import { createAtRevision } from '../cache/at-revision.ts';
import { createBodies } from '../cache/records.ts';
import type { Revisions } from '../cache/revision.ts';
import type { Changes } from '../data/changes/changes.ts';
import { createCursors } from '../data/changes/cursors.ts';
import type { ListsOf } from '../data/changes/units.ts';
import { createTaking } from '../data/pictures/take.ts';
import type { Collection, Store } from '../data/port.ts';
import type { InputOf, PatchOf } from '../domain/fields/table.ts';
import type { Instant } from '../domain/time.ts';
import { categoryKind } from './category/kind.ts';
import { type ChangeFeed, createFeed } from './changes/feed.ts';
import { createScan } from './changes/scan.ts';
import { createShowing } from './changes/showing.ts';
import { createVisibleRecord, type VisibleRecord } from './changes/visible-record.ts';
import { createEventCounts } from './counts/event-counts.ts';
import { exactly } from './counts/spans.ts';
import { createDefinitionReader } from './custom-fields/definitions.ts';
import { type CustomFieldService, createCustomFieldService } from './custom-fields/service.ts';
import type { TermKind } from './define-kind.ts';
import { listsTouched } from './dependencies.ts';
import type { NewUid } from './event/identity.ts';
import type { LinkDeps } from './event/linked-records.ts';
import { EVENT_SHAPE, EVENTS, type EventRecord } from './event/record.ts';
import { createEventService, type EventService } from './event/service.ts';
import { byList, byName, type EventLinkKind, type RecordOf } from './event-links.ts';
import { createExport, type ExportService } from './export/export.ts';
import { IMAGE_SHAPE, IMAGES, type ImageRecord } from './image/record.ts';
import { createImageService, type ImageService } from './image/service.ts';
import { type Caller, createLoaders, type Loaders, type UsersByIds } from './loaders.ts';
import { createNextMoment } from './next-moment.ts';
import { audienceOfPost } from './post/audience.ts';
import { createAuthors } from './post/authors.ts';
import { createLinkedService, type LinkedService } from './post/linked.ts';
import { createDuePosts, type DuePosts, type PublishDue } from './post/publish-due.ts';
import { type LinkedRecord, linkedIndex, type PostRecord } from './post/record.ts';
import { createSearch, type Search } from './search.ts';
import { createMakeSeries } from './series/make.ts';
import { inOrder } from './series/order.ts';
import { SERIES, SERIES_SHAPE, type SeriesRecord } from './series/record.ts';
import { createScopes } from './series/scopes.ts';
import { createSeriesService, type SeriesService } from './series/service.ts';
import { type Batch, createBatch } from './shared/batch.ts';
import { createOnceFor, type OnceFor } from './shared/once.ts';
import { createRepository, type Soundness } from './shared/repository.ts';
import type { Shape } from './shared/shape.ts';
import { createWrite } from './shared/writes.ts';
import { tagKind } from './tag/kind.ts';
import { audienceOfTerm, CATEGORIES, TAGS, TERM_SHAPE, type TermRecord } from './term/record.ts';
import { createTermService, type TermService } from './term/service.ts';
import { createWithCount } from './term/with-count.ts';
import { trackDependencies } from './track-dependencies.ts';

type LinkedServices = {
  [K in EventLinkKind as K['name']]: LinkedService<RecordOf<K>, InputOf<K['fields']>, PatchOf<K['fields']>>;
};

/** Everything the APIs can call. */
export interface Services extends LinkedServices {
  event: EventService;
  category: TermService;
  tag: TermService;
  image: ImageService;
  series: SeriesService;
  customFields: CustomFieldService;
  /** Writes several records, one by one or all-or-nothing. */
  batch: Batch;
  onceFor: OnceFor;
  /** Searches all kinds at once. */
  search: Search;
  /** Reads everything, for copies. */
  export: ExportService;
  /** The changes that callers may see. */
  changes: ChangeFeed & { recordOf: VisibleRecord };
}

interface Resources {
  services: Services;
  /** The scheduled records of each kind. */
  due: readonly DuePosts[];
  nextMoment(now: Instant, dependencies: Set<string>): Promise<Instant>;
  /** Creates one set per request, for one caller. */
  createLoaders(caller: Caller): Loaders;
}

export interface ResourcesDeps {
  store: Store;
  /** The log of changes of the same store. */
  changes: Changes;
  /** The same log, as far as it was read. */
  revisions: Pick<Revisions, 'moved' | 'settled'>;
  usersByIds: UsersByIds;
  /** Called once for every stored record that the program cannot work with. */
  damaged: Soundness['damaged'];
  /** How many bytes of recently shown records are kept in memory. */
  keptBytes: number;
  newUid: NewUid;
  /** Whether REST has a parameter or member with this name. */
  isReserved(name: string): boolean;
}

/**
 * Wires the resources by hand. The cycle between events and what they link to is broken at the repositories: a linked kind
 * reads events through their repository, while events create its records through its service.
 */
export function createResources(deps: ResourcesDeps): Resources {
  const { store: plain, changes, revisions, usersByIds, damaged, keptBytes, newUid, isReserved } = deps;
  const store = trackDependencies(plain, changes);
  const { touched } = changes;
  const exact = exactly(store);
  const numbers = createEventCounts({ exact, touched, settled: revisions.settled });
  const all = { damaged, bodies: createBodies(keptBytes, touched) };
  const postsOf = <R extends PostRecord>(kind: string, { name }: Collection, shape: Shape, listsOf?: ListsOf<R>) => {
    const logChange = changes.changeLogger<R>(kind, audienceOfPost, listsOf);
    return createRepository<R>(store, name, { ...all, kind, shape, ids: 'posts', logChange });
  };
  const termsOf = (kind: TermKind['name'], { name }: Collection & { name: TermKind['inEvents'] }) => {
    const logChange = changes.changeLogger<TermRecord>(kind, audienceOfTerm);
    const withCount = createWithCount(name, numbers);
    return createRepository<TermRecord>(store, name, {
      ...all,
      kind,
      shape: TERM_SHAPE,
      ids: 'terms',
      logChange,
      withCount,
    });
  };
  const events = inOrder(postsOf<EventRecord>('event', EVENTS, EVENT_SHAPE, listsTouched), store);
  const series = postsOf<SeriesRecord>('series', SERIES, SERIES_SHAPE);
  const posts = byList(({ name, collection, shape }) => postsOf<LinkedRecord>(name, collection, shape));
  const categories = termsOf('category', CATEGORIES);
  const tags = termsOf('tag', TAGS);
  // No list contains images.
  const logChange = changes.changeLogger<ImageRecord>('image', () => ({}));
  const imageRecords = createRepository<ImageRecord>(store, IMAGES.name, {
    ...all,
    kind: 'image',
    shape: IMAGE_SHAPE,
    ids: 'posts',
    logChange,
  });
  const repositories = { events, ...posts, categories, tags, series };

  const write = createWrite(store, changes);
  const authors = createAuthors(async (id) => (await usersByIds([id])).length > 0);
  const showing = { event: events, ...byName(({ inEvents }) => posts[inEvents]), series };
  const changing = { ...showing, category: categories, tag: tags };
  const pictures = { take: createTaking(plain.pictures), touch: plain.pictures.touch };
  const images = createImageService({ write, repository: imageRecords, showing, pictures });
  const dueEvents = createDuePosts({ write, repository: events, index: 'to_publish' });
  const due = byList(({ inEvents }) =>
    createDuePosts({ write, repository: posts[inEvents], index: linkedIndex('in_state') }),
  );
  const definitions = createDefinitionReader(store, touched);
  const publishDueEvents = dueEvents.publishFor;
  const above = createAtRevision<string, ReadonlyMap<number, readonly number[]>>(2, touched);
  const shared = {
    store,
    exact,
    write,
    events,
    images,
    authors,
    numbers,
    above,
    publishDueEvents,
    definitions,
  };
  const linked = byList((kind) => {
    const repository = posts[kind.inEvents];
    // Lists of linked kinds count events.
    const publishDue: PublishDue = async (ctx) => {
      await due[kind.inEvents].publishFor(ctx);
      await dueEvents.publishFor(ctx);
    };
    return { repository, service: createLinkedService(kind, { ...shared, repository, publishDue }) };
  });
  const category = createTermService(categoryKind, { ...shared, repository: categories });
  const tag = createTermService(tagKind, { ...shared, repository: tags });
  const dueSeries = createDuePosts({ write, repository: series, index: 'to_publish' });
  const linking = {
    linked: linked as object as LinkDeps['linked'],
    ...{ categoryService: category, tagService: tag, newUid },
    scopes: createScopes({ events, series, newUid }),
  };
  const event = createEventService({
    ...shared,
    store,
    series,
    makeSeries: createMakeSeries({ events, series }),
    repository: events,
    categories,
    tags,
    ...linking,
    publishDue: dueEvents.publishFor,
  });

  const seriesService = createSeriesService({
    ...shared,
    ...linking,
    occurrence: event,
    repository: series,
    publishDue: dueSeries.publishFor,
  });

  const byNames = byName(({ inEvents }) => linked[inEvents].service) as LinkedServices;
  const searched = { ...byNames, event, category, tag };

  const recordOf = createVisibleRecord({
    repositories: changing,
    write,
    readsBehind: store.readsBehind === true,
  });
  const scan = createScan({ changes, showing: createShowing({ events, ...posts }) });
  const feed = createFeed({ changes, cursors: createCursors(plain), scan, moved: revisions.moved });

  return {
    services: {
      ...searched,
      image: images,
      batch: createBatch(write, changes),
      onceFor: createOnceFor(plain),
      search: createSearch(searched),
      series: seriesService,
      customFields: createCustomFieldService({ store, write, changes, isReserved }),
      changes: { ...feed, recordOf },
      export: createExport({
        ...{ store, changes: feed, usersByIds, event },
        repositories: { ...changing, image: imageRecords },
      }),
    },
    due: [dueEvents, dueSeries, ...Object.values(due)],
    nextMoment: createNextMoment({ events, ...posts }),
    createLoaders: (caller) =>
      createLoaders({ ...repositories, images: imageRecords, usersByIds, definitions }, caller),
  };
}
