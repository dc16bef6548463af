import { builder } from '../../graphql/builder.ts';
import { inputFrom } from '../../graphql/inputs.ts';
import { rootFields } from '../../graphql/pages.ts';
import { Json } from '../../graphql/scalars.ts';
import { storedFields, translationFields } from '../../graphql/stored-fields.ts';
import { Post, postAddresses, SENT_AGAIN } from '../post/graphql.ts';
import type { LinkedFilter } from '../post/linked-filter.ts';
import { type VenueInput, type VenuePatch, venueFields, venueFilters, venuePatch } from './fields.ts';
import { placeOf } from './json-ld.ts';
import { pointOf, type VenueRecord } from './record.ts';

export const Venue = builder.objectRef<VenueRecord>('Venue').implement({
  description: 'A place that events take place at.',
  interfaces: [Post] as never,
  fields: (t) => ({
    geoLat: t.float({
      nullable: true,
      description: venueFields.geoLat.description,
      resolve: (venue) => pointOf(venue)?.lat,
    }),
    geoLng: t.float({
      nullable: true,
      description: venueFields.geoLng.description,
      resolve: (venue) => pointOf(venue)?.lng,
    }),
    jsonLd: t.field({
      type: Json,
      description: 'The venue as a schema.org Place.',
      resolve: (venue, _, ctx) => placeOf(venue, ctx),
    }),
  }),
});
postAddresses(Venue, 'venue');
storedFields(Venue, venueFields);
translationFields(Venue, 'Venue', venueFields);

export const VenueInputType = inputFrom<VenueInput>('VenueInput', venueFields, 'create', 'A new venue.');

rootFields<VenueRecord, LinkedFilter, VenueInput, VenuePatch>({
  name: 'venue',
  type: Venue,
  filter: inputFrom(
    'VenueFilter',
    venueFilters,
    'filter',
    'What a list of venues is filtered by; all of it must hold.',
  ),
  input: VenueInputType,
  patch: inputFrom('VenuePatch', venuePatch, 'patch', 'Changes to a venue.'),
  service: ({ services }) => services.venue,
  creation: `Makes a venue. ${SENT_AGAIN}`,
  deletion: 'Moves the venue into the trash. Events keep their link to it and show it no more.',
});
