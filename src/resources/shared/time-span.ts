import type { Context } from '../../context.ts';
import { endOfDay, type Instant, readTime, startOfDay, toInstant } from '../../rules/time.ts';
import { nextWindow } from '../../rules/window.ts';

/** A span of time from its first to its last second. `day`: it ends with a day. */
export interface TimeSpan {
  first: Instant;
  last: Instant;
  day: boolean;
}

/** What a day or a moment of a filter means. What is read by the clock ends when the answer does: the basis says so. */
export function timeSpan(text: string, zone: string, { now, basis }: Pick<Context, 'now' | 'basis'>): TimeSpan {
  const { wall, at, hasTime, relative } = readTime(text, zone, now)!;
  // A day in words is another one at midnight, a time in words at once.
  if (relative) basis.until = Math.min(basis.until, hasTime ? now + 1 : nextWindow(now));
  if (hasTime) return { first: at, last: at, day: false };
  return { first: toInstant(startOfDay(wall), zone), last: toInstant(endOfDay(wall), zone), day: true };
}
