import type { EventRecord } from '../../src/resources/event/record.ts';
import type { Store, Stored } from '../../src/store/port.ts';

/** Records that have much to list: the busiest of each kind. */
export interface Sample {
  ids: Record<'event' | 'venue' | 'organizer' | 'category' | 'tag', number>;
  slugs: Record<'event' | 'venue' | 'organizer' | 'events/category' | 'tag', string>;
  /** One more of each, to be taken away. */
  others: Record<'event' | 'venue' | 'organizer' | 'category' | 'tag', number>;
  image: number | undefined;
}

interface Slugged extends Stored {
  _id: number;
  slug: Record<string, string>;
}

/** Looks them up. */
export async function sampleOf(store: Store): Promise<Sample> {
  const [event, another] = await store.find<EventRecord & Slugged>(
    'events',
    { status: 'publish', trashed: false, hideFromListings: false, startsAt: { $gt: Date.parse('2026-11-20') } },
    { sort: [['startsAt', 1]], limit: 2 },
  );
  const most = (collection: string, field: string) =>
    store.find<Slugged>(collection, { [field]: { $gt: 0 } }, { sort: [[field, -1]], limit: 4 });
  const [venue, , , quietVenue] = await most('venues', 'publicEvents');
  const [organizer, , , quietOrganizer] = await most('organizers', 'publicEvents');
  const [category, , , quietCategory] = await most('categories', 'count');
  const [tag, , , quietTag] = await most('tags', 'count');
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
  };
}
