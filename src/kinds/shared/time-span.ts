import { endOfDay, type Instant, readTime, startOfDay, toInstant } from '../../domain/time.ts';
import { nextWindow } from '../../domain/window.ts';
import type { Context } from '../context.ts';

/** A span of time from its first to its last second. `day`: it is a whole day. */
export interface TimeSpan {
  first: Instant;
  last: Instant;
  day: boolean;
}

/** Reads a day or a moment of a filter. Relative ones limit how long the answer stays fresh. */
export function timeSpan(text: string, zone: string, { now, freshness }: Pick<Context, 'now' | 'freshness'>): TimeSpan {
  const { wall, at, hasTime, relative } = readTime(text, zone, now)!;
  // A relative day changes at midnight, a relative time at once.
  if (relative) freshness.until = Math.min(freshness.until, hasTime ? now + 1 : nextWindow(now));
  if (hasTime) return { first: at, last: at, day: false };
  return { first: toInstant(startOfDay(wall), zone), last: toInstant(endOfDay(wall), zone), day: true };
}
