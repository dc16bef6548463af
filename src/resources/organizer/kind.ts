import { textIn } from '../../rules/language.ts';
import type { LinkedKind } from '../post/kind.ts';
import { UNCOUNTED } from '../post/record.ts';
import { organizerFields, organizerFilters, organizerPatch } from './fields.ts';
import { ORGANIZER_SHAPE, ORGANIZERS, type OrganizerRecord } from './record.ts';

/** What makes an organizer one. */
export const organizerKind = {
  name: 'organizer',
  collection: ORGANIZERS,
  shape: ORGANIZER_SHAPE,
  inEvents: 'organizers',
  index: 'organizer',
  filtersEvents: 'Only events of one of these organizers.',
  fields: organizerFields,
  patch: organizerPatch,
  filters: organizerFilters,
  draftsHaveSlugs: true,
  unknownFirst: 'always',
  blank: UNCOUNTED,
  nameIn: (record, language) => textIn(record, 'name', language) ?? '',
  searchable: (record, language) => [
    textIn(record, 'name', language) ?? '',
    record.phone ?? '',
    record.email ?? '',
    record.website ?? '',
    textIn(record, 'description', language)?.html ?? '',
  ],
} as const satisfies LinkedKind<OrganizerRecord>;
