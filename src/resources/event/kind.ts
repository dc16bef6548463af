import { eventFacets } from '../../rules/facets.ts';
import { textIn } from '../../rules/language.ts';
import type { PostKind } from '../post/kind.ts';
import { eventFields, eventFilters, eventPatch } from './fields.ts';
import type { EventRecord } from './record.ts';

/** What makes an event one. */
export const eventKind = {
  name: 'event',
  fields: eventFields,
  patch: eventPatch,
  filters: eventFilters,
  draftsHaveSlugs: false,
  unknownFirst: 'deletedBySlug',
  trashed: 'EVENT_TRASHED',
  blank: { showMap: false, showMapLink: false, hideFromListings: false, sticky: false, featured: false },
  facets: eventFacets,
  nameIn: (record, language) => textIn(record, 'title', language) ?? '',
  searchable: (record, language) => [
    textIn(record, 'title', language) ?? '',
    textIn(record, 'excerpt', language)?.html ?? '',
    textIn(record, 'description', language)?.html ?? '',
  ],
} as const satisfies PostKind<EventRecord>;
