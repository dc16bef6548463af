import { builder } from '../../graphql/builder.ts';
import { inputFrom } from '../../graphql/inputs.ts';
import { rootFields } from '../../graphql/pages.ts';
import { Json } from '../../graphql/scalars.ts';
import { storedFields, translationFields } from '../../graphql/stored-fields.ts';
import { Post, postAddresses, SENT_AGAIN } from '../post/graphql.ts';
import type { LinkedFilter } from '../post/linked-filter.ts';
import {
  type OrganizerInput,
  type OrganizerPatch,
  organizerFields,
  organizerFilters,
  organizerPatch,
} from './fields.ts';
import { personOf } from './json-ld.ts';
import type { OrganizerRecord } from './record.ts';

export const Organizer = builder.objectRef<OrganizerRecord>('Organizer').implement({
  description: 'A person or a body that events are held by.',
  interfaces: [Post] as never,
  fields: (t) => ({
    jsonLd: t.field({
      type: Json,
      description: 'The organizer as a schema.org Person.',
      resolve: (organizer, _, ctx) => personOf(organizer, ctx),
    }),
  }),
});
postAddresses(Organizer, 'organizer');
storedFields(Organizer, organizerFields);
translationFields(Organizer, 'Organizer', organizerFields);

export const OrganizerInputType = inputFrom<OrganizerInput>(
  'OrganizerInput',
  organizerFields,
  'create',
  'A new organizer.',
);

rootFields<OrganizerRecord, LinkedFilter, OrganizerInput, OrganizerPatch>({
  name: 'organizer',
  type: Organizer,
  filter: inputFrom(
    'OrganizerFilter',
    organizerFilters,
    'filter',
    'What a list of organizers is filtered by; all of it must hold.',
  ),
  input: OrganizerInputType,
  patch: inputFrom('OrganizerPatch', organizerPatch, 'patch', 'Changes to an organizer.'),
  service: ({ services }) => services.organizer,
  creation: `Makes an organizer. ${SENT_AGAIN}`,
  deletion: 'Moves the organizer into the trash. Events keep their link to it and show it no more.',
});
