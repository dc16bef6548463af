import { type Address, addressLines, countryCode } from '../../../domain/address.ts';
import { distance } from '../../../domain/geo.ts';
import { type Language, textIn } from '../../../domain/language.ts';
import { pointFields, readPoint, venueFields } from '../../../kinds/venue/fields.ts';
import { pointOf, type VenueRecord } from '../../../kinds/venue/record.ts';
import { builder } from '../builder.ts';
import { inLanguage } from '../stored-fields.ts';
import { LinkedTypes } from './linked.ts';

/** The address of a venue, its parts in a language. */
export const addressIn = (venue: VenueRecord, language: Language): Address => {
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

builder.objectFields(LinkedTypes.venue, (t) => ({
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
      'Distance from a point in kilometres, in a straight line over the ground; null if the coordinates of the venue are not known.',
    resolve(venue, args, ctx) {
      const [from, point] = [readPoint(args, ctx), pointOf(venue)];
      return point && distance(from, point);
    },
  }),
  formattedAddress: t.string({
    nullable: true,
    args: inLanguage,
    description: 'The address in lines, as people write it in its country; null if no part of it is known.',
    resolve: (venue, { language }, ctx) => addressLines(addressIn(venue, language ?? ctx.language)).join('\n') || null,
  }),
  countryCode: t.string({
    nullable: true,
    description: 'The ISO 3166-1 code of the country, if its name is one in our languages.',
    resolve: (venue, _, { language }) => countryCode(addressIn(venue, language).country),
  }),
}));
