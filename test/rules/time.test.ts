import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addMonths,
  endOfDay,
  readTime,
  startOfDay,
  timeParts,
  toInstant,
  toWall,
  zoneAbbreviation,
} from '../../src/domain/time.ts';
import { runsOf } from '../support/fuzz/seed.ts';

const NEW_YORK = 'America/New_York';
/** A Friday; 06:28:32 in New York, 20:28:32 in Tokyo. */
const NOW = Date.UTC(2026, 10, 20, 11, 28, 32);

const utc = (at: number | undefined): string => toWall(at ?? Number.NaN, 'UTC');

describe('dates of the recordings', () => {
  test.each([
    ['2031-05-01 10:00:00', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['2031-05-01 10:00', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['2031-05-01', '2031-05-01 00:00:00', '2031-05-01 04:00:00', 'EDT'],
    ['2031-05-01T10:00:00', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['2031-05-01T10:00:00Z', '2031-05-01 06:00:00', '2031-05-01 10:00:00', 'EDT'],
    ['2031-05-01T10:00:00.000Z', '2031-05-01 06:00:00', '2031-05-01 10:00:00', 'EDT'],
    ['2031-05-01T10:00:00+09:00', '2031-04-30 21:00:00', '2031-05-01 01:00:00', 'EDT'],
    ['2031-05-01 10:00:00-0700', '2031-05-01 13:00:00', '2031-05-01 17:00:00', 'EDT'],
    ['2031-05-01 10:00 PST', '2031-05-01 14:00:00', '2031-05-01 18:00:00', 'EDT'],
    ['2031-05-01 10:00:00 UTC', '2031-05-01 06:00:00', '2031-05-01 10:00:00', 'EDT'],
    ['2031-05-01 10am', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['May 1, 2031 10:00 am', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['1 May 2031', '2031-05-01 00:00:00', '2031-05-01 04:00:00', 'EDT'],
    ['05/01/2031 10:00', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['01.05.2031 10:00', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['20310501', '2031-05-01 00:00:00', '2031-05-01 04:00:00', 'EDT'],
    ['20310501T100000', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['20310501100000', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['1935403200', '2031-05-01 08:00:00', '2031-05-01 12:00:00', 'EDT'],
    ['@1935403200', '2031-05-01 08:00:00', '2031-05-01 12:00:00', 'EDT'],
    ['tomorrow 9am', '2026-11-21 09:00:00', '2026-11-21 14:00:00', 'EST'],
    ['next monday', '2026-11-23 00:00:00', '2026-11-23 05:00:00', 'EST'],
    ['+1 week', '2026-11-27 06:28:32', '2026-11-27 11:28:32', 'EST'],
    ['now', '2026-11-20 06:28:32', '2026-11-20 11:28:32', 'EST'],
    ['2031-05-01 24:00:00', '2031-05-02 00:00:00', '2031-05-02 04:00:00', 'EDT'],
    ['2031-02-30 10:00:00', '2031-03-02 10:00:00', '2031-03-02 15:00:00', 'EST'],
    ['2031-2-3', '2031-02-03 00:00:00', '2031-02-03 05:00:00', 'EST'],
    ['31-05-01', '2031-05-01 00:00:00', '2031-05-01 04:00:00', 'EDT'],
    ['2031/05/01', '2031-05-01 00:00:00', '2031-05-01 04:00:00', 'EDT'],
    ['2031-W18-4', '2031-05-01 00:00:00', '2031-05-01 04:00:00', 'EDT'],
    ['2031-121', '2031-05-01 00:00:00', '2031-05-01 04:00:00', 'EDT'],
    [' 2031-05-01 10:00:00 ', '2031-05-01 10:00:00', '2031-05-01 14:00:00', 'EDT'],
    ['1800-01-01 10:00:00', '1800-01-01 10:00:00', '1800-01-01 14:56:02', 'LMT'],
    ['9999-12-31 23:59:59', '9999-12-31 23:59:59', '10000-01-01 04:59:59', 'EST'],
    ['10:00', '2026-11-20 10:00:00', '2026-11-20 15:00:00', 'EST'],
    ['2031-05-01 10:00:00 Europe/Paris', '2031-05-01 04:00:00', '2031-05-01 08:00:00', 'EDT'],
    ['2031-05-01 02:30:00', '2031-05-01 02:30:00', '2031-05-01 06:30:00', 'EDT'],
    ['2031-03-09 02:30:00', '2031-03-09 03:30:00', '2031-03-09 07:30:00', 'EDT'],
    ['2031-11-02 01:30:00', '2031-11-02 01:30:00', '2031-11-02 05:30:00', 'EDT'],
    ['2031-03-09 12:00:00', '2031-03-09 12:00:00', '2031-03-09 16:00:00', 'EDT'],
    ['2020-01-02T03:04:05+09:00', '2020-01-01 13:04:05', '2020-01-01 18:04:05', 'EST'],
    ['1577934245', '2020-01-01 22:04:05', '2020-01-02 03:04:05', 'EST'],
    ['yesterday', '2026-11-19 00:00:00', '2026-11-19 05:00:00', 'EST'],
    ['2031', '1969-12-31 19:33:51', '1970-01-01 00:33:51', 'EST'],
    ['May 1 2031', '2031-05-01 00:00:00', '2031-05-01 04:00:00', 'EDT'],
  ])('%s in New York is %s', (text, wall, instant, abbreviation) => {
    const time = readTime(text, NEW_YORK, NOW);
    expect(time?.wall).toBe(wall);
    expect(utc(time?.at)).toBe(instant);
    expect(zoneAbbreviation(NEW_YORK, time?.at ?? Number.NaN)).toBe(abbreviation);
  });

  test.each([
    ['2031-05-01 10:00:00', '2031-05-01 10:00:00', '2031-05-01 01:00:00'],
    ['2031-05-01T10:00:00Z', '2031-05-01 19:00:00', '2031-05-01 10:00:00'],
    ['2031-05-01T10:00:00+09:00', '2031-05-01 10:00:00', '2031-05-01 01:00:00'],
    ['@1935403200', '2031-05-01 21:00:00', '2031-05-01 12:00:00'],
    ['tomorrow 9am', '2026-11-21 09:00:00', '2026-11-21 00:00:00'],
    ['2031-05-01 10:00 PST', '2031-05-02 03:00:00', '2031-05-01 18:00:00'],
  ])('%s in Tokyo is %s', (text, wall, instant) => {
    const time = readTime(text, 'Asia/Tokyo', NOW);
    expect(time?.wall).toBe(wall);
    expect(utc(time?.at)).toBe(instant);
  });

  test.each([
    ['0', '1970-01-01 00:00:00'],
    ['-1', '1969-12-31 23:59:59'],
    ['1.5', '1970-01-01 00:00:01'],
    ['5', '1970-01-01 00:00:05'],
    ['yesterday', '2026-11-19 00:00:00'],
    ['2020-01-02T03:04:05+09:00', '2020-01-01 18:04:05'],
  ])('%s in UTC is %s', (text, wall) => {
    expect(readTime(text, 'UTC', NOW)?.wall).toBe(wall);
  });

  test.each(['garbage', '2031-05-01 25:00:00', '25:00', '2031-13-01', '0000-00-00 00:00:00', '', '   '])(
    '"%s" cannot be read',
    (text) => {
      expect(readTime(text, NEW_YORK, NOW)).toBeUndefined();
    },
  );
});

describe('other ways to write a time', () => {
  test.each([
    ['2031-05-01T10:00Z', '2031-05-01 10:00:00'],
    ['2031-05-01t10:00:00z', '2031-05-01 10:00:00'],
    ['2031-05-01T10:00:00.5', '2031-05-01 14:00:00'],
    ['2031-05-01T10:00:00,5', '2031-05-01 14:00:00'],
    ['2031-05-01T10:00:00.123456+09', '2031-05-01 01:00:00'],
    ['2031-05-01 10:00 KST', '2031-05-01 01:00:00'],
    ['2031-05-01 10:00KST', '2031-05-01 01:00:00'],
    ['2031-05-01 10:00 (EST)', '2031-05-01 15:00:00'],
    ['2031-05-01 10:00 UTC+5.5', '2031-05-01 04:30:00'],
    ['2031-05-01 10:00 GMT-3', '2031-05-01 13:00:00'],
    ['2031-05-01 10:00 Japan', '2031-05-01 01:00:00'],
    ['2031-05-01T10:00[Asia/Seoul]', '2031-05-01 01:00:00'],
    ['2031-05-01T10:00:00+02:00[Asia/Seoul]', '2031-05-01 08:00:00'],
    ['Thu, 01 May 2031 10:00:00 GMT', '2031-05-01 10:00:00'],
    ['Thu May 01 10:00:00 KST 2031', '2031-05-01 01:00:00'],
    ['Thu May 01 2031 10:00:00 GMT+0900 (Korean Standard Time)', '2031-05-01 01:00:00'],
    ['2031-03-30 02:30 Europe/Paris', '2031-03-30 01:30:00'],
    ['2031\n\t05/01'.replace('\n\t', '/'), '2031-05-01 04:00:00'],
    ['2031-05-01\u00a010:00', '2031-05-01 14:00:00'],
  ])('%s is %s UTC', (text, instant) => {
    expect(utc(readTime(text, NEW_YORK, NOW)?.at)).toBe(instant);
  });

  test.each([
    ['now UTC', '2026-11-20 11:28:32'],
    ['now Asia/Tokyo', '2026-11-20 11:28:32'],
    ['+1 hour', '2026-11-20 12:28:32'],
    ['tomorrow 9am KST', '2026-11-21 00:00:00'],
    ['tomorrow 9am Asia/Seoul', '2026-11-21 00:00:00'],
    ['noon +09:00', '2026-11-20 03:00:00'],
  ])('%s counts from now in the stated zone: %s UTC', (text, instant) => {
    expect(utc(readTime(text, NEW_YORK, NOW)?.at)).toBe(instant);
  });

  test('now is now in the second hour of an overlap as well', () => {
    const second = Date.UTC(2031, 10, 2, 6, 30);
    expect(readTime('now', NEW_YORK, second)?.at).toBe(second);
    expect(readTime('+5 minutes', NEW_YORK, second)?.at).toBe(second + 300_000);
  });

  test.each([
    '20311301',
    '20310501250000',
    '99999999999999999',
    '1935403200000',
    '@',
    '-',
    'UTC',
    'x',
    '+09:00',
    'Europe/Paris',
    '2031-05-01 10:00 UTC Europe/Paris',
    '2031-05-01 10:00 +09:00 +08:00',
    '2031-05-01 10:00 +15:00',
    '2031-05-01 10:00 Nowhere/City',
    '2031-05-01 10:00 11:00',
    '0000-12-31',
    '-0001-11-30',
    '1e400',
    'toString',
  ])('%s cannot be read', (text) => {
    expect(readTime(text, NEW_YORK, NOW)).toBeUndefined();
  });

  test('very long texts cannot be read', () => {
    for (const text of ['2031-05-01 '.repeat(40), '1'.repeat(100_000), ' '.repeat(100_000)])
      expect(readTime(text, NEW_YORK, NOW)).toBeUndefined();
  });
});

describe('dates and times of the manual of PHP', () => {
  test.each([
    ['5/12', '2026-05-12'],
    ['10/27', '2026-10-27'],
    ['12/22/78', '1978-12-22'],
    ['1/17/2006', '2006-01-17'],
    ['1/17/6', '2006-01-17'],
    ['2008/6/30', '2008-06-30'],
    ['1978/12/22', '1978-12-22'],
    ['2008-6', '2008-06-01'],
    ['2008-06', '2008-06-01'],
    ['2008-6-30', '2008-06-30'],
    ['78-12-22', '1978-12-22'],
    ['8-6-21', '2008-06-21'],
    ['30-6-2008', '2008-06-30'],
    ['22.12.1978', '1978-12-22'],
    ['30.6.08', '2008-06-30'],
    ['22.12.78', '1978-12-22'],
    ['30-June 2008', '2008-06-30'],
    ['22DEC78', '1978-12-22'],
    ['14 III 1879', '1879-03-14'],
    ['June 2008', '2008-06-01'],
    ['DEC1978', '1978-12-01'],
    ['2008 June', '2008-06-01'],
    ['1978-XII', '1978-12-01'],
    ['1879.MArCH', '1879-03-01'],
    ['July 1st, 2008', '2008-07-01'],
    ['April 17, 1790', '1790-04-17'],
    ['May.9,78', '1978-05-09'],
    ['July 1st,', '2026-07-01'],
    ['Apr 17', '2026-04-17'],
    ['May.9', '2026-05-09'],
    ['1 July', '2026-07-01'],
    ['17 Apr', '2026-04-17'],
    ['9.May', '2026-05-09'],
    ['May-09-78', '1978-05-09'],
    ['Apr-17-1790', '1790-04-17'],
    ['78-Dec-22', '1978-12-22'],
    ['1814-MAY-17', '1814-05-17'],
    ['15810726', '1581-07-26'],
    ['08-06-30', '2008-06-30'],
    ['00-01-01', '2000-01-01'],
    ['2008-08-00', '2008-07-31'],
    ['2008-06-31', '2008-07-01'],
    ['2008-00-22', '2007-12-22'],
    ['2008-00-00', '2007-11-30'],
  ])('%s is the day %s', (text, date) => {
    expect(readTime(text, 'UTC', NOW)).toMatchObject({ wall: `${date} 00:00:00`, hasTime: false });
  });

  test.each([
    ['4 am', '04:00:00'],
    ['5PM', '17:00:00'],
    ['4:08 am', '04:08:00'],
    ['7:19P.M.', '19:19:00'],
    ['4:08:37 am', '04:08:37'],
    ['7:19:19P.M.', '19:19:19'],
    ['4:08:39:12313am', '04:08:39'],
    ['12am', '00:00:00'],
    ['12pm', '12:00:00'],
    ['04:08', '04:08:00'],
    ['T23:43', '23:43:00'],
    ['t1919', '19:19:00'],
    ['T2343', '23:43:00'],
    ['04.08.37', '04:08:37'],
    ['t19:19:19', '19:19:19'],
    ['T191919', '19:19:19'],
    ['04.08.37.81412', '04:08:37'],
    ['19:19:19.532453', '19:19:19'],
  ])('%s is the time %s', (text, time) => {
    expect(readTime(text, 'UTC', NOW)).toMatchObject({ wall: `2026-11-20 ${time}`, hasTime: true });
    expect(readTime(`2031-05-01 ${text}`, 'UTC', NOW)?.wall).toBe(`2031-05-01 ${time}`);
  });

  test.each([
    ['10/Oct/2000:13:55:36 -0700', '2000-10-10 20:55:36'],
    ['2008:08:07 18:11:31', '2008-08-07 18:11:31'],
    ['2008-07-01T22:35:17.02', '2008-07-01 22:35:17'],
    ['2008-07-01T22:35:17.03+08:00', '2008-07-01 14:35:17'],
    ['@1215282385', '2008-07-05 18:26:25'],
    ['20080701T22:38:07', '2008-07-01 22:38:07'],
    ['20080701T9:38:07', '2008-07-01 09:38:07'],
    ['20080701t223807', '2008-07-01 22:38:07'],
    ['2008-7-1T9:3:37', '2008-07-01 09:03:37'],
    ['2008-07-01 0408', '2008-07-01 04:08:00'],
    ['2008-07-01 040837', '2008-07-01 04:08:37'],
    ['T191919-0700', '2026-11-21 02:19:19'],
    ['10:00 CEST', '2026-11-20 08:00:00'],
    ['10:00 Europe/Amsterdam', '2026-11-20 09:00:00'],
    ['10:00 America/Indiana/Knox', '2026-11-20 16:00:00'],
    ['10:00 +0430', '2026-11-20 05:30:00'],
    ['10:00 GMT-06:00', '2026-11-20 16:00:00'],
    ['10:00 -3', '2026-11-20 13:00:00'],
    ['10:00 +530', '2026-11-20 04:30:00'],
    ['10:00 UTC +2', '2026-11-20 08:00:00'],
    ['10:00 UTC +2 weeks', '2026-12-04 10:00:00'],
    ['Thu May 1 10:00:00 2031', '2031-05-01 10:00:00'],
    ['May 1 10am', '2026-05-01 10:00:00'],
    ['1 May 10:00', '2026-05-01 10:00:00'],
    ['May 1 T1030', '2026-05-01 10:30:00'],
    ['Thu, 01 May 2031 24:00', '2031-05-02 00:00:00'],
  ])('%s is %s', (text, wall) => {
    expect(readTime(text, 'UTC', NOW)).toMatchObject({ wall, hasTime: true });
  });

  test.each([
    '-0002-07-26',
    '13/5/2031',
    '2031-05-0700',
    '2031-05-011000',
    '2031-05-32',
    '32.5.2031',
    '5-5',
    '13pm',
    '0am',
    '10:60',
    '10:00:61',
    '25:00',
    '10:00 pm am',
    '10:00+02[Nowhere/City]',
    '+07:00',
    '10/Oct/2000:',
    '1030 2031-05-01',
    '2031-05-01 2561',
    '2031-05-01 1060',
    '2031-05-01 10',
    'XIII 2031',
    '1st',
    'x2031-05-01',
  ])('%s cannot be read', (text) => {
    expect(readTime(text, 'UTC', NOW)).toBeUndefined();
  });
});

describe('whether a time was given', () => {
  test.each([
    '2031-05-01',
    '1 May 2031',
    '20310501',
    '2031/05/01',
    '2031-W18-4',
    '2031-121',
    '2031-05',
    'May 1',
    '1 May',
  ])('%s is a bare date', (text) => {
    expect(readTime(text, NEW_YORK, NOW)?.hasTime).toBe(false);
  });

  test.each(['today', 'tomorrow', 'yesterday', 'next monday', 'monday', 'last day of february 2031'])(
    '%s is a bare date',
    (text) => {
      expect(readTime(text, NEW_YORK, NOW)?.hasTime).toBe(false);
    },
  );

  test.each([
    '2031-05-01 00:00',
    '2031-05-01T00:00:00',
    '20310501000000',
    '2031-05-01 24:00:00',
    '2031-05-01 12am',
    '10:00',
    '2031',
    'midnight',
    'noon',
    'now',
    '+1 week',
    '+24 months',
    '-1 day',
    'first day of next month',
    '1935403200',
    '0',
    '2031-05-01 +1 hour',
    '2031-05-01T00:00:00Z',
    '2031-05-01Z',
  ])('%s has a time', (text) => {
    expect(readTime(text, NEW_YORK, NOW)?.hasTime).toBe(true);
  });

  test('what counts from now has a time at midnight as well', () => {
    const midnight = Date.UTC(2031, 4, 1);
    expect(readTime('now', 'UTC', midnight)).toMatchObject({
      wall: '2031-05-01 00:00:00',
      at: midnight,
      hasTime: true,
    });
    expect(readTime('+1 week', 'UTC', midnight)?.hasTime).toBe(true);
    expect(readTime('tomorrow', 'UTC', midnight)?.hasTime).toBe(false);
  });

  test('a date with the offset of the zone itself is a bare date', () => {
    expect(readTime('2031-05-01 +09:00', 'Asia/Tokyo', NOW)).toMatchObject({
      wall: '2031-05-01 00:00:00',
      hasTime: false,
    });
  });
});

describe('any input', () => {
  const zones = fc.constantFrom(NEW_YORK, 'Asia/Seoul', 'Europe/Madrid', 'UTC', 'UTC+5.5');
  const seconds = fc.integer({ min: Date.UTC(1000, 0, 1) / 1000, max: Date.UTC(9999, 0, 1) / 1000 });

  test('what a clock shows is read as what it shows', () => {
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        const wall = toWall(second * 1000, zone);
        const at = toInstant(wall, zone);
        expect(readTime(wall, zone, NOW)).toEqual({ wall, at, hasTime: true });
        expect(readTime(wall.replace(/[- :]/g, ''), zone, NOW)).toEqual({ wall, at, hasTime: true });
      }),
    );
  });

  test('ISO 8601 with an offset is that moment, in every zone', () => {
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        expect(readTime(new Date(second * 1000).toISOString(), zone, NOW)?.at).toBe(second * 1000);
        expect(readTime(String(new Date(second * 1000)), zone, NOW)?.at).toBe(second * 1000);
      }),
    );
  });

  test('never throws, and what it reads is a wall clock time of its zone', () => {
    const words = fc.constantFrom(
      'now',
      '+1',
      'week',
      'monday',
      'next',
      '2031',
      '05',
      '10:00',
      'Z',
      'T',
      '-',
      ' ',
      'am',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 8 }).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(texts, zones, (text, zone) => {
        const times = [readTime(text, zone, NOW)].filter((time) => time !== undefined);
        expect(times.map(({ at }) => toWall(at, zone))).toEqual(times.map(({ wall }) => wall));
        expect(times.every(({ wall }) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wall))).toBe(true);
      }),
      { numRuns: runsOf(500, 2000) },
    );
  });
});

