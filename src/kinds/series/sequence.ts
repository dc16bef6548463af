import { isDeepStrictEqual } from 'node:util';
import { isSignificant, raised } from '../event/identity.ts';
import type { EventRecord } from '../event/record.ts';
import type { SeriesRecord } from './record.ts';

/** How the dates of a series are said, besides its times. */
const DATES = ['rule', 'rdates', 'exdates'] as const;

/** A series above the sequence numbers that it and these occurrences have had. Calendars show the highest of all of them. */
export const aboveAll = (
  after: SeriesRecord,
  before: SeriesRecord,
  occurrences: readonly Pick<EventRecord, 'sequence'>[],
): SeriesRecord =>
  raised(
    after,
    occurrences.reduce((highest, { sequence }) => Math.max(highest, sequence), before.sequence),
  );

/** The same if other calendars must take over what has changed of it: its rule, dates, times, place or status (RFC 5546, 2.1.4). */
export const withSeriesSequence = (...[after, before, occurrences]: Parameters<typeof aboveAll>): SeriesRecord =>
  isSignificant(after, before) || DATES.some((key) => !isDeepStrictEqual(after[key], before[key]))
    ? aboveAll(after, before, occurrences)
    : after;

/** Whether a write of one occurrence adds a date to those that its series shows, or leaves one out. */
export const isShownElse = (before: EventRecord, after: EventRecord): boolean =>
  before.status !== after.status || before.hideFromListings !== after.hideFromListings;
