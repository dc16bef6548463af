import { calendarEvent, textOf, timesOf, withAddresses } from '../../domain/feed-event.ts';
import { calendarParts, descriptionLine, eventParts, zonesOf } from '../../domain/icalendar/calendar.ts';
import type { FeedWriter } from './form.ts';

/** Writes feeds that calendar programs can follow (RFC 5545). */
export const ICALENDAR: FeedWriter = {
  type: 'text/calendar; charset=utf-8',
  separator: '',
  item(event, language) {
    const [before, after] = eventParts(calendarEvent(event, language));
    return {
      before,
      after,
      text: textOf(event, language),
      write: (text) => descriptionLine(withAddresses(text, event)),
    };
  },
  frame({ title }, events) {
    const [before, after] = calendarParts(title);
    return [before + zonesOf(events.map(timesOf)), after];
  },
};