describe('wall clock arithmetic', () => {
  test('parts are text, padded with zeros', () => {
    expect(timeParts('2031-05-01 09:05:00')).toEqual({
      year: '2031',
      month: '05',
      day: '01',
      hour: '09',
      minutes: '05',
      seconds: '00',
    });
    expect(timeParts('10000-01-01 04:59:59').year).toBe('10000');
  });

  test('a day begins at 00:00:00 and ends at 23:59:59', () => {
    expect(startOfDay('2031-05-01 10:00:00')).toBe('2031-05-01 00:00:00');
    expect(endOfDay('2031-05-01 10:00:00')).toBe('2031-05-01 23:59:59');
    expect(endOfDay('10000-01-01 04:59:59')).toBe('10000-01-01 23:59:59');
  });

  test.each([
    ['2026-11-20 06:28:32', 24, '2028-11-20 06:28:32'],
    ['2028-02-29 10:00:00', 24, '2030-03-01 10:00:00'],
    ['2031-01-31 10:00:00', 1, '2031-03-03 10:00:00'],
    ['2031-01-15 10:00:00', -1, '2030-12-15 10:00:00'],
    ['0050-01-15 10:00:00', 1, '0050-02-15 10:00:00'],
  ])('%s and %i months is %s', (wall, months, expected) => {
    expect(addMonths(wall, months)).toBe(expected);
  });

  test('months are counted as the relative words count them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), fc.nat(60), (second, months) => {
        const wall = toWall(second * 1000, 'UTC');
        expect(addMonths(wall, months)).toBe(readTime(`+${months} months`, 'UTC', second * 1000)?.wall);
      }),
    );
  });
});
