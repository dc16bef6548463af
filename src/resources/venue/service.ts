import { type Language, textIn } from '../../rules/language.ts';
import { createLinkedService, type LinkedDeps, type LinkedKind, type LinkedService } from '../post/linked.ts';
import { type VenueInput, type VenuePatch, venueFields, venueFilters, venuePatch } from './fields.ts';
import type { VenueRecord, VenueText } from './record.ts';

export type VenueService = LinkedService<VenueRecord, VenueInput, VenuePatch>;

const HOME = ['', 'us', 'united states'];

/** State in the United States, province elsewhere. */
const stateOrProvince = ({ country = '', state = '', province = '' }: VenueText): string =>
  state !== '' && HOME.includes(country.toLowerCase()) ? state : province;

/** How venues differ from organizers. */
export const venueKind: LinkedKind<VenueRecord> = {
  name: 'venue',
  draftsHaveSlugs: true,
  inEvents: 'venues',
  fields: venueFields,
  patch: venuePatch,
  filters: venueFilters,
  notAccessible: 'VENUE_NOT_ACCESSIBLE',
  alreadyTrashed: 'VENUE_ALREADY_TRASHED',
  blank: { showMap: true, showMapLink: true },
  nameIn: (record, language) => textIn(record, 'name', language) ?? '',
  searchable: (record, language) => [
    textIn(record, 'name', language) ?? '',
    textIn(record, 'description', language)?.html ?? '',
    ...(['address', 'city', 'province', 'state', 'stateProvince'] as const).map(
      (key) => textIn(record, key, language) ?? '',
    ),
    record.zip ?? '',
    record.phone ?? '',
  ],
  follow(record, values: VenuePatch, before, { language }) {
    const text = record.text[language];
    if (!text || values.stateProvince !== undefined) return record;
    const sent = values.state !== undefined || values.province !== undefined;
    if (before && !sent && (values.country === undefined || !follows(before, language))) return record;
    const stateProvince = stateOrProvince(regionIn(record, language));
    return { ...record, text: { ...record.text, [language]: { ...text, stateProvince } } };
  },
};

/** Where a venue lies, as it is shown in a language. */
const regionIn = (venue: VenueRecord, language: Language): VenueText => ({
  country: textIn(venue, 'country', language) ?? '',
  state: textIn(venue, 'state', language) ?? '',
  province: textIn(venue, 'province', language) ?? '',
});

/** Whether nobody chose the state or province of a venue: then it goes on following. */
const follows = (venue: VenueRecord, language: Language): boolean =>
  (textIn(venue, 'stateProvince', language) ?? '') === stateOrProvince(regionIn(venue, language));

/** Venues. Their circle with events is cut here: this service reads events through their repository only. */
export const createVenueService = (deps: LinkedDeps<VenueRecord>): VenueService =>
  createLinkedService<VenueRecord, VenueInput, VenuePatch>(venueKind, deps);
