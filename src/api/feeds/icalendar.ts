import { calendarEvent, type FeedEvent, textOf, timesOf, withAddresses } from '../../domain/feed-event.ts';
import { calendarParts, descriptionLine, eventParts, zonesOf } from '../../domain/icalendar/calendar.ts';
import type { Language } from '../../domain/language.ts';
import type { Item } from './fit.ts';
import type { FeedWriter } from './form.ts';

/** An event as an item of a calendar. `repeats` says how, if it does. */
export function calendarItem(
  event: FeedEvent,
  language: Language,
  repeats?: Parameters<typeof eventParts>[0]['repeats'],
): Item {
  const [before, after] = eventParts({ ...calendarEvent(event, language), repeats });
  return {
    before,
    after,
    text: textOf(event, language),
    write: (text) => descriptionLine(withAddresses(text, event)),
  };
}

/** Writes feeds that calendar programs can follow (RFC 5545). */
export const ICALENDAR: FeedWriter = {
  type: 'text/calendar; charset=utf-8',
  separator: '',
  item: (event, language) => calendarItem(event, language),
  frame({ title }, events) {
    const [before, after] = calendarParts(title);
    return [before + zonesOf(events.map(timesOf)), after];
  },
};
