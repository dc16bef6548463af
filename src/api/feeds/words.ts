import { type FeedEvent, titleIn } from '../../domain/feed-event.ts';
import type { Language } from '../../domain/language.ts';
import { rangeInWords } from '../pages/times.ts';

/** The headline of an event in news, which have no place for its date. */
export const headlineIn = (event: FeedEvent, language: Language): string =>
  `${titleIn(event, language)} – ${whenIn(language, event)}`;

/** Says in words when an event takes place: its days and, unless it lasts whole days, its times with their zone. */
function whenIn(language: Language, { startDate, endDate, allDay, timezoneAbbr }: FeedEvent) {
  const range = rangeInWords(language, allDay ? 'short' : 'shortTime', startDate, endDate);
  return allDay ? range : `${range} ${timezoneAbbr}`;
}
