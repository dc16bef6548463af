import { venueFacets } from '../../rules/facets.ts';
import { type Language, textIn } from '../../rules/language.ts';
import type { LinkedKind, Written } from '../post/kind.ts';
import { UNCOUNTED } from '../post/record.ts';
import { type VenuePatch, venueFields, venueFilters, venuePatch } from './fields.ts';
import { VENUE_SHAPE, VENUES, type VenueRecord, type VenueText } from './record.ts';

/** What makes a venue one. */
export const venueKind = {
  name: 'venue',
  collection: VENUES,
  shape: VENUE_SHAPE,
  inEvents: 'venues',
  index: 'venue',
  filtersEvents: 'Only events at one of these venues.',
  fields: venueFields,
  patch: venuePatch,
  filters: venueFilters,
  draftsHaveSlugs: true,
  unknownFirst: 'always',
  blank: { ...UNCOUNTED, showMap: true, showMapLink: true },
  nameIn: (record, language) => textIn(record, 'name', language) ?? '',
  searchable: (record, language) => [
    textIn(record, 'name', language) ?? '',
    ...(['address', 'city', 'province', 'state', 'stateProvince'] as const).map(
      (key) => textIn(record, key, language) ?? '',
    ),
    record.zip ?? '',
    record.phone ?? '',
    textIn(record, 'description', language)?.html ?? '',
  ],
  follow: withStateProvince,
  facets: (venue) => ({ facets: venueFacets(venue) }),
} as const satisfies LinkedKind<VenueRecord>;

/** State or province follow from the state, the province and the country, unless somebody chose them. */
function withStateProvince(record: VenueRecord, { values, before, language }: Written<VenueRecord>): VenueRecord {
  const { stateProvince: chosen, state, province, country }: VenuePatch = values;
  const text = record.text[language];
  if (!text || chosen !== undefined) return record;
  const sent = state !== undefined || province !== undefined;
  if (before && !sent && (country === undefined || !follows(before, language))) return record;
  const stateProvince = stateOrProvince(regionIn(record, language));
  return { ...record, text: { ...record.text, [language]: { ...text, stateProvince } } };
}

const HOME = ['', 'us', 'united states'];

/** State in the United States, province elsewhere. */
const stateOrProvince = ({ country = '', state = '', province = '' }: VenueText): string =>
  state !== '' && HOME.includes(country.toLowerCase()) ? state : province;

/** Where a venue lies, as it is shown in a language. */
const regionIn = (venue: VenueRecord, language: Language): VenueText => ({
  country: textIn(venue, 'country', language) ?? '',
  state: textIn(venue, 'state', language) ?? '',
  province: textIn(venue, 'province', language) ?? '',
});

/** Whether nobody chose the state or province of a venue: then it goes on following. */
const follows = (venue: VenueRecord, language: Language): boolean =>
  (textIn(venue, 'stateProvince', language) ?? '') === stateOrProvince(regionIn(venue, language));
