import { builder } from '../../graphql/builder.ts';
import { Node, NodeWithTitle } from '../../graphql/node.ts';
import { Json } from '../../graphql/scalars.ts';
import { inLanguage } from '../../graphql/stored-fields.ts';
import { type Address, addressLines, countryCode } from '../../rules/address.ts';
import { distance } from '../../rules/geo.ts';
import { type Language, textIn } from '../../rules/language.ts';
import { Post } from '../post/graphql.ts';
import { linkedGraphql } from '../post/linked-graphql.ts';
import { pointFields, readPoint, venueFields } from './fields.ts';
import { placeOf } from './json-ld.ts';
import { venueKind } from './kind.ts';
import { pointOf, type VenueRecord } from './record.ts';

const addressIn = (venue: VenueRecord, language: Language): Address => {
  const text = (key: 'address' | 'city' | 'stateProvince' | 'country') => textIn(venue, key, language) ?? '';
  const { zip: postalCode = '' } = venue;
  return {
    street: text('address'),
    city: text('city'),
    region: text('stateProvince'),
    postalCode,
    country: text('country'),
  };
};

const Venue = builder.objectRef<VenueRecord>('Venue').implement({
  description: 'A place that events take place at.',
  interfaces: [Node, NodeWithTitle, Post] as never,
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
    distanceKm: t.float({
      nullable: true,
      args: {
        latitude: t.arg.float({ required: true, description: pointFields.latitude.description }),
        longitude: t.arg.float({ required: true, description: pointFields.longitude.description }),
      },
      description:
        'How far it is from a point, in a straight line over the ground, in kilometres; null where its own coordinates are not known.',
      resolve(venue, args, ctx) {
        const [from, point] = [readPoint(args, ctx), pointOf(venue)];
        return point && distance(from, point);
      },
    }),
    formattedAddress: t.string({
      nullable: true,
      args: inLanguage,
      description: 'The address in lines, as it is written in its country; null where nothing of it is known.',
      resolve: (venue, { language }, ctx) =>
        addressLines(addressIn(venue, language ?? ctx.language)).join('\n') || null,
    }),
    countryCode: t.string({
      nullable: true,
      description: 'The country by ISO 3166-1, where its name is one in our languages.',
      resolve: (venue, _, { language }) => countryCode(addressIn(venue, language).country),
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
