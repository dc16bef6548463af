import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { DAY, isZone } from '../../../src/domain/zones.ts';
import { readSamples, readTable } from '../../../src/tools/seed/samples.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { upTo } from '../../support/making.ts';

const begin = Date.parse('2026-01-01');

/** When the events begin if all lie around this day, from the first. */
function startsAround(day: number): number[] {
  return readSamples(begin + day * DAY, 60).flatMap(({ startsAt }) => (startsAt ? [Date.parse(String(startsAt))] : []));
}

test('a week later every sample is a week later, and on each day there is one today, one before and one after', () => {
  fc.assert(
    fc.property(fc.nat(20_000), (day) => {
      const [starts, later] = [startsAround(day), startsAround(day + 7)];
      expect(later).toEqual(starts.map((at) => at + 7 * DAY));
      const days = new Set(starts.map((at) => Math.sign(Math.floor((at - begin) / DAY) - day)));
      expect(days).toEqual(new Set([-1, 0, 1]));
    }),
    { numRuns: runsOf(10, 40) },
  );
});

test('what repeats stays on its day of the week, and begins on one of the next seven days or a week before', () => {
  fc.assert(
    fc.property(fc.nat(20_000), (day) => {
      const lines = readSamples(begin + day * DAY, 60).filter(({ kind }) => kind === 'series');
      const days = lines.map(({ startsAt }) => Math.floor((Date.parse(String(startsAt)) - begin) / DAY) - day);
      expect(days.filter((after) => after < -7 || after > 0)).toEqual([]);
      const weekdays = (all: typeof lines) => all.map(({ startsAt }) => new Date(String(startsAt)).getUTCDay());
      expect(weekdays(lines)).toEqual(weekdays(readSamples(begin, 60).filter(({ kind }) => kind === 'series')));
    }),
    { numRuns: runsOf(10, 40) },
  );
});

test('of fewer events there is no series that would give others', () => {
  for (const most of upTo(61)) {
    const lines = readSamples(begin, most);
    const events = lines.filter(({ kind }) => kind === 'event');
    expect(events).toHaveLength(most);
    const occurrences = events.filter(({ series }) => series !== undefined).length;
    expect(occurrences).toBe(4 * lines.filter(({ kind }) => kind === 'series').length);
  }
});

test('every further venue has a price in its own money and a time zone, and they are in every language', () => {
  const { venue, organizer } = readTable();
  expect(venue.filter(({ zone, price }) => !isZone(zone) || !price.includes('#'))).toEqual([]);
  for (const lines of [venue, organizer])
    expect(new Set(lines.flatMap(({ texts }) => Object.keys(Object(texts))))).toEqual(new Set(LANGUAGES));
});
