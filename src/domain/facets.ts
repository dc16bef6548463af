import { countryCode } from './address.ts';
import { type Attendance, attendanceOf, type EventStatus, type Online } from './event-status.ts';
import { type CustomFacet, type Customized, type CustomValue, customFacets } from './fields/custom-fields.ts';
import { stripTags } from './html.ts';
import { LANGUAGES, type Language, type PerLanguage, perLanguage, textIn } from './language.ts';
import { priceOf, searchedPrice } from './prices.ts';
import { fold, inOneLine } from './text.ts';

/** The yes-or-no properties of an event, by the name of the facet. */
const FLAGS = {
  allDay: ({ allDay }) => allDay,
  multiday: ({ startDate, endDate }) => startDate.slice(0, 10) !== endDate.slice(0, 10),
  sticky: ({ sticky }) => sticky,
  inSeries: ({ series }) => series !== undefined,
  free: ({ cost }) => priceOf(cost).isFree,
} satisfies Record<string, (event: FacetedEvent) => boolean>;

type Flag = keyof typeof FLAGS;

/** A property that an event has or lacks. A status or an attendance is only a facet when it is not the default. */
export type EventFacet =
  | Flag
  | `timezone:${string}`
  | `language:${Language}`
  | `status:${EventStatus}`
  | `attendance:${Attendance}`
  | CustomFacet;

/** A place that a venue lies in, or a value of a custom field. */
export type VenueFacet = `city:${string}` | `country:${string}` | CustomFacet;

interface FacetedEvent extends Online {
  startDate: string;
  endDate: string;
  timezone: string;
  allDay: boolean;
  sticky: boolean;
  series?: number;
  cost?: { raw: string };
  eventStatus?: EventStatus;
  venues: readonly number[];
  original: Language;
  text: PerLanguage<{ title?: string }>;
  custom?: Readonly<Record<string, CustomValue>>;
}

/** What filters and orders need to know of an event beyond what it shows. */
export interface EventFacets {
  /** All yes-or-no properties in one list, so that one index finds each of them. */
  facets: EventFacet[];
  /** Its lowest price, and the currency of all its prices, as far as its cost says them. */
  lowestPrice: number | undefined;
  priceCurrency: string | undefined;
  /** Its title in each language, in the form that searches read. */
  searchTitle: { [L in Language]: string };
}

export function eventFacets(event: FacetedEvent): EventFacets {
  const { timezone, cost, eventStatus = 'scheduled', text } = event;
  const attendance = attendanceOf(event);
  const facets: [EventFacet, boolean][] = [
    ...(Object.keys(FLAGS) as Flag[]).map((flag): [Flag, boolean] => [flag, FLAGS[flag](event)]),
    [`timezone:${timezone}`, true],
    [`status:${eventStatus}`, eventStatus !== 'scheduled'],
    [`attendance:${attendance}`, attendance !== 'offline'],
    ...LANGUAGES.map((language) => [`language:${language}`, text[language] !== undefined] as [EventFacet, boolean]),
  ];
  return {
    facets: [...facets.filter(([, has]) => has).map(([facet]) => facet), ...customFacets(event)],
    ...searchedPrice(cost),
    searchTitle: perLanguage((language) => inOneLine(stripTags(textIn(event, 'title', language) ?? ''))),
  };
}

/** The form in which cities are compared: without case and accents. */
export const cityFacet = (city: string): VenueFacet => `city:${inOneLine(city)}`;

/** The form in which countries are compared: their code, if the text is a name in our languages or a code. */
export const countryFacet = (country: string): VenueFacet => `country:${countryCode(country) ?? fold(country.trim())}`;

/** The facets of a venue: its city and its country, as each language names them, and its values of custom fields. */
export function venueFacets({
  text,
  custom,
}: Pick<Customized, 'custom'> & { text: PerLanguage<{ city?: string; country?: string }> }): VenueFacet[] {
  const all = LANGUAGES.flatMap((language) => {
    const { city, country } = text[language] ?? {};
    return [...(city ? [cityFacet(city)] : []), ...(country ? [countryFacet(country)] : [])];
  });
  return [...new Set(all), ...customFacets({ text, ...(custom && { custom }) })];
}
