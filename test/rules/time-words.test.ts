import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTime, startOfDay, toWall } from '../../src/domain/time.ts';

/** A Friday. */
const NOW = Date.UTC(2026, 10, 20, 11, 28, 32);
const CLOCK = '11:28:32';
const DAY = 86_400_000;

const read = (text: string, now = NOW) => readTime(text, 'UTC', now);
const day = (wall: string) => ({ wall: `${wall} 00:00:00`, hasTime: false });
const exact = (wall: string) => ({ wall, hasTime: true });

/*
 * Every relative form of the chapter "Date and Time Formats" of the manual of PHP, with the meaning it is given there.
 * What is understood is understood with that meaning; everything else is no date.
 */
describe('relative forms of the manual', () => {
  test.each([
    ['yesterday', '2026-11-19'],
    ['today', '2026-11-20'],
    ['tomorrow', '2026-11-21'],
    ['Tomorrow', '2026-11-21'],
    ['11:00 tomorrow', '2026-11-21'],
    ['noon tomorrow', '2026-11-21'],
    ['9am today', '2026-11-20'],
    ['monday', '2026-11-23'],
    ['Monday', '2026-11-23'],
    ['sat', '2026-11-21'],
    ['fri', '2026-11-20'],
    ['this friday', '2026-11-20'],
    ['this monday', '2026-11-23'],
    ['next monday', '2026-11-23'],
    ['next friday', '2026-11-27'],
    ['last friday', '2026-11-13'],
    ['last monday', '2026-11-16'],
    ['previous monday', '2026-11-16'],
    ['first monday', '2026-11-23'],
    ['first friday', '2026-11-27'],
    ['second friday', '2026-12-04'],
    ['twelfth friday', '2027-02-12'],
    ['next weekday', '2026-11-23'],
    ['last weekday', '2026-11-19'],
    ['second weekday', '2026-11-24'],
    ['monday this week', '2026-11-16'],
    ['sunday this week', '2026-11-22'],
    ['Monday next week', '2026-11-23'],
    ['next week monday', '2026-11-23'],
    ['friday last week', '2026-11-13'],
    ['sun previous week', '2026-11-15'],
    ['tomorrow +1 week', '2026-11-28'],
    ['+1 week monday', '2026-11-30'],
    ['monday +2 days', '2026-11-25'],
    ['2 weeks ago monday', '2026-11-09'],
  ])('%s is the day %s', (text, wall) => {
    expect(read(text)).toMatchObject(day(wall));
  });

  test.each([
    ['now', `2026-11-20 ${CLOCK}`],
    ['noon', '2026-11-20 12:00:00'],
    ['midnight', '2026-11-20 00:00:00'],
    ['yesterday noon', '2026-11-19 12:00:00'],
    ['yesterday midnight', '2026-11-19 00:00:00'],
    ['yesterday 14:00', '2026-11-19 14:00:00'],
    ['today 9am', '2026-11-20 09:00:00'],
    ['tomorrow 9am', '2026-11-21 09:00:00'],
    ['tomorrow 11:00', '2026-11-21 11:00:00'],
    ['monday 10:00', '2026-11-23 10:00:00'],
    ['monday noon', '2026-11-23 12:00:00'],
    ['next friday 7:30 pm', '2026-11-27 19:30:00'],
    ['monday next week 10:00', '2026-11-23 10:00:00'],
    ['next weekday 10:00', '2026-11-23 10:00:00'],
    ['back of 7pm', '2026-11-20 19:15:00'],
    ['back of 15', '2026-11-20 15:15:00'],
    ['front of 5am', '2026-11-20 04:45:00'],
    ['front of 23', '2026-11-20 22:45:00'],
    ['front of 12pm', '2026-11-20 11:45:00'],
    ['front of 1 pm', '2026-11-20 12:45:00'],
    ['front of 12am', '2026-11-19 23:45:00'],
    ['Back of 12am', '2026-11-20 00:15:00'],
    ['tomorrow back of 7pm', '2026-11-21 19:15:00'],
    ['@1935403200', '2031-05-01 12:00:00'],
    ['@-1', '1969-12-31 23:59:59'],
  ])('%s is %s', (text, wall) => {
    expect(read(text)).toMatchObject(exact(wall));
  });

  test.each([
    ['+1 second', '2026-11-20 11:28:33'],
    ['+90 secs', '2026-11-20 11:30:02'],
    ['+5 min', '2026-11-20 11:33:32'],
    ['-5 minutes', '2026-11-20 11:23:32'],
    ['+1 hour', '2026-11-20 12:28:32'],
    ['36 hours', '2026-11-21 23:28:32'],
    ['12 day', `2026-12-02 ${CLOCK}`],
    ['-1 day', `2026-11-19 ${CLOCK}`],
    ['0 days', `2026-11-20 ${CLOCK}`],
    ['+1 week', `2026-11-27 ${CLOCK}`],
    ['+2 weeks', `2026-12-04 ${CLOCK}`],
    ['+5 weeks', `2026-12-25 ${CLOCK}`],
    ['1 fortnight', `2026-12-04 ${CLOCK}`],
    ['2 forthnights', `2026-12-18 ${CLOCK}`],
    ['+1 month', `2026-12-20 ${CLOCK}`],
    ['+3 months', `2027-02-20 ${CLOCK}`],
    ['-2 years', `2024-11-20 ${CLOCK}`],
    ['+1 weekday', `2026-11-23 ${CLOCK}`],
    ['+5 weekdays', `2026-11-27 ${CLOCK}`],
    ['-7 weekdays', `2026-11-11 ${CLOCK}`],
    ['12 weekdays', `2026-12-08 ${CLOCK}`],
    ['+1 friday', `2026-11-20 ${CLOCK}`],
    ['+2 friday', `2026-11-27 ${CLOCK}`],
    ['-1 friday', `2026-11-13 ${CLOCK}`],
    ['fifth day', `2026-11-25 ${CLOCK}`],
    ['second month', `2027-01-20 ${CLOCK}`],
    ['next month', `2026-12-20 ${CLOCK}`],
    ['last year', `2025-11-20 ${CLOCK}`],
    ['previous hour', '2026-11-20 10:28:32'],
    ['this month', `2026-11-20 ${CLOCK}`],
    ['third weeks', `2026-12-11 ${CLOCK}`],
    ['this week', `2026-11-16 ${CLOCK}`],
    ['next week', `2026-11-23 ${CLOCK}`],
    ['last week', `2026-11-09 ${CLOCK}`],
    ['2 days ago', `2026-11-18 ${CLOCK}`],
    ['2 months 5 days ago', `2026-09-15 ${CLOCK}`],
    ['2 months ago 5 days', `2026-09-25 ${CLOCK}`],
    ['2 days ago ago', `2026-11-22 ${CLOCK}`],
    ['5 weekdays ago', `2026-11-13 ${CLOCK}`],
    ['8 days ago 14:00', '2026-11-12 14:00:00'],
    ['+1 week 2 days 4 hours 2 seconds', '2026-11-29 15:28:34'],
    ['first day of', `2026-11-01 ${CLOCK}`],
    ['first day of next month', `2026-12-01 ${CLOCK}`],
    ['last day of next month', `2026-12-31 ${CLOCK}`],
    ['first day of 2 months ago', `2026-09-01 ${CLOCK}`],
    ['first day of next month noon', '2026-12-01 12:00:00'],
    ['first day of next month 10:00', '2026-12-01 10:00:00'],
  ])('%s counts from now: %s', (text, wall) => {
    expect(read(text)).toMatchObject(exact(wall));
  });

  test.each([
    ['first day of January 2008', '2008-01-01'],
    ['last day of february 2032', '2032-02-29'],
    ['last day of february', '2026-02-28'],
    ['first day of 2031-05-17', '2031-05-01'],
    ['first sat of July 2008', '2008-07-05'],
    ['last sat of July 2008', '2008-07-26'],
    ['first monday of may 2031', '2031-05-05'],
    ['last monday of may 2031', '2031-05-26'],
    ['second tuesday of may 2031', '2031-05-13'],
    ['fifth thursday of may 2031', '2031-05-29'],
    ['first thursday of may 2031', '2031-05-01'],
    ['last saturday of may 2031', '2031-05-31'],
    ['first monday of january', '2026-01-05'],
    ['first monday of', '2026-11-02'],
    ['first monday of next month', '2026-12-07'],
    ['last friday of next month', '2026-12-25'],
    ['first monday of january next year', '2027-01-04'],
    ['first wednesday of july 23rd, 2008', '2008-07-02'],
    ['first tuesday of july 2008', '2008-07-01'],
    ['first tuesday july 2008', '2008-07-08'],
    ['last wed of july 2008', '2008-07-30'],
    ['last wed july 2008', '2008-06-25'],
    ['Wed July 23rd, 2008', '2008-07-23'],
    ['Thu July 23rd, 2008', '2008-07-24'],
    ['1 wednesday july 23rd, 2008', '2008-07-23'],
    ['+1 week wednesday july 23rd, 2008', '2008-07-30'],
    ['first wednesday july 23rd, 2008', '2008-07-30'],
    ['+1 week first wednesday july 23rd, 2008', '2008-08-06'],
    ['+1 week july 2008', '2008-07-08'],
    ['july 2008 +1 week', '2008-07-08'],
    ['2031-05-01 +1 week', '2031-05-08'],
    ['2031-05-01 -1 day', '2031-04-30'],
    ['2031-05-01 +3 weekdays', '2031-05-06'],
    ['2031-01-31 +1 month', '2031-03-03'],
    ['2031-02-30 +1 month', '2031-04-02'],
    ['2032-02-29 next year', '2033-03-01'],
    ['monday next week 2031-05-01', '2031-05-05'],
  ])('%s counts from the date it names: %s', (text, wall) => {
    expect(read(text)).toMatchObject(day(wall));
  });

  test.each([
    ['first monday of may 2031 10:00', '2031-05-05 10:00:00'],
    ['last friday of next month 7pm', '2026-12-25 19:00:00'],
    ['2031-05-01 10:00 +1 week', '2031-05-08 10:00:00'],
    ['2031-05-01 10:00 +1 hour', '2031-05-01 11:00:00'],
    ['2031-05-01 noon', '2031-05-01 12:00:00'],
    ['2031-05-01 tomorrow 10:00', undefined],
  ])('%s is %s', (text, wall) => {
    expect(read(text)?.wall).toBe(wall);
  });
});

