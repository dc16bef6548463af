import { type Changes, createChanges } from '../../data/changes/changes.ts';
import type { Report } from '../../data/migrations/migration.ts';
import type { Store, Stored } from '../../data/port.ts';
import { countAnew } from '../../kinds/counts/count-anew.ts';
import { EVENTS } from '../../kinds/event/record.ts';
import { IMAGES } from '../../kinds/image/record.ts';
import { ORGANIZERS } from '../../kinds/organizer/record.ts';
import { CATEGORIES, TAGS } from '../../kinds/term/record.ts';
import { VENUES } from '../../kinds/venue/record.ts';
import { withSmallHeap } from '../small-heap.ts';
import { tellEvents } from './events.ts';
import { tellOrganizers } from './organizers.ts';
import type { Parameters } from './parameters.ts';
import { tellCategories, tellTags } from './terms.ts';
import { tellVenues } from './venues.ts';
import { createWorld, type World } from './world.ts';

const BATCH = 1000;

/** Where batches are written. Each is announced in the change log. */
type Target = Pick<Changes, 'put'>;

/** How many records of each collection were written. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Writes all records of a calendar in batches, each after the records that it links to. Writing them again changes nothing.
 * Counts of events are computed at the end.
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
  return {
    ...{ events: parameters.events, venues, organizers },
    ...{ categories: categories.length, tags: tags.length, images: world.pictures.all().length },
  };
}

/** Reserves all ids before any record exists, so that other writers get none of ours. */
async function raiseIds(store: Store, { sizes, parameters: { events } }: World): Promise<void> {
  const images = sizes.venues + sizes.organizers + sizes.eventImages;
  await store.lastId('posts', events + sizes.venues + sizes.organizers + images);
  await store.lastId('terms', sizes.categories.length + sizes.tags.length);
}

/** Writes everything that events link to. */
async function writeNamed(target: Target, world: World, report: Report): Promise<void> {
  const { sizes } = world;
  const total = sizes.categories.length + sizes.tags.length + sizes.venues + sizes.organizers;
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
    // The store writes a batch while the next one is generated.
    await written;
    await putImages(target, world);
    written = target.put(EVENTS.name, batch);
    written.catch(() => {});
    done += batch.length;
    report('events', done, events);
  }
  await written;
}

/** Writes the new images of the records that are about to be written. */
const putImages = (target: Target, { pictures }: World): Promise<void> => target.put(IMAGES.name, pictures.fresh());

/** Groups records into batches. Their stories are dropped at once, to save memory. */
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
