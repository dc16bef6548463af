import {
  type CalendarEvent,
  calendarParts,
  descriptionLine,
  eventParts,
  zonesOf,
} from '../../domain/icalendar/calendar.ts';
import type { Language } from '../../domain/language.ts';
import { changedAt, type FeedEvent, placeOf, textOf, titleIn } from './event.ts';
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
      write: (text) => (text === '' ? '' : descriptionLine(text)),
    };
  },
  frame({ title }, events) {
    const [before, after] = calendarParts(title);
    return [before + zonesOf(events.map(timesOf)), after];
  },
};

const timesOf = ({ startsAt, endsAt, timezone, allDay }: FeedEvent) => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
  zone: timezone,
  allDay,
});

/** The event status in iCalendar terms. An event whose new time is not known yet can only be tentative. */
const STATUSES = { SCHEDULED: 'confirmed', CANCELED: 'cancelled', POSTPONED: 'tentative' } as const;

function calendarEvent(event: FeedEvent, language: Language): CalendarEvent {
  const { uid, sequence, eventStatus, onlineUrl, title, url, image, venues, organizers, categories } = event;
  const { geoLat, geoLng } = venues.find((venue) => venue.geoLat !== null && venue.geoLng !== null) ?? {};
  return {
    ...timesOf(event),
    ...{ uid, sequence, url, status: STATUSES[eventStatus] },
    // Programs have their own way to show a canceled event, but none for a postponed one.
    title: eventStatus === 'POSTPONED' ? titleIn(event, language) : title,
    modifiedAt: changedAt(event),
    categories: categories.map(({ name }) => name),
    location: placeOf(event),
    point: geoLat == null || geoLng == null ? undefined : { lat: geoLat, lng: geoLng },
    image: image?.url,
    conference: onlineUrl ?? undefined,
    contacts: organizers.map(({ name, phone, email }) => [name, phone, email].filter(Boolean).join(', ')),
  };
}
