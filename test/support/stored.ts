import { SEED, SETTINGS } from '../../src/data/migrations/settings.ts';
import type { Store, Stored } from '../../src/data/port.ts';
import { COLLECTIONS } from '../../src/kinds/collections.ts';
import type { DayCounts } from '../../src/kinds/counts/event-days.ts';
import type { Sweep } from '../../src/kinds/counts/sweeps.ts';
import type { StoredFields } from '../../src/kinds/custom-fields/definitions.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import type { ImageRecord } from '../../src/kinds/image/record.ts';
import { IMPORTS, type Imported, type ImportPosition } from '../../src/kinds/imports.ts';
import type { OrganizerRecord } from '../../src/kinds/organizer/record.ts';
import type { TermRecord } from '../../src/kinds/term/record.ts';
import type { VenueRecord } from '../../src/kinds/venue/record.ts';

/** Every record in the store, by collection, in the order of the ids. */
export interface Contents {
  events: EventRecord[];
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
  images: ImageRecord[];
  custom_fields: StoredFields[];
  event_days: DayCounts[];
  sweeps: Sweep[];
  imports: (Imported | ImportPosition)[];
}

/** The records among them. */
export type Records = Omit<Contents, 'custom_fields' | 'event_days' | 'sweeps' | 'imports'>;

/** Reads everything, including what the store remembers about imports. */
export async function contents(store: Store): Promise<Contents> {
  const all: Record<string, Stored[]> = {};
  for (const { name } of [...COLLECTIONS, IMPORTS]) all[name] = await store.find(name, {}, { sort: [['_id', 1]] });
  return all as unknown as Contents;
}

/** The same without versions, which count the writes of each record. */
export const withoutVersions = (all: Partial<Contents>): object =>
  Object.fromEntries(
    Object.entries(all).map(([name, records]: [string, object[]]) => [
      name,
      records.map((record) => ({ ...record, version: undefined })),
    ]),
  );

/** Deletes every record from the store, and tells the log of changes. New ids still go on from the old ones. */
export async function empty({ store, tellAll }: { store: Store; tellAll(): Promise<void> }): Promise<void> {
  for (const [name, records] of Object.entries(await contents(store))) {
    for (const { _id } of records) await store.delete(name, _id);
  }
  await tellAll();
}

type Values = Record<string, unknown>;

const byId = <R extends { _id: number }>(records: readonly R[], value: (record: R) => unknown): Values =>
  Object.fromEntries(records.map((record) => [record._id, value(record)]));

/** What records store about other records, without what a sweep will remove. */
export function keptValues({
  events,
  venues,
  organizers,
  categories,
  tags,
  event_days,
  sweeps,
}: Contents): Record<string, Values> {
  const linked = ({ publicEvents, lastPublicStart, image }: VenueRecord | OrganizerRecord) => ({
    publicEvents,
    lastPublicStart,
    image,
  });
  const term = ({ count, countWithDescendants, ancestors, trail }: TermRecord) => ({
    count,
    countWithDescendants,
    ancestors,
    trail,
  });
  const isLeft = (entry: string): boolean => !sweeps.some(({ _id }) => _id === entry);
  const left = (list: 'categories' | 'tags', ids: readonly number[]) => ids.filter((id) => isLeft(`${list}/${id}`));
  return {
    events: byId(events, ({ image, categories, tags }) => ({
      image,
      categories: left('categories', categories),
      tags: left('tags', tags),
    })),
    venues: byId(venues, linked),
    organizers: byId(organizers, linked),
    categories: byId(categories, term),
    tags: byId(tags, term),
    days: keptDays(event_days.filter(({ _id }) => isLeft(_id.split('/').slice(0, 2).join('/')))),
  };
}

/** The stored numbers by scope, entry and day, without those that are 0. */
function keptDays(documents: readonly DayCounts[]): Values {
  const sums: Record<string, number> = {};
  for (const { _id, ...scopes } of documents) {
    const [, entry, month] = /^(events|\w+\/\d+)\/(\d{4}-\d\d)(\/\d)?$/.exec(_id)!;
    for (const [scope, days] of Object.entries(scopes))
      for (const [day, number] of Object.entries(days)) {
        const key = `${scope} ${entry} ${month}-${day}`;
        sums[key] = (sums[key] ?? 0) + number;
      }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, number]) => number !== 0));
}

const above = (term: TermRecord, all: TermRecord[]): TermRecord[] =>
  all.filter(({ _id }) => _id === term.parent).flatMap((parent) => [...above(parent, all), parent]);

const there = (ids: readonly number[], all: TermRecord[]) => ids.filter((id) => all.some(({ _id }) => _id === id));

/** The same values, counted again from all records in the simplest possible way. */
export function recounted({ events, venues, organizers, categories, tags, images }: Contents): Record<string, Values> {
  const published = events.filter(({ status }) => status === 'publish');
  const listed = published.filter(({ hideFromListings }) => !hideFromListings);

  const days: Record<string, number> = {};
  for (const event of events.filter(({ status, hideFromListings }) => status !== 'trash' && !hideFromListings)) {
    const day = new Date(event.startsAt).toISOString().slice(0, 10);
    const around = categories
      .filter(({ _id }) => event.categories.includes(_id))
      .flatMap((each) => [each, ...above(each, categories)]);
    const entries = new Set([
      'events',
      ...around.map(({ _id }) => `categories/${_id}`),
      ...there(event.tags, tags).map((id) => `tags/${id}`),
      ...(['venues', 'organizers'] as const).flatMap((list) => event[list].map((id) => `${list}/${id}`)),
    ]);
    for (const entry of entries)
      for (const scope of event.status === 'publish' ? ['alive', 'public'] : ['alive']) {
        const key = `${scope} ${entry} ${day}`;
        days[key] = (days[key] ?? 0) + 1;
      }
  }

  const image = (copy: { id: number } | undefined) =>
    images
      .filter(({ _id }) => _id === copy?.id)
      .map(({ _id, url, width, height, filesize, sizes }) => ({ id: _id, url, width, height, filesize, sizes }))[0];

  const linked = (field: 'venues' | 'organizers') => (record: VenueRecord | OrganizerRecord) => {
    const naming = listed.filter((event) => event[field].includes(record._id));
    return {
      publicEvents: naming.length,
      lastPublicStart: naming.map(({ startsAt }) => startsAt).sort((a, b) => b - a)[0],
      image: image(record.image),
    };
  };

  const term = (field: 'categories' | 'tags', all: TermRecord[]) => (record: TermRecord) => {
    const below = all.filter((other) => above(other, all).some(({ _id }) => _id === record._id));
    const carrying = (terms: TermRecord[]) =>
      published.filter((event) => terms.some(({ _id }) => event[field].includes(_id))).length;
    return {
      count: carrying([record]),
      countWithDescendants: carrying([record, ...below]),
      ancestors: above(record, all).map(({ _id }) => _id),
      trail: above(record, all).map(({ slug, original }) => ({ slug, original })),
    };
  };

  return {
    events: byId(events, (event) => ({
      image: image(event.image),
      categories: there(event.categories, categories),
      tags: there(event.tags, tags),
    })),
    venues: byId(venues, linked('venues')),
    organizers: byId(organizers, linked('organizers')),
    categories: byId(categories, term('categories', categories)),
    tags: byId(tags, term('tags', tags)),
    days,
  };
}

/** Marks a calendar as seeded. The server draws the pictures of such a calendar. */
export const markSeeded = (store: Store): Promise<void> => store.put(SETTINGS.name, [{ _id: SEED }]);
