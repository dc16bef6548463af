import { customFacets } from '../../domain/fields/custom-fields.ts';
import { defineLinkedKind } from '../define-kind.ts';
import { present } from '../shared/present.ts';
import { organizerFields } from './fields.ts';
import { ORGANIZER_SHAPE, ORGANIZERS, type OrganizerRecord } from './record.ts';

/** Everything that defines the organizer kind. */
export const organizerKind = defineLinkedKind({
  name: 'organizer',
  plural: 'organizers',
  description: 'A person or organization that holds events.',
  collection: ORGANIZERS,
  shape: ORGANIZER_SHAPE,
  fields: organizerFields,
  facets: (organizer) => ({ facets: customFacets(organizer) }),
  searchable: ({ phone = '', email = '', website = '' }: OrganizerRecord) => [phone, email, website],
  queries: { one: 'organizer', connection: 'organizers', page: 'organizerPage' },
  mutations: {
    create: 'createOrganizer',
    update: 'updateOrganizer',
    delete: 'deleteOrganizer',
    restore: 'restoreOrganizer',
    upsert: 'upsertOrganizer',
    deleteTranslation: 'deleteOrganizerTranslation',
  },
  filtersEvents: 'Only events of one of these organizers.',
  /** Specification §4.4. */
  rest: {
    path: '/organizers',
    operations: {
      list: 'ListOrganizers',
      read: 'ReadOrganizer',
      create: 'CreateOrganizer',
      update: 'UpdateOrganizer',
      delete: 'DeleteOrganizer',
    },
  },
  page: {
    path: 'organizer',
    operation: 'OrganizerPage',
    type: 'profile',
    facts: ['phone', 'email', 'website'],
  },
  words: {
    en: { inEvent: 'Organised by', counted: 'organizers' },
    ko: { inEvent: '주최', counted: '주최자' },
    es: { inEvent: 'Organiza', counted: 'organizadores' },
  },
  jsonLd: {
    type: 'Person',
    inEvent: 'organizer',
    members: ({ phone, email, website }, { image }) => present({ image, telephone: phone, email, sameAs: website }),
  },
  examples: {
    create: {
      organizer: 'Friends of the Library',
      description: 'Readers who keep it open.',
      phone: '+34 600 000 000',
      email: 'friends@example.org',
      website: 'https://friends.example.org/',
    },
    update: { phone: '' },
  },
});
