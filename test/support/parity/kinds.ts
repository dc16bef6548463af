import type { FieldTable } from '../../../src/fields/table.ts';
import { categoryFields, categoryFilters } from '../../../src/resources/category/fields.ts';
import { eventFields, eventFilters } from '../../../src/resources/event/fields.ts';
import { organizerFields, organizerFilters } from '../../../src/resources/organizer/fields.ts';
import { tagFields, tagFilters } from '../../../src/resources/tag/fields.ts';
import { venueFields, venueFilters } from '../../../src/resources/venue/fields.ts';
import { CATEGORY, EVENT, ORGANIZER, type Shown, TAG, VENUE } from './keys.ts';

/** What both doors call a kind, and where its tables are. */
export interface Kind {
  /** In GraphQL: `venue`, `venuePage`, `createVenue`, … */
  name: 'event' | 'venue' | 'organizer' | 'category' | 'tag';
  /** In REST: path of the collection and key of the list. */
  plural: string;
  fields: FieldTable;
  filters: FieldTable;
  /** Events, venues and organizers: REST has addresses by slug, and GraphQL says what the caller may do. */
  isPost: boolean;
  /** The code of a page past the end in REST; without it such a page is empty. */
  pastTheEnd?: string;
  /** What is selected of a record, in the names of GraphQL. */
  selection: string;
  /** The REST record that a GraphQL record must equal. */
  body(record: Shown): Shown;
  /** What a single read shows besides. */
  single(record: Shown): Shown;
}

/** The five kinds. */
export const KINDS: readonly Kind[] = [
  {
    ...{ name: 'event', plural: 'events', fields: eventFields, filters: eventFilters, isPost: true },
    ...{ pastTheEnd: 'event-archive-page-not-found', ...EVENT },
  },
  {
    ...{ name: 'venue', plural: 'venues', fields: venueFields, filters: venueFilters, isPost: true },
    ...{ pastTheEnd: 'venue-archive-page-not-found', ...VENUE },
  },
  {
    ...{ name: 'organizer', plural: 'organizers', fields: organizerFields, filters: organizerFilters, isPost: true },
    ...{ pastTheEnd: 'organizer-archive-page-not-found', ...ORGANIZER },
  },
  {
    ...{ name: 'category', plural: 'categories', fields: categoryFields, filters: categoryFilters, isPost: false },
    ...CATEGORY,
  },
  { name: 'tag', plural: 'tags', fields: tagFields, filters: tagFilters, isPost: false, ...TAG },
];

/** The kind with this name. */
export const kindOf = (name: Kind['name']): Kind => KINDS.find((kind) => kind.name === name)!;

/** `venue` → `Venue`. */
export const typeName = ({ name }: Kind): string => name.charAt(0).toUpperCase() + name.slice(1);
