import { eventFacets } from '../../rules/facets.ts';
import { textIn } from '../../rules/language.ts';
import type { PostKind } from '../post/kind.ts';
import { eventFilters, eventInput, eventInputPatch } from './fields.ts';
import type { EventRecord } from './record.ts';

/** What makes an event one. */
export const eventKind = {
  name: 'event',
  fields: eventInput,
  patch: eventInputPatch,
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
