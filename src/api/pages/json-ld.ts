import { scheduleOf } from '../../domain/recurrence/schedule.ts';
import type { Shown } from './kinds.ts';
import { summaryOf } from './preview.ts';

/** What is read of an event for search engines. */
export type SearchedEvent = Pick<
  Shown,
  'jsonLd' | 'costText' | 'prices' | 'allDay' | 'startDate' | 'endDate' | 'series'
>;

/** Most events of a page. */
export const MOST = 50;

/** The events of a list for search engines. What describes one at length stands on its own page. */
export const listJsonLd = (events: readonly Omit<SearchedEvent, 'series'>[]): object[] =>
  events.slice(0, MOST).map((event) => {
    const { description, ...shown } = eventJsonLd(event);
    return { ...shown, description: summaryOf(String(description)) };
  });

/**
 * An event for search engines (https://schema.org/Event). REST's `json_ld` stays as clients of the plug-in know it: there prices
 * may be words, whole days have times, and a performer is made up.
 */
export function eventJsonLd(event: SearchedEvent): Record<string, unknown> {
  const { jsonLd, allDay, startDate, endDate, series } = event;
  const { offers, performer: _, ...shown } = jsonLd;
  const days = allDay && { startDate: startDate.slice(0, 10), endDate: endDate.slice(0, 10) };
  const eventSchedule = series ? scheduleOf(series) : undefined;
  return {
    ...shown,
    ...days,
    eventSchedule,
    offers: offerOf(event, offers as object),
  };
}

/** A dollar sign alone, which REST takes for US dollars too. */
const DOLLARS = /(?<!\p{L})\$(?!.*pesos?)/iu;

/**
 * What is offered at the prices of an event, by what REST says of it. Undefined without prices, or where it is not clear in which
 * currency they are. An undefined member is not written.
 */
function offerOf({ prices, costText }: Pick<SearchedEvent, 'prices' | 'costText'>, said: object): object | undefined {
  const [low, high] = [prices[0], prices.at(-1)];
  if (!low || !high) return;
  const [code, other] = [...new Set(prices.map(({ currencyCode }) => currencyCode))];
  const priceCurrency = code ?? (high.amount === 0 || DOLLARS.test(costText ?? '') ? 'USD' : undefined);
  if (other !== undefined || !priceCurrency) return;
  return {
    ...said,
    ...(low === high
      ? { '@type': 'Offer', price: low.amount }
      : { '@type': 'AggregateOffer', price: undefined, lowPrice: low.amount, highPrice: high.amount }),
    priceCurrency,
    availability: 'https://schema.org/InStock',
  };
}
