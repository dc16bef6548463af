import { setFlagsFromString } from 'node:v8';
import { type Changes, createChanges } from '../changes/changes.ts';
import { countAnew } from '../count-anew.ts';
import type { Report } from '../migrations/migration.ts';
import { EVENTS } from '../resources/event/record.ts';
import { IMAGES } from '../resources/image/record.ts';
import { ORGANIZERS } from '../resources/organizer/record.ts';
import { CATEGORIES, TAGS } from '../resources/term/record.ts';
import { VENUES } from '../resources/venue/record.ts';
import type { Store, Stored } from '../store/port.ts';
import { tellEvents } from './events.ts';
import { tellOrganizers } from './organizers.ts';
import type { Parameters } from './parameters.ts';
import { tellCategories, tellTags } from './terms.ts';
import { tellVenues } from './venues.ts';
import { createWorld, type World } from './world.ts';

const BATCH = 1000;

/** Where batches are put: each is told in the log of changes. */
type Target = Pick<Changes, 'put'>;

/** How many records of each collection were written. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Writes all records of a calendar, a batch at a time, each behind what it names. Doing it again changes nothing. What is
 * kept about events is counted at the end.
 */
export const writeCalendar = (store: Store, parameters: Parameters, report: Report): Promise<Counts> =>
  withSmallHeap(() => writeAll(store, parameters, report));

async function writeAll(store: Store, parameters: Parameters, report: Report): Promise<Counts> {
  const world = createWorld(parameters);
  await raiseIds(store, world);
  const changes = createChanges(store, Date.now);
  await writeNamed(changes, world, report);
  await writeEvents(changes, world, report);
  await countAnew(store, report);
  await changes.tellAll();
  const { venues, organizers, categories, tags } = world.sizes;
  return { events: parameters.events, venues, organizers, categories, tags, images: world.pictures.all().length };
}

/**
 * Does work that leaves a lot of garbage behind, without the heap growing with it: V8 collects only when it has four times what
 * is used, here when it has half as much again.
 */
async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString('--heap-growing-percent=50');
  try {
    return await work();
  } finally {
    // As V8 chooses.
    setFlagsFromString('--heap-growing-percent=0');
  }
}

/** Before any record is there: whoever makes one meanwhile gets an id that none of ours has. */
async function raiseIds(store: Store, { sizes, parameters: { events } }: World): Promise<void> {
  const images = sizes.venues + sizes.organizers + sizes.sharedImages;
  await store.lastId('posts', events + sizes.venues + sizes.organizers + images);
  await store.lastId('terms', sizes.categories + sizes.tags);
}

/** Everything that events name. */
async function writeNamed(target: Target, world: World, report: Report): Promise<void> {
  const { sizes } = world;
  const total = sizes.categories + sizes.tags + sizes.venues + sizes.organizers;
  let done = 0;
  async function write(collection: string, told: Iterable<{ record: Stored }>): Promise<void> {
    for (const batch of batches(told)) {
      await putImages(target, world);
      await target.put(collection, batch);
      done += batch.length;
      report('venues, organizers, categories and tags', done, total);
    }
  }
  await write(CATEGORIES.name, tellCategories(world));
  await write(TAGS.name, tellTags(world));
  await write(VENUES.name, tellVenues(world));
  await write(ORGANIZERS.name, tellOrganizers(world));
}

async function writeEvents(target: Target, world: World, report: Report): Promise<void> {
  const { events } = world.parameters;
  let written: Promise<void> = Promise.resolve();
  let done = 0;
  for (const batch of batches(tellEvents(world))) {
    // The store works on a batch while the next one is made.
    await written;
    await putImages(target, world);
    written = target.put(EVENTS.name, batch);
    written.catch(() => {});
    done += batch.length;
    report('events', done, events);
  }
  await written;
}

/** The images that came in with records that are to be written now. */
const putImages = (target: Target, { pictures }: World): Promise<void> => target.put(IMAGES.name, pictures.fresh());

/** The records, so many at a time: how they came to be is held no longer than one is made. */
function* batches(told: Iterable<{ record: Stored }>): Generator<Stored[]> {
  let batch: Stored[] = [];
  for (const { record } of told) {
    batch.push(record);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
