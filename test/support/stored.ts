import type { Store, Stored } from '../../src/data/port.ts';
import { SEED, SETTINGS } from '../../src/data/settings.ts';
import { COLLECTIONS } from '../../src/kinds/collections.ts';
import type { StoredFields } from '../../src/kinds/custom-fields/definitions.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import type { ByList } from '../../src/kinds/event-links.ts';
import type { ImageRecord } from '../../src/kinds/image/record.ts';
import { IMPORTS, type Imported, type ImportPosition } from '../../src/kinds/imports.ts';
import type { OrganizerRecord } from '../../src/kinds/organizer/record.ts';
import type { LinkedRecord } from '../../src/kinds/post/record.ts';
import type { SeriesRecord } from '../../src/kinds/series/record.ts';
import type { TermRecord } from '../../src/kinds/term/record.ts';
import type { VenueRecord } from '../../src/kinds/venue/record.ts';

/** Every record in the store, by collection, in the order of the ids. */
export interface Contents extends ByList<LinkedRecord[]> {
  events: EventRecord[];
  venues: VenueRecord[];
  organizers: OrganizerRecord[];
  categories: TermRecord[];
  tags: TermRecord[];
  images: ImageRecord[];
  series: SeriesRecord[];
  custom_fields: StoredFields[];
  imports: (Imported | ImportPosition)[];
}

/** The records among them. */
export type Records = Omit<Contents, 'custom_fields' | 'imports'>;

/** Reads everything, including what the store remembers about imports. */
export async function contents(store: Store): Promise<Contents> {
  const all: Record<string, Stored[]> = {};
  for (const { name } of [...COLLECTIONS, IMPORTS]) all[name] = await store.find(name, {}, { sort: [['_id', 1]] });
  return all as unknown as Contents;
}

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

/** What records store about other records. */
export function keptValues({ events, venues, organizers, categories, tags }: Contents): Record<string, Values> {
  const image = ({ image }: EventRecord | VenueRecord | OrganizerRecord) => image;
  const term = ({ ancestors, trail }: TermRecord) => ({ ancestors, trail });
  return {
    events: byId(events, image),
    venues: byId(venues, image),
    organizers: byId(organizers, image),
    categories: byId(categories, term),
    tags: byId(tags, term),
  };
}

const above = (term: TermRecord, all: TermRecord[]): TermRecord[] =>
  all.filter(({ _id }) => _id === term.parent).flatMap((parent) => [...above(parent, all), parent]);

/** The same values, made again from all records in the simplest possible way. */
export function recounted({ events, venues, organizers, categories, tags, images }: Contents): Record<string, Values> {
  const image = ({ image: copy }: EventRecord | VenueRecord | OrganizerRecord) =>
    images
      .filter(({ _id }) => _id === copy?.id)
      .map(({ _id, url, width, height, filesize, sizes }) => ({ id: _id, url, width, height, filesize, sizes }))[0];
  const term = (all: TermRecord[]) => (record: TermRecord) => ({
    ancestors: above(record, all).map(({ _id }) => _id),
    trail: above(record, all).map(({ slug, original }) => ({ slug, original })),
  });
  return {
    events: byId(events, image),
    venues: byId(venues, image),
    organizers: byId(organizers, image),
    categories: byId(categories, term(categories)),
    tags: byId(tags, term(tags)),
  };
}

/** Marks a calendar as seeded. The server draws the pictures of such a calendar. */
export const markSeeded = (store: Store): Promise<void> => store.put(SETTINGS.name, [{ _id: SEED }]);
