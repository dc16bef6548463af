import { scheduleOf } from '../../domain/recurrence/schedule.ts';
import type { Shown } from './kinds.ts';

/**
 * An event for search engines (https://schema.org/Event). REST's `json_ld` stays as clients of the plug-in know it: there prices
 * may be words, whole days have times, and a performer is made up.
 */
export function eventJsonLd({ jsonLd, prices, allDay, startDate, endDate, series }: Shown): Record<string, unknown> {
  const { offers, performer: _, ...event } = jsonLd;
  const days = allDay && { startDate: startDate.slice(0, 10), endDate: endDate.slice(0, 10) };
  const eventSchedule = series ? scheduleOf(series) : undefined;
  return {
    ...event,
    ...days,
    eventSchedule,
    ...(prices.length > 0 && { offers: { ...(offers as object), ...offerOf(prices) } }),
  };
}

/** What is offered at these prices, the lowest first. An undefined member is not written. */
function offerOf(prices: Shown['prices']): object {
  const [low, high] = [prices[0]!, prices.at(-1)!];
  return {
    ...(low === high
      ? { '@type': 'Offer', price: low.amount }
      : { '@type': 'AggregateOffer', price: undefined, lowPrice: low.amount, highPrice: high.amount }),
    availability: 'https://schema.org/InStock',
  };
}
