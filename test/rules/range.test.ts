import { expect, test } from 'vitest';
import type { DomainError } from '../../src/domain/errors.ts';
import { eventRange } from '../../src/domain/range.ts';

const NOW = Date.parse('2026-11-20T11:30:40.123Z');
const rangeOf = (start: string, end: string, timeZone?: string) =>
  eventRange({ start, end, ...(timeZone ? { timeZone } : {}) }, 'Europe/Madrid', NOW);

test.each([
  // Without an offset: in the zone, else in that of the site.
  [
    ['2026-11-01', '2026-12-01'],
    ['2026-10-31T23:00Z', '2026-11-30T23:00Z'],
    ['2026-11-01', '2026-11-30'],
  ],
  [
    ['2026-11-01', '2026-12-01', 'Asia/Seoul'],
    ['2026-10-31T15:00Z', '2026-11-30T15:00Z'],
    ['2026-11-01', '2026-11-30'],
  ],
  [
    ['2026-11-01T00:00:00', '2026-11-01T00:00:01', 'utc'],
    ['2026-11-01T00:00Z', '2026-11-01T00:00:01Z'],
    ['2026-11-01', '2026-11-01'],
  ],
  // With an offset: the days that the bounds name, else those of the zone.
  [
    ['2026-11-01T00:00:00+14:00', '2026-11-02T00:00:00+14:00'],
    ['2026-10-31T10:00Z', '2026-11-01T10:00Z'],
    ['2026-11-01', '2026-11-01'],
  ],
  [
    ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', 'Asia/Seoul'],
    ['2026-11-01T00:00Z', '2026-11-02T00:00Z'],
    ['2026-11-01', '2026-11-02'],
  ],
  // Clocks go back on 1 November in New York.
  [
    ['2026-11-01T00:00:00-04:00', '2026-11-02T00:00:00-05:00'],
    ['2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ['2026-11-01', '2026-11-01'],
  ],
  [
    ['0001-01-01', '0001-01-02', 'UTC'],
    ['0001-01-01T00:00Z', '0001-01-02T00:00Z'],
    ['0001-01-01', '0001-01-01'],
  ],
] as const)('range %$ has its moments and its days', ([start, end, zone], moments, days) => {
  const range = rangeOf(start, end, zone);
  expect([range.start, range.end]).toEqual(moments.map(Date.parse));
  expect([range.firstDay, range.lastDay, range.zone]).toEqual([...days, zone]);
});

/** The first problem that reading names; undefined without one. */
function refusal(read: () => unknown): object | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    const { field, message } = (error as DomainError).problems[0]!;
    return { field, message: String(message) };
  }
}

test.each([
  [['2026-11-01', '2026-11-01'], 'end', 'Must be after start.'],
  [['2026-11-02T00:00:00Z', '2026-11-02T00:00:00+01:00'], 'end', 'Must be after start.'],
  // The year of FullCalendar, in a leap year that begins on a Saturday; then a day more.
  [['2027-12-26', '2029-01-07'], undefined, undefined],
  [['2027-12-26', '2029-01-08'], 'end', 'Must be at most 378 days after start: a year in whole weeks.'],
  [['0001-01-01T00:00:00+14:00', '0001-02-01', 'UTC'], 'start', 'Must lie in the years 1 to 9999 of its time zone.'],
  [['9999-12-01', '9999-12-31T23:00:00-05:00', 'UTC'], 'end', 'Must lie in the years 1 to 9999 of its time zone.'],
] as const)('of %j, %s is refused: %s', ([start, end, zone], field, message) => {
  expect(refusal(() => rangeOf(start, end, zone))).toEqual(field && { field, message });
});

test.each([
  ['2026-11-01', '2026-12-01', Number.POSITIVE_INFINITY],
  ['today', '2026-12-01', Date.parse('2026-11-20T11:31Z')],
  ['2026-11-01', 'now', NOW + 1],
])('from %s until %s means the same until %s', (start, end, until) => {
  expect(rangeOf(start, end).until).toBe(until);
});
