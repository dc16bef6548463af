import type { Surroundings } from '../../domain/fields/kind.ts';
import { type Instant, toInstant, toWall } from '../../domain/time.ts';
import type { NewUid } from './identity.ts';
import { type EventRecord, IN_EVENTS } from './record.ts';

const TIMES = ['startDate', 'endDate', 'timezone', 'startsAt', 'endsAt', 'allDay'] as const;

/**
 * Replaces damaged lists, times and identity of an event: with no links, with times derived from its other fields, and with
 * a new identity.
 */
export function repairedEvent(
  event: EventRecord,
  damaged: readonly string[],
  { zone, now, newUid }: Surroundings & { newUid: NewUid },
): Partial<EventRecord> {
  const isSound = (field: string) => !damaged.includes(field);
  const lists = Object.fromEntries(Object.keys(IN_EVENTS).flatMap((list) => (isSound(list) ? [] : [[list, []]])));
  const identity = {
    ...(isSound('uid') ? {} : { uid: newUid() }),
    ...(isSound('sequence') ? {} : { sequence: 0 }),
  };
  if (TIMES.every(isSound)) return { ...lists, ...identity };
  const timezone = isSound('timezone') ? event.timezone : zone;
  const momentOf = (at: 'startsAt' | 'endsAt', wall: 'startDate' | 'endDate'): Instant | undefined => {
    if (isSound(at)) return event[at];
    return isSound(wall) ? toInstant(event[wall], timezone) : undefined;
  };
  const end = momentOf('endsAt', 'endDate');
  const startsAt = momentOf('startsAt', 'startDate') ?? end ?? now;
  const endsAt = Math.max(startsAt, end ?? startsAt);
  return {
    ...lists,
    ...identity,
    timezone,
    startsAt,
    endsAt,
    startDate: toWall(startsAt, timezone),
    endDate: toWall(endsAt, timezone),
    allDay: isSound('allDay') && event.allDay,
  };
}
