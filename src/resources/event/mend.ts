import type { Surroundings } from '../../fields/kind.ts';
import { type Instant, toInstant, toWall } from '../../rules/time.ts';
import { type EventRecord, IN_EVENTS } from './record.ts';

const TIMES = ['startDate', 'endDate', 'timezone', 'startsAt', 'endsAt', 'allDay'] as const;

/** What an event has in place of damaged lists and times: no links, and the times that its other fields tell. */
export function mendedEvent(
  event: EventRecord,
  damaged: readonly string[],
  { zone, now }: Surroundings,
): Partial<EventRecord> {
  const isSound = (field: string): boolean => !damaged.includes(field);
  const lists = Object.fromEntries(Object.keys(IN_EVENTS).flatMap((list) => (isSound(list) ? [] : [[list, []]])));
  if (TIMES.every(isSound)) return lists;
  const timezone = isSound('timezone') ? event.timezone : zone;
  const told = (at: 'startsAt' | 'endsAt', wall: 'startDate' | 'endDate'): Instant | undefined => {
    if (isSound(at)) return event[at];
    return isSound(wall) ? toInstant(event[wall], timezone) : undefined;
  };
  const end = told('endsAt', 'endDate');
  const startsAt = told('startsAt', 'startDate') ?? end ?? now;
  const endsAt = Math.max(startsAt, end ?? startsAt);
  return {
    ...lists,
    timezone,
    startsAt,
    endsAt,
    startDate: toWall(startsAt, timezone),
    endDate: toWall(endsAt, timezone),
    allDay: isSound('allDay') && event.allDay,
  };
}
