import { builder } from '../../graphql/builder.ts';
import { Node } from '../../graphql/node.ts';
import { Json } from '../../graphql/scalars.ts';
import { Post } from '../post/graphql.ts';
import { linkedGraphql } from '../post/linked-graphql.ts';
import { venueFields } from './fields.ts';
import { placeOf } from './json-ld.ts';
import { venueKind } from './kind.ts';
import { pointOf, type VenueRecord } from './record.ts';

const Venue = builder.objectRef<VenueRecord>('Venue').implement({
  description: 'A place that events take place at.',
  interfaces: [Post, Node] as never,
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
      complexity: 0.5,
      description: 'The venue as a schema.org Place.',
      resolve: (venue, _, ctx) => placeOf(venue, ctx),
    }),
  }),
});
linkedGraphql(venueKind, Venue);
