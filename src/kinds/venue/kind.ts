import { venueFacets } from '../../domain/facets.ts';
import { type Language, textIn } from '../../domain/language.ts';
import { defineLinkedKind, type Written } from '../define-kind.ts';
import { present } from '../shared/present.ts';
import { type VenuePatch, venueFields } from './fields.ts';
import { pointOf, VENUE_SHAPE, VENUES, type VenueRecord, type VenueText } from './record.ts';

/** Everything that defines the venue kind. */
export const venueKind = defineLinkedKind({
  name: 'venue',
  plural: 'venues',
  description: 'A place where events are held.',
  collection: VENUES,
  shape: VENUE_SHAPE,
  fields: venueFields,
  searchable: (record: VenueRecord, language) => [
    ...(['address', 'city', 'province', 'state', 'stateProvince'] as const).map(
      (key) => textIn(record, key, language) ?? '',
    ),
    record.zip ?? '',
    record.phone ?? '',
  ],
  follow: withStateProvince,
  facets: (venue) => ({ facets: venueFacets(venue) }),
  queries: { one: 'venue', connection: 'venues', page: 'venuePage' },
  mutations: {
    create: 'createVenue',
    update: 'updateVenue',
    delete: 'deleteVenue',
    restore: 'restoreVenue',
    upsert: 'upsertVenue',
    deleteTranslation: 'deleteVenueTranslation',
  },
  filtersEvents: 'Only events at one of these venues.',
  /** Specification §4.3. */
  rest: {
    path: '/venues',
    single: true,
    operations: {
      list: 'ListVenues',
      read: 'ReadVenue',
      create: 'CreateVenue',
      update: 'UpdateVenue',
      delete: 'DeleteVenue',
    },
  },
  page: { path: 'venue', operation: 'VenuePage', type: 'place', facts: ['place', 'phone', 'website'] },
  words: {
    en: { inEvent: 'Where', counted: 'venues' },
    ko: { inEvent: '장소', counted: '장소' },
    es: { inEvent: 'Lugar', counted: 'lugares' },
  },
  jsonLd: { type: 'Place', inEvent: 'location', members: placeMembers },
  examples: {
    create: {
      venue: 'Library by the River',
      address: 'Calle Betis 1',
      city: 'Sevilla',
      country: 'Spain',
      zip: '41010',
      website: 'https://library.example.org/',
      geo_lat: 37.3838,
      geo_lng: -6.0004,
      show_map: true,
    },
    update: { phone: '+34 600 000 001' },
  },
});

function placeMembers(
  venue: VenueRecord,
  { language, image }: { language: Language; image: string | undefined },
): Record<string, unknown> {
  const text = (key: 'address' | 'city' | 'stateProvince' | 'country') => textIn(venue, key, language);
  const address = present({
    streetAddress: text('address'),
    addressLocality: text('city'),
    addressRegion: text('stateProvince'),
    postalCode: venue.zip,
    addressCountry: text('country'),
  });
  const point = pointOf(venue);
  return {
    ...(Object.keys(address).length ? { address: { '@type': 'PostalAddress', ...address } } : {}),
    ...(point ? { geo: { '@type': 'GeoCoordinates', latitude: point.lat, longitude: point.lng } } : {}),
    ...present({ image, telephone: venue.phone, sameAs: venue.website }),
  };
}

/**
 * Derives `stateProvince` from the state, the province and the country, unless somebody chose it. Sent with a state or province, one
 * that is missing is derived all the same, as the reference does.
 */
function withStateProvince(record: VenueRecord, { values, before, language }: Written<VenueRecord>) {
  const { stateProvince: chosen, state, province, country }: VenuePatch = values;
  const text = record.text[language];
  if (!text || chosen !== undefined) return record;
  const region = regionIn(record, language);
  const stateProvince = stateOrProvince(region);
  if (before) {
    const was = regionIn(before, language);
    const shown = textIn(before, 'stateProvince', language) ?? '';
    const isSaid = state !== undefined || province !== undefined;
    const isMoved = was.state !== region.state || was.province !== region.province;
    const follows = country !== undefined && shown === stateOrProvince(was);
    if (stateProvince === shown || !(isMoved || follows || (isSaid && shown === ''))) return record;
  }
  return { ...record, text: { ...record.text, [language]: { ...text, stateProvince } } };
}

const HOME = ['', 'us', 'united states'];

/** The state in the United States; the province elsewhere. */
const stateOrProvince = ({ country = '', state = '', province = '' }: VenueText) =>
  state !== '' && HOME.includes(country.toLowerCase()) ? state : province;

/** The country, state and province of a venue as shown in a language. */
const regionIn = (venue: VenueRecord, language: Language): VenueText => ({
  country: textIn(venue, 'country', language) ?? '',
  state: textIn(venue, 'state', language) ?? '',
  province: textIn(venue, 'province', language) ?? '',
});
