import { pause } from '../../domain/event-loop.ts';
import { type FeedEvent, placeOf, titleIn } from '../../domain/feed-event.ts';
import { toIso } from '../../domain/iso.ts';
import type { Language } from '../../domain/language.ts';
import type { EventRange } from '../../domain/range.ts';
import { FURTHEST_OFFSET } from '../../domain/years.ts';
import { wallAsUtc } from '../../domain/zones.ts';

/** An event, with the fields that the query of a range selects. All that FullCalendar has no name for are its `extendedProps`. */
export interface RangeEvent
  extends Pick<FeedEvent, 'databaseId' | 'title' | 'url' | 'allDay' | 'startsAt' | 'endsAt' | 'eventStatus'>,
    Pick<FeedEvent, 'venues' | 'onlineUrl'> {
  startDay: string;
  endDay: string;
  endDayExclusive: string | null;
}

/** The filter that finds all events of a range: those of its days, whichever clock shows them. */
export const whereOf = ({ firstDay, lastDay }: EventRange) => ({
  runsBetween: {
    from: `@${(wallAsUtc(`${firstDay} 00:00:00`) - FURTHEST_OFFSET) / 1000}`,
    to: `@${(wallAsUtc(`${lastDay} 23:59:59`) + FURTHEST_OFFSET) / 1000}`,
  },
});

/** Whether an event found by `whereOf` is in the range: an all-day event by its own days, others by their moments. */
export const isIn =
  ({ start, end, firstDay, lastDay }: EventRange) =>
  ({ allDay, startDay, endDay, startsAt, endsAt }: RangeEvent) => {
    if (allDay) return startDay <= lastDay && endDay >= firstDay;
    const [starts, ends] = [Date.parse(startsAt), Date.parse(endsAt)];
    return starts < end && (ends > start || starts >= start);
  };

/** Writes events as FullCalendar takes them: https://fullcalendar.io/docs/event-parsing */
export async function fullCalendar(
  events: readonly RangeEvent[],
  { zone }: EventRange,
  language: Language,
): Promise<string> {
  const moment = (iso: string) => (zone === undefined ? iso : toIso(Date.parse(iso), zone));
  const written: string[] = [];
  for (const event of events) {
    await pause();
    const { databaseId, title, url, allDay, startDay, endDayExclusive, startsAt, endsAt, venues, ...more } = event;
    const days = { start: startDay, end: endDayExclusive ?? undefined };
    written.push(
      JSON.stringify({
        id: String(databaseId),
        title: titleIn({ title, ...more }, language),
        allDay,
        url,
        ...(allDay ? days : { start: moment(startsAt), end: moment(endsAt) }),
        extendedProps: { ...more, location: placeOf(event) ?? null },
      }),
    );
  }
  return `[${written.join(',')}]`;
}