describe('dates of weeks and of years', () => {
  test.each([
    ['2008W27', '2008-06-30'],
    ['2008-W28', '2008-07-07'],
    ['2008W273', '2008-07-02'],
    ['2008-W28-3', '2008-07-09'],
    ['2031-W01-1', '2030-12-30'],
    ['2032-W53-7', '2033-01-02'],
    ['2008-197', '2008-07-15'],
    ['2032-366', '2032-12-31'],
  ])('%s is %s', (text, wall) => {
    expect(read(text)).toMatchObject(day(wall));
  });

  test('every day of the ISO calendar is read as that day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), (number) => {
        const at = number * DAY;
        const weekday = (new Date(at).getUTCDay() + 6) % 7;
        const thursday = new Date(at + (3 - weekday) * DAY);
        const year = thursday.getUTCFullYear();
        const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY));
        const text = `${year}-W${String(week).padStart(2, '0')}-${weekday + 1}`;
        expect(read(text)).toEqual({ wall: toWall(at, 'UTC'), at, hasTime: false });
      }),
    );
  });
});

describe('numbers are time stamps', () => {
  test.each([
    '0',
    '7',
    '42',
    '+42',
    '-42',
    '100',
    '1030',
    '2031',
    '9999',
    '20319',
    '203105',
    '2031121',
    '203105011',
    '2008.19',
    '2008.000',
    '2008.367',
    '2008.1970',
  ])('%s', (text) => {
    const at = Math.floor(Number(text)) * 1000;
    expect(read(text)).toEqual({ wall: toWall(at, 'UTC'), at, hasTime: true });
    expect(read(` ${text} `)).toEqual(read(text));
  });

  test('any other than those of eight and of fourteen digits', () => {
    const digits = fc.stringMatching(/^[+-]?\d{1,10}$/).filter((text) => !/^\d{8}$/.test(text));
    fc.assert(
      fc.property(digits, (text) => {
        expect(read(text)?.at).toBe(Number(text) * 1000);
      }),
    );
  });
});

