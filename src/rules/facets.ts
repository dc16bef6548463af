import { countryCode } from './address.ts';
import { type CostDetails, isFree, pricesOf } from './cost.ts';
import { stripTags } from './html.ts';
import { LANGUAGES, type Language, type PerLanguage, perLanguage, textIn } from './language.ts';
import { fold, inOneLine } from './text.ts';

/** What an event either is or is not, as its list of facets says it. */
export type EventFacet = 'allDay' | 'multiday' | 'sticky' | 'free' | `timezone:${string}` | `language:${Language}`;

/** A place that a venue lies in. */
export type VenueFacet = `city:${string}` | `country:${string}`;

interface FacetedEvent {
  startDate: string;
  endDate: string;
  timezone: string;
  allDay: boolean;
  sticky: boolean;
  cost?: { details: CostDetails };
  original: Language;
  text: PerLanguage<{ title?: string }>;
}

/** What filters and orders ask of an event besides what it shows. */
export interface EventFacets {
  /** One list for all that is yes or no, so that one index finds each of them. */
  facets: EventFacet[];
  /** The lowest of its prices; absent where the cost names none in figures. */
  lowestPrice: number | undefined;
  /** Its title as searches look at it, in each language. */
  searchTitle: { [L in Language]: string };
}

export function eventFacets(event: FacetedEvent): EventFacets {
  const { startDate, endDate, timezone, allDay, sticky, cost, text } = event;
  const facets: [EventFacet, boolean][] = [
    ['allDay', allDay],
    ['multiday', startDate.slice(0, 10) !== endDate.slice(0, 10)],
    ['sticky', sticky],
    ['free', cost !== undefined && isFree(cost.details)],
    [`timezone:${timezone}`, true],
    ...LANGUAGES.map((language) => [`language:${language}`, text[language] !== undefined] as [EventFacet, boolean]),
  ];
  return {
    facets: facets.filter(([, has]) => has).map(([facet]) => facet),
    lowestPrice: cost && pricesOf(cost.details)[0]?.amount,
    searchTitle: perLanguage((language) => inOneLine(stripTags(textIn(event, 'title', language) ?? ''))),
  };
}

/** What cities are compared by: without case and accents. */
export const cityFacet = (city: string): VenueFacet => `city:${inOneLine(city)}`;

/** What countries are compared by: their code, where the name is one in our languages or a code. */
export const countryFacet = (country: string): VenueFacet => `country:${countryCode(country) ?? fold(country.trim())}`;

/** The city and the country of a venue, as they are called in each language. */
export function venueFacets({ text }: { text: PerLanguage<{ city?: string; country?: string }> }): VenueFacet[] {
  const all = LANGUAGES.flatMap((language) => {
    const { city, country } = text[language] ?? {};
    return [...(city ? [cityFacet(city)] : []), ...(country ? [countryFacet(country)] : [])];
  });
  return [...new Set(all)];
}
