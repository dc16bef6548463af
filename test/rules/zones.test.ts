import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  fixedOffset,
  isZone,
  offsetAt,
  toInstant,
  toWall,
  utcAsWall,
  zoneAbbreviation,
} from '../../src/domain/zones.ts';
import { runsOf } from '../support/fuzz/seed.ts';

const names = Intl.supportedValuesOf('timeZone');
const HOUR = 3_600_000;

const walls = fc.integer({ min: Date.UTC(1850, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 }).map((s) => s * 1000);
/** Moments close to the hours at which clocks change. */
const nearChanges = fc
  .record({
    year: fc.integer({ min: 1970, max: 2037 }),
    month: fc.constantFrom(2, 3, 8, 9, 10),
    day: fc.nat(30),
    minute: fc.nat(6 * 60),
  })
  .map(({ year, month, day, minute }) => Date.UTC(year, month, 1 + day, 0, minute));

function temporalAnswer(wall: string, zone: string): number {
  return Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(zone, { disambiguation: 'compatible' })
    .epochMilliseconds;
}

describe('moments of wall clock readings', () => {
  test('agree with Temporal for any zone and time', () => {
    fc.assert(
      fc.property(fc.oneof(walls, nearChanges), fc.constantFrom(...names), (naive, zone) => {
        const wall = utcAsWall(naive);
        expect(toInstant(wall, zone)).toBe(temporalAnswer(wall, zone));
      }),
      { numRuns: runsOf(300, 10_000) },
    );
  });

  test('read back as the same wall clock time, or moved forward in a gap', () => {
    fc.assert(
      fc.property(fc.oneof(walls, nearChanges), fc.constantFrom(...names), (naive, zone) => {
        const wall = utcAsWall(naive);
        const back = toWall(toInstant(wall, zone), zone);
        const inGap = Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(zone).toPlainDateTime();
        expect(back).toBe(inGap.toString({ smallestUnit: 'second' }).replace('T', ' '));
        expect(back >= wall).toBe(true);
      }),
      { numRuns: runsOf(100, 3_000) },
    );
  });

  test.each([
    ['a time in a gap moves forward', '2031-03-09 02:30:00', 'America/New_York', '2031-03-09T07:30:00Z'],
    ['a time in an overlap is the first', '2031-11-02 01:30:00', 'America/New_York', '2031-11-02T05:30:00Z'],
    ['UTC+2 has no summer time', '2031-07-01 10:00:00', 'UTC+2', '2031-07-01T08:00:00Z'],
    ['UTC-3:30 is three and a half hours', '2031-10-01 10:00:00', 'UTC-3:30', '2031-10-01T13:30:00Z'],
    ['UTC+5.75 is five and three quarters', '2031-07-01 10:00:00', 'UTC+5.75', '2031-07-01T04:15:00Z'],
    ['UTC+5:30 is five and a half', '2031-07-01 10:00:00', 'UTC+5:30', '2031-07-01T04:30:00Z'],
    ['UTC-10 is ten hours behind', '2031-07-01 10:00:00', 'UTC-10', '2031-07-01T20:00:00Z'],
    ['a bare offset is a zone', '2031-07-01 10:00:00', '+09:00', '2031-07-01T01:00:00Z'],
    ['GMT+2 is two hours ahead', '2031-07-01 10:00:00', 'GMT+2', '2031-07-01T08:00:00Z'],
    ['Etc/GMT+5 is five hours behind', '2031-07-01 10:00:00', 'Etc/GMT+5', '2031-07-01T15:00:00Z'],
    ['CET has no summer time', '2031-07-01 10:00:00', 'CET', '2031-07-01T09:00:00Z'],
    ['EST has no summer time', '2031-10-01 10:00:00', 'EST', '2031-10-01T15:00:00Z'],
    ['EST5EDT has summer time', '2031-07-01 10:00:00', 'EST5EDT', '2031-07-01T14:00:00Z'],
    ['names are read in any case', '2031-07-01 10:00:00', 'europe/paris', '2031-07-01T08:00:00Z'],
    ['Pacific/Apia is thirteen hours ahead', '2031-07-01 10:00:00', 'Pacific/Apia', '2031-06-30T21:00:00Z'],
    ['the skipped day of Apia is the day after', '2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00Z'],
    ['local mean time has seconds', '1800-01-01 10:00:00', 'America/New_York', '1800-01-01T14:56:02Z'],
    ['the last second of 9999 may be in 10000', '9999-12-31 23:59:59', 'America/New_York', '+010000-01-01T04:59:59Z'],
    ['the first year is year 1', '0001-01-01 00:00:00', 'UTC', '0001-01-01T00:00:00Z'],
  ])('%s', (_fact, wall, zone, expected) => {
    expect(toInstant(wall, zone)).toBe(Date.parse(expected));
  });

  test('years from 10000 have five digits', () => {
    expect(toWall(Date.parse('+010000-01-01T04:59:59Z'), 'UTC')).toBe('10000-01-01 04:59:59');
    expect(toInstant('10000-01-01 04:59:59', 'UTC')).toBe(Date.parse('+010000-01-01T04:59:59Z'));
  });

  test('parts of a second are dropped, before the epoch too', () => {
    expect(toWall(1_999, 'UTC')).toBe('1970-01-01 00:00:01');
    expect(toWall(-1, 'UTC')).toBe('1969-12-31 23:59:59');
  });

  test('an unknown zone is an error', () => {
    expect(() => toWall(0, 'Nowhere/City')).toThrow(RangeError);
  });

  test('a zone whose clocks never change is as far ahead on every day', () => {
    expect(offsetAt('Asia/Tokyo', Date.UTC(2031, 0, 1))).toBe(9 * HOUR);
    expect(offsetAt('Asia/Tokyo', Date.UTC(2031, 6, 1))).toBe(9 * HOUR);
  });

  test('more days than are kept give the same answers', () => {
    const days = Array.from({ length: 5_000 }, (_, day) => Date.UTC(2000, 0, 1 + day, 12));
    const first = days.map((at) => offsetAt('Europe/Paris', at));
    expect(days.map((at) => offsetAt('Europe/Paris', at))).toEqual(first);
    expect(new Set(first)).toEqual(new Set([HOUR, 2 * HOUR]));
  });
});

describe('what is a zone', () => {
  const zones = ['UTC', 'utc', 'GMT', 'Z', 'EST', 'KST', 'UTC+2', 'UTC+0', 'UTC+5.5', 'UTC-3:30', 'UTC+14', '+02:00'];
  const spelled = [
    '-0700',
    'GMT+2',
    'Europe/Paris',
    'america/new_york',
    'US/Eastern',
    'America/Argentina/Ushuaia',
    'Japan',
  ];
  test.each([...zones, ...spelled])('%s is a zone', (text) => {
    expect(isZone(text)).toBe(true);
  });

  const none = [
    '',
    ' ',
    'Nowhere/City',
    'America/New York',
    '5',
    'UTC+25',
    'UTC+14:30',
    '-15:00',
    'UTC+',
    'UTC+1:75',
    'garbage',
  ];
  test.each([...none, '__proto__', 'constructor', 'UTC+5.123456'])('%s is no zone', (text) => {
    expect(isZone(text)).toBe(false);
  });

  test('a very long text is no zone', () => {
    expect(isZone('x'.repeat(5_000))).toBe(false);
  });

  test('any name that Intl lists is a zone in any case', () => {
    expect(names.filter((name) => !isZone(name) || !isZone(name.toUpperCase()))).toEqual([]);
  });

  test('only fixed zones have a fixed offset', () => {
    expect(fixedOffset('KST')).toBe(9 * HOUR);
    expect(fixedOffset('UTC-3:30')).toBe(-3.5 * HOUR);
    expect(fixedOffset('Asia/Seoul')).toBeUndefined();
  });
});

describe('abbreviations', () => {
  test.each([
    ['America/New_York', 'EST', 'EDT'],
    ['america/new_york', 'EST', 'EDT'],
    ['US/Eastern', 'EST', 'EDT'],
    ['EST5EDT', 'EST', 'EDT'],
    ['Europe/Paris', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Dublin', 'GMT', 'IST'],
    ['America/St_Johns', 'NST', 'NDT'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Seoul', 'KST', 'KST'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['Pacific/Apia', '+13', '+13'],
    ['Pacific/Pago_Pago', 'SST', 'SST'],
    ['Etc/GMT+5', '-05', '-05'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['UTC', 'UTC', 'UTC'],
    ['utc', 'UTC', 'UTC'],
    ['GMT', 'GMT', 'GMT'],
    ['Z', 'Z', 'Z'],
    ['EST', 'EST', 'EST'],
    ['CET', 'CET', 'CET'],
    ['UTC+0', 'UTC+0', 'UTC+0'],
    ['UTC+5.75', 'UTC+5.75', 'UTC+5.75'],
    ['UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
    ['GMT+2', 'GMT+0200', 'GMT+0200'],
    ['+09:00', 'GMT+0900', 'GMT+0900'],
    ['-03:30', 'GMT-0330', 'GMT-0330'],
  ])('%s shows %s in January and %s in July', (zone, winter, summer) => {
    expect(zoneAbbreviation(zone, Date.UTC(2031, 0, 15, 15))).toBe(winter);
    expect(zoneAbbreviation(zone, Date.UTC(2031, 6, 1, 15))).toBe(summer);
  });

  test('before standard time it is local mean time', () => {
    expect(zoneAbbreviation('America/New_York', toInstant('1800-01-01 10:00:00', 'America/New_York'))).toBe('LMT');
  });
});
