import { endOfDay, type Instant, readTime, startOfDay, toInstant } from '../../domain/time.ts';
import { fixedUntil } from '../../domain/window.ts';
import type { Context } from '../context.ts';

/** A span of time from its first to its last second. `day`: it is a whole day. */
interface TimeSpan {
  first: Instant;
  last: Instant;
  day: boolean;
}

/** Reads a day or a moment of a filter. Relative ones limit how long the answer stays fresh. */
export function timeSpan(text: string, zone: string, { now, freshness }: Pick<Context, 'now' | 'freshness'>): TimeSpan {
  const read = readTime(text, zone, now)!;
  const { wall, at, hasTime } = read;
  freshness.until = Math.min(freshness.until, fixedUntil(read, now));
  if (hasTime) return { first: at, last: at, day: false };
  return { first: toInstant(startOfDay(wall), zone), last: toInstant(endOfDay(wall), zone), day: true };
}
