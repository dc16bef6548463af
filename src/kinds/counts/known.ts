import type { CountedChange, CountedEvent } from '../../data/changes/record.ts';
import type { Instant } from '../../domain/time.ts';
import { includes, type Span } from './spans.ts';

/** Whether a list counts an event. */
export type Counts = (event: CountedEvent) => boolean;

/** A number that the log changes once it is known. */
interface Known {
  isKnown: boolean;
  /** How often the log has changed the number, known or not. */
  heard: number;
}

export interface KnownNumber extends Known {
  events: number;
  /** Whether `last` is known, too. Else no event starts later. */
  hasLast: boolean;
  last?: Instant;
}

/** Part of a list: the events that start within a span. */
export interface Part extends Known {
  span: Span;
  number: number;
  parts?: Part[];
}

/** A part that nobody has counted yet. */
export const part = (span: Span): Part => ({ span, number: 0, isKnown: false, heard: 0 });

/** Lets a number be asked for again. */
export function forget(known: Known): void {
  known.isKnown = false;
  known.heard += 1;
}

/** What a unit adds to a list, and then what it takes from it. */
export function adjusting(
  { left, joined }: CountedChange,
  counts: Counts,
  adjust: (at: Instant, by: 1 | -1) => void,
): void {
  const [was, is] = [left && counts(left) ? left : undefined, joined && counts(joined) ? joined : undefined];
  if (was?.at === is?.at) return;
  if (is) adjust(is.at, 1);
  if (was) adjust(was.at, -1);
}

/** Changes a number by an event that starts at this moment. */
export function adjustNumber(number: KnownNumber, at: Instant, by: 1 | -1): void {
  number.heard += 1;
  if (!number.isKnown) return;
  number.events += by;
  if (at < (number.last ?? Number.NEGATIVE_INFINITY)) return;
  // Only an index tells which one is the last when it has left.
  number.last = at;
  number.hasLast = by > 0;
}

/** Changes a part of a list, and the parts of it, likewise. */
export function adjustPart(one: Part, at: Instant, by: 1 | -1): void {
  if (!includes(one.span, at)) return;
  one.heard += 1;
  if (one.isKnown) one.number += by;
  for (const each of one.parts ?? []) adjustPart(each, at, by);
}
