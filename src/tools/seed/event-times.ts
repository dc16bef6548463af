import type { Instant } from '../../domain/time.ts';
import type { EventInput } from '../../kinds/event/fields.ts';
import type { Random } from './random.ts';
import { DAY } from './sayings.ts';

/** When an event takes place, and its first day, counted from the seed's reference day. */
export interface When {
  values: Pick<EventInput, 'startDate' | 'endDate' | 'allDay'>;
  offset: number;
}

/** Default starting hours. */
export const HOURS: readonly number[] = [8, 9, 10, 10, 11, 14, 15, 16, 17, 18, 18, 19, 19, 19, 20, 20];
const HOUR = 3_600_000;

/** Most events begin in the coming months, some are past, and a few are further off. */
export function anyWhen(random: Random, around: Instant, months: number, hours: readonly number[] = HOURS): When {
  const offset = Math.round((anyOffset(random) * months) / 24);
  const day = around + offset * DAY;
  const form = random.number();
  if (form < 0.08) {
    const last = day + (random.chance(0.25) ? random.between(7, 45) : random.below(3)) * DAY;
    return { offset, values: { startDate: date(day), endDate: date(last), allDay: true } };
  }
  if (form < 0.14) {
    const last = day + random.between(1, 4) * DAY;
    return { offset, values: { startDate: wall(day + 10 * HOUR), endDate: wall(last + 18 * HOUR) } };
  }
  const start = day + random.pick(hours) * HOUR + (random.chance(0.4) ? HOUR / 2 : 0);
  return { offset, values: { startDate: wall(start), endDate: wall(start + (random.between(2, 8) * HOUR) / 2) } };
}

/** Days from the reference day, for 24 months. */
function anyOffset(random: Random): number {
  const part = random.number();
  if (part < 0.74) return random.between(1, 725);
  return part < 0.79 ? random.between(726, 1100) : -random.between(1, 900);
}

const date = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/** Formats a moment as wall-clock time. */
export const wall = (at: Instant): string => `${date(at)} ${new Date(at).toISOString().slice(11, 19)}`;