describe('no date, rather than a guess', () => {
  test.each([
    ['a unit without a number', 'weekday', 'weekdays', 'day', 'week', 'second', 'month', 'ago', 'of', 'next', 'first'],
    ['the manual and PHP disagree', 'first day', 'last day', 'first day january 2031'],
    ['no such day', 'sixth monday of may 2031', 'fifth monday of february 2031', 'next monday of may 2031'],
    [
      'no such day, in other forms',
      'this monday of may',
      'previous monday of may',
      '2031-W54',
      '2031-W18-8',
      '2031-367',
      '2031-000',
    ],
    ['a time that would be dropped', '10:00 monday', '10:00 next weekday'],
    ['a time before a day that would be dropped', '10:00 first monday of may 2031', '2031-05-01 10:00 thu'],
    ['days that would be dropped', 'first day of next month +2 days', 'last day of may 2031 -1 week'],
    ['two times', 'noon 10:00', 'midnight 10:00', 'noon midnight', '10:00 back of 7pm', '10:00 2031-05-01 11:00'],
    ['two dates', 'tomorrow yesterday', 'tomorrow 2031-05-01', '2031-05-01 2031-05-02', 'may 2031 june'],
    ['two days of the week', 'monday tuesday', 'monday next friday', 'monday first tuesday of may 2031'],
    ['two days of the month', 'first day of last day of may', 'first monday of last friday of may'],
    ['a day of the week of another month', 'monday next month', 'next friday +1 month', 'monday next week +1 year'],
    ['what is not clear', 'monday ago', '1 monday ago', 'tomorrow ago', 'next week ago', 'first monday of 1 month ago'],
    [
      'what may mean either of two days',
      'monday tomorrow',
      'next monday next week',
      'first monday of tomorrow',
      '+1 week tomorrow',
    ],
    ['a month without a day', 'may', 'May 10:00', 'july +1 week', 'monday may'],
    [
      'other words',
      'first week',
      'tues',
      'thurs',
      'fortnight',
      'next weekend',
      'in 2 days',
      'one day',
      'soon',
      'easter',
    ],
    [
      'other units and numbers',
      '+1 ms',
      '+5 µs',
      '+1 sat of',
      '--2 days',
      '+1000000000000 days',
      'back of 25',
      'front of 13pm',
    ],
    [
      'ends without a beginning',
      'monday,tuesday',
      '2031-05-01 +',
      '2031-05-01 5',
      'tomorrow -1',
      'tomorrow 2031',
      'monday 1030',
    ],
    ['loose ends', '@', '@x', '@1935403200 +1 day', 'tomorrow @5', '10:00 2031', '1 2 3', '2031-05-', 'T', 't10'],
  ])('%s', (_why, ...texts) => {
    expect(texts.filter((text) => read(text) !== undefined)).toEqual([]);
  });
});

