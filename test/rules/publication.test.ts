import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateProblems, requestedDate, type SentDates } from '../../src/domain/publication.ts';
import { toWall } from '../../src/domain/time.ts';
import { runsOf } from '../support/fuzz/seed.ts';

const NOW = Date.parse('2026-11-20T11:30:00Z');
const HOUR = 3_600_000;

/** For each of eleven zones. */
const check = { numRuns: runsOf(25, 100) };

const between = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / 1000, max: Date.parse(to) / 1000 }).map((seconds) => seconds * 1000);

/** Any, and often one whose hour the clocks of Madrid, of St. John's and New York, or of Lord Howe Island show twice. */
const moment = fc.oneof(
  between('1971-01-01T00:00:00Z', '2026-11-01T00:00:00Z'),
  between('2025-10-26T00:00:00Z', '2025-10-26T02:00:00Z'),
  between('2025-11-02T03:30:00Z', '2025-11-02T07:00:00Z'),
  between('2026-04-04T14:30:00Z', '2026-04-04T15:30:00Z'),
);
const apart = fc.integer({ min: 2 * HOUR, max: 1_000 * HOUR }).map((size) => Math.floor(size / 1000) * 1000);

const utc = (at: number): string => toWall(at, 'UTC');

/** Where half hours, summer time, a day that was left out and both ends of the world are. */
describe.each([
  'UTC',
  'America/New_York',
  'Europe/Madrid',
  'Asia/Seoul',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/St_Johns',
  'UTC+5.5',
  'UTC-12',
])('the two dates on a site in %s', (zone) => {
  const site = (at: number): string => toWall(at, zone);

  /** The moment that a record has after everything that it shows is sent back with changes. */
  function sentBack(at: number, changes: SentDates) {
    const [dates, clock] = [
      { date: site(at), dateUtc: utc(at), ...changes },
      { zone, now: NOW, shown: at },
    ];
    return {
      moment: requestedDate(dates, clock) ?? at,
      problems: dateProblems(dates, clock).map(({ field }) => field),
    };
  }

  test('mean nothing when they are sent back as they are shown', () => {
    const unchanged = (at: number) =>
      requestedDate({ date: site(at), dateUtc: utc(at) }, { zone, now: NOW, shown: at }) === undefined;
    fc.assert(fc.property(moment, unchanged), check);
  });

  test('mean the one that is changed when everything is sent back', () => {
    fc.assert(
      fc.property(moment, moment, (at, to) => {
        expect(sentBack(at, { dateUtc: utc(to) })).toEqual({ moment: to, problems: [] });
        expect(sentBack(at, { date: new Date(to).toISOString() })).toEqual({ moment: to, problems: [] });
        const byDate = sentBack(at, { date: site(to) });
        expect([site(byDate.moment as number), byDate.problems]).toEqual([site(to), []]);
      }),
      check,
    );
  });

  test('mean one moment when both are changed to it, and on a new record', () => {
    fc.assert(
      fc.property(moment, moment, (at, to) => {
        const both = { date: site(to), dateUtc: utc(to) };
        expect(sentBack(at, both)).toEqual({ moment: to, problems: [] });
        expect(requestedDate(both, { zone, now: NOW })).toBe(to);
      }),
      check,
    );
  });

  test('are both wrong when they are changed to different moments', () => {
    fc.assert(
      fc.property(moment, apart, apart, (at, one, other) => {
        const dates = { date: site(at - one), dateUtc: utc(at - one - other) };
        expect(sentBack(at, dates)).toEqual({ moment: 'at odds', problems: ['date', 'dateUtc'] });
      }),
      check,
    );
  });
});
