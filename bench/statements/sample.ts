import { createCursors } from '../../src/data/changes/cursors.ts';
import { CHANGES, type Entry } from '../../src/data/changes/record.ts';
import type { Store, Stored } from '../../src/data/port.ts';
import { audienceOf } from '../../src/domain/access.ts';
import { minuteOf } from '../../src/kinds/changes/scan.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { busiest } from '../shared/busiest.ts';

/** The busiest records of each kind, which have the longest lists. */
export interface Sample {
  ids: Record<'event' | 'venue' | 'organizer' | 'category' | 'tag', number>;
  slugs: Record<'event' | 'venue' | 'organizer' | 'events/category' | 'tag', string>;
  /** Another one of each, to be deleted. */
  others: Record<'event' | 'venue' | 'organizer' | 'category' | 'tag', number>;
  image: number | undefined;
  /** An anonymous cursor before the first change that the log still has. */
  cursor: string;
}

interface Slugged extends Stored {
  _id: number;
  slug: Record<string, string>;
}

/** Finds them. */
export async function sampleOf(store: Store): Promise<Sample> {
  const [event, another] = await store.find<EventRecord & Slugged>(
    'events',
    { status: 'publish', trashed: false, hideFromListings: false, startsAt: { $gt: Date.parse('2026-11-20') } },
    { sort: [['startsAt', 1]], limit: 2 },
  );
  const [venue, , , quietVenue] = await busiest<Slugged>(store, 'venues');
  const [organizer, , , quietOrganizer] = await busiest<Slugged>(store, 'organizers');
  const [category, , , quietCategory] = await busiest<Slugged>(store, 'categories');
  const [tag, , , quietTag] = await busiest<Slugged>(store, 'tags');
  const [oldest] = await store.find<Entry>(CHANGES.name, {}, { sort: [['_id', 1]], limit: 1 });
  const { _id: revision, at } = oldest!;
  const place = { revision, at, audience: audienceOf(undefined), minute: minuteOf(at) };
  const slugOf = (record: Slugged): string => Object.values(record.slug)[0]!;
  return {
    ids: {
      ...{ event: event!._id, venue: venue!._id, organizer: organizer!._id },
      ...{ category: category!._id, tag: tag!._id },
    },
    slugs: {
      ...{ event: slugOf(event!), venue: slugOf(venue!), organizer: slugOf(organizer!) },
      ...{ 'events/category': slugOf(category!), tag: slugOf(tag!) },
    },
    others: {
      ...{ event: another!._id, venue: quietVenue!._id, organizer: quietOrganizer!._id },
      ...{ category: quietCategory!._id, tag: quietTag!._id },
    },
    image: event!.image?.id,
    cursor: await createCursors(store).seal(place),
  };
}