describe('weekdays', () => {
  const isWeekday = (at: number): boolean => ![0, 6].includes(new Date(at).getUTCDay());

  /** By its meaning: from day to day, and weekdays alone count. */
  function walked(from: number, count: number): number {
    let at = from;
    for (let left = Math.abs(count); left > 0; left -= isWeekday(at) ? 1 : 0) at += Math.sign(count) * DAY;
    return at;
  }

  test('are counted from day to day, from any day', () => {
    const counts = fc.integer({ min: -400, max: 400 }).filter((count) => count !== 0);
    fc.assert(
      fc.property(fc.nat(40_000), counts, (number, count) => {
        const now = number * DAY + 3_600_000;
        const sign = count > 0 ? '+' : '';
        expect(read(`${sign}${count} weekdays`, now)?.at).toBe(walked(now, count));
        expect(read(`${-count} weekdays ago`, now)?.at).toBe(walked(now, count));
      }),
    );
  });
});

describe('days of the week', () => {
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const anyDay = fc.record({ number: fc.nat(40_000), weekday: fc.nat(6) });
  const dayOf = (text: string, now: number): number => read(text, now)!.at;

  test('are found from any day', () => {
    fc.assert(
      fc.property(anyDay, ({ number, weekday }) => {
        const name = names[weekday]!;
        const today = number * DAY;
        const now = today + 3_600_000;
        const found = ['', 'next ', 'last ', 'this '].map((word) => dayOf(word + name, now));
        expect(found.map((at) => new Date(at).getUTCDay())).toEqual(found.map(() => weekday));
        const [plain, next, last, same] = found.map((at) => (at - today) / DAY) as [number, number, number, number];
        expect(plain).toBeGreaterThanOrEqual(0);
        expect(plain).toBeLessThan(7);
        expect(same).toBe(plain);
        expect(next).toBe(plain || 7);
        expect(last).toBe(plain - 7);
      }),
    );
  });

  test('of this week lie in the week that begins on Monday', () => {
    fc.assert(
      fc.property(anyDay, ({ number, weekday }) => {
        const today = number * DAY;
        const monday = dayOf('monday this week', today);
        expect((today - monday) / DAY).toBe((new Date(today).getUTCDay() + 6) % 7);
        expect((dayOf(`${names[weekday]} this week`, today) - monday) / DAY).toBe((weekday + 6) % 7);
        expect(dayOf(`${names[weekday]} next week`, today)).toBe(dayOf(`${names[weekday]} this week`, today) + 7 * DAY);
        expect(dayOf('this week', today)).toBe(monday);
      }),
    );
  });

  test('of a month are the first, and the last, of that month', () => {
    fc.assert(
      fc.property(anyDay, ({ number, weekday }) => {
        const month = toWall(number * DAY, 'UTC').slice(0, 7);
        const first = read(`first ${names[weekday]} of ${month}`)!.wall;
        const last = read(`last ${names[weekday]} of ${month}`)!.wall;
        expect([first.slice(0, 7), last.slice(0, 7)]).toEqual([month, month]);
        expect(Number(first.slice(8, 10))).toBeLessThanOrEqual(7);
        expect(toWall(Date.parse(`${last}Z`) + 7 * DAY, 'UTC').slice(0, 7)).not.toBe(month);
        expect(new Date(`${first}Z`).getUTCDay()).toBe(weekday);
        expect(new Date(`${last}Z`).getUTCDay()).toBe(weekday);
      }),
    );
  });
});

test('what is counted in hours is time that passes, and what is counted in days keeps the clock', () => {
  const before = Date.parse('2031-03-08T23:30:00-05:00');
  const clock = (text: string) => readTime(text, 'America/New_York', before)?.wall;
  expect(clock('+24 hours')).toBe('2031-03-10 00:30:00');
  expect(clock('+1 day')).toBe('2031-03-09 23:30:00');
  expect(clock('+1 day 1 hour')).toBe('2031-03-10 00:30:00');
});

test('relative days are those of the zone', () => {
  const zones = fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Seoul', 'America/New_York', 'UTC');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), zones, (second, zone) => {
      const now = second * 1000;
      expect(readTime('today', zone, now)?.wall).toBe(startOfDay(toWall(now, zone)));
      expect(readTime('now', zone, now)?.at).toBe(now);
    }),
  );
});
