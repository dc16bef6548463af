import type { Context } from '../../context.ts';
import { textIn } from '../../rules/language.ts';
import { imageUrl } from '../image/record.ts';
import { pageOfPost } from '../post/address.ts';
import { present } from '../shared/present.ts';
import { pointOf, type VenueRecord } from './record.ts';

/** A venue as a schema.org Place. Members without a value are left out. */
export function placeOf(venue: VenueRecord, ctx: Context): Record<string, unknown> {
  const text = (key: 'name' | 'address' | 'city' | 'stateProvince' | 'country') =>
    textIn(venue, key, ctx.language) ?? '';
  const address = present({
    streetAddress: text('address'),
    addressLocality: text('city'),
    addressRegion: text('stateProvince'),
    postalCode: venue.zip,
    addressCountry: text('country'),
  });
  const point = pointOf(venue);
  return {
    '@type': 'Place',
    name: text('name'),
    description: textIn(venue, 'description', ctx.language)?.plain ?? '',
    url: pageOfPost('venue', venue, ctx),
    ...(Object.keys(address).length ? { address: { '@type': 'PostalAddress', ...address } } : {}),
    ...(point ? { geo: { '@type': 'GeoCoordinates', latitude: point.lat, longitude: point.lng } } : {}),
    ...present({
      image: venue.image && imageUrl(venue.image, ctx.links),
      telephone: venue.phone,
      sameAs: venue.website,
    }),
  };
}
