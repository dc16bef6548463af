import { textIn } from '../../rules/language.ts';
import { createLinkedService, type LinkedDeps, type LinkedKind, type LinkedService } from '../post/linked.ts';
import {
  type OrganizerInput,
  type OrganizerPatch,
  organizerFields,
  organizerFilters,
  organizerPatch,
} from './fields.ts';
import type { OrganizerRecord } from './record.ts';

export type OrganizerService = LinkedService<OrganizerRecord, OrganizerInput, OrganizerPatch>;

/** How organizers differ from venues. */
export const organizerKind: LinkedKind<OrganizerRecord> = {
  name: 'organizer',
  draftsHaveSlugs: true,
  inEvents: 'organizers',
  fields: organizerFields,
  patch: organizerPatch,
  filters: organizerFilters,
  notAccessible: 'ORGANIZER_NOT_ACCESSIBLE',
  alreadyTrashed: 'ORGANIZER_ALREADY_TRASHED',
  blank: {},
  nameIn: (record, language) => textIn(record, 'name', language) ?? '',
  searchable: (record, language) => [
    textIn(record, 'name', language) ?? '',
    textIn(record, 'description', language)?.html ?? '',
    record.phone ?? '',
    record.email ?? '',
    record.website ?? '',
  ],
  follow: (record) => record,
};

/** Organizers. Like venues, this service reads events through their repository only. */
export const createOrganizerService = (deps: LinkedDeps<OrganizerRecord>): OrganizerService =>
  createLinkedService<OrganizerRecord, OrganizerInput, OrganizerPatch>(organizerKind, deps);
