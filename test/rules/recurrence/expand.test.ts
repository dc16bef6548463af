import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countFault,
  daysOf,
  LAST,
  lastBefore,
  type Series,
  seriesFault,
  startsOf,
} from '../../../src/domain/recurrence/expand.ts';
import { type Rule, type RuleContext, readRule } from '../../../src/domain/recurrence/rule.ts';
import { toInstant } from '../../../src/domain/zones.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { drawnRule, drawnStart } from './drawn-rules.ts';
import { LIBICAL_CASES } from './libical-cases.ts';
import { startsByModel } from './model.ts';

const DAY = 86_400_000;
const END = Date.UTC(9999, 0);

function ruleIn(text: string, context: RuleContext = { zone: 'UTC' }): Rule {
  const read = readRule(text, context);
  expect(read).not.toHaveProperty('fault');
  return (read as { rule: Rule }).rule;
}

/** At most so many starts from one moment to before another, as the rule has them. */
async function wallsOf(series: Series, from = -END, to = END, most = 1000): Promise<string[]> {
  return (await startsOf(series, from, to, most)).map(({ wall }) => wall);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** `199709:2,9 199710:7-9` as days. */
const listed = (days: string): string[] =>
  days.split(' ').flatMap((group) => {
    const [month = '', list = ''] = group.split(':');
    return list.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      return numbers.map((number) => `${month.slice(0, 4)}-${month.slice(4)}-${two(number)}`);
    });
  });

const asWall = (start: string): string =>
  `${start}000000`.replace('T', '').replace(/^(....)(..)(..)(..)(..)(..).*/, '$1-$2-$3 $4:$5:$6');

test.each(LIBICAL_CASES)('libical agrees on %#: %s', (text, start, days) => {
  const rule = ruleIn(text, { zone: 'UTC', allDay: !start.includes('T'), imported: true });
  const found = [...daysOf(rule, asWall(start))].flatMap((day) => (day === undefined ? [] : day * DAY));
  expect(found.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual(listed(days));
});

test('any series has the starts that the words of RFC 5545 name, with exceptions, in any zone', async () => {
  const places = fc.array(fc.nat(40), { maxLength: 4 });
  const zones = fc.constantFrom('UTC', 'Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe');
  const moreDays = fc.array(fc.integer({ min: 0, max: 800 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(drawnRule, drawnStart, zones, moreDays, places, async (text, firstStart, zone, days, outs) => {
      const rule = ruleIn(text);
      const first = toInstant(firstStart, zone);
      const wallAfter = (after: number, time: string): string =>
        new Date(Date.parse(firstStart.slice(0, 10)) + after * DAY).toISOString().slice(0, 10) + time;
      const bare: Series = { firstStart, zone, rule, rdates: days.map((day) => wallAfter(day, ' 20:15:00')) };
      const all = await wallsOf(bare, first, first + 900 * DAY);
      const exdates = outs.flatMap((place) => all[place]?.slice(0, place % 2 ? 10 : 19) ?? []);
      const series = { ...bare, exdates };
      const [from, to] = [first + (outs[0] ?? 0) * 20 * DAY, first + 900 * DAY];
      const model = startsByModel(series, text, wallAfter(900, '')).filter((at) => at >= from && at < to);
      expect((await startsOf(series, from, to, 60)).map(({ at }) => at)).toEqual(model.slice(0, 60));
    }),
    { numRuns: runsOf(60, 200) },
  );
});

const weekly: Series = {
  firstStart: '2027-03-02 19:00:00',
  zone: 'America/New_York',
  rule: ruleIn('FREQ=WEEKLY;COUNT=4'),
};
const days = (...dates: string[]): string[] => dates.map((date) => `${date} 19:00:00`);

test.each<[fact: string, change: Partial<Series>, walls: string[]]>([
  ['has its rule', {}, days('2027-03-02', '2027-03-09', '2027-03-16', '2027-03-23')],
  ['without a rule is its first start', { rule: undefined }, days('2027-03-02')],
  [
    'has more starts, in order, each once',
    { rdates: ['2027-03-10 20:00:00', '2027-03-09', '2027-02-01'] },
    [...days('2027-02-01', '2027-03-02', '2027-03-09'), '2027-03-10 20:00:00', ...days('2027-03-16', '2027-03-23')],
  ],
  [
    'leaves out days and moments, the first as well, and they count towards COUNT',
    { exdates: ['2027-03-02', '2027-03-16 19:00:00', '2027-03-23 20:00:00', '2027-03-17'] },
    days('2027-03-09', '2027-03-23'),
  ],
  [
    'counts a first start that the rule misses towards COUNT',
    { rule: ruleIn('FREQ=WEEKLY;BYDAY=WE;COUNT=3') },
    days('2027-03-02', '2027-03-03', '2027-03-10'),
  ],
  ['has a first start that is later than UNTIL', { rule: ruleIn('FREQ=WEEKLY;UNTIL=20270101') }, days('2027-03-02')],
  [
    'has a start on the last day only before the time of UNTIL',
    { rule: ruleIn('FREQ=DAILY;UNTIL=20270304T185959') },
    days('2027-03-02', '2027-03-03'),
  ],
  [
    'has a start at UNTIL',
    { rule: ruleIn('FREQ=DAILY;UNTIL=20270304T190000') },
    days('2027-03-02', '2027-03-03', '2027-03-04'),
  ],
  [
    'without times leaves out whole days',
    { firstStart: '2027-03-02 00:00:00', allDay: true, exdates: ['2027-03-09 19:00:00', '2027-03-16'] },
    ['2027-03-02 00:00:00', '2027-03-23 00:00:00'],
  ],
])('a series %s', async (_, change, walls) => {
  expect(await wallsOf({ ...weekly, ...change })).toEqual(walls);
});

test.each<[fact: string, zone: string, firstStart: string, starts: Record<string, string>]>([
  [
    'a time in a gap of summer time is later by its length',
    'America/New_York',
    '2027-03-13 02:30:00',
    { '2027-03-13 02:30:00': '2027-03-13T07:30:00Z', '2027-03-14 02:30:00': '2027-03-14T07:30:00Z' },
  ],
  [
    'a time that comes twice is the first of the two',
    'America/New_York',
    '2027-11-06 01:30:00',
    { '2027-11-06 01:30:00': '2027-11-06T05:30:00Z', '2027-11-07 01:30:00': '2027-11-07T05:30:00Z' },
  ],
  [
    'a day that a zone has left out is the next one, once',
    'Pacific/Apia',
    '2011-12-29 10:00:00',
    { '2011-12-29 10:00:00': '2011-12-29T20:00:00Z', '2011-12-31 10:00:00': '2011-12-30T20:00:00Z' },
  ],
])('%s', async (_, zone, firstStart, starts) => {
  const series = { firstStart, zone, rule: ruleIn('FREQ=DAILY') };
  const found = await startsOf(series, -END, END, 2);
  expect(
    Object.fromEntries(found.map(({ wall, at }) => [wall, new Date(at).toISOString().replace('.000', '')])),
  ).toEqual(starts);
});

const at = (wall: string): number => toInstant(wall, weekly.zone);

test('the starts of a window are those from its first moment to before its last, at most so many', async () => {
  const endless = { ...weekly, rule: ruleIn('FREQ=WEEKLY') };
  const [first, third] = [at('2037-03-03 19:00:00'), at('2037-03-17 19:00:00')];
  expect(await wallsOf(endless, first, third)).toEqual(days('2037-03-03', '2037-03-10'));
  expect(await wallsOf(endless, first + 1, third + 1)).toEqual(days('2037-03-10', '2037-03-17'));
  expect(await wallsOf(endless, first, END, 3)).toEqual(days('2037-03-03', '2037-03-10', '2037-03-17'));
  expect(await wallsOf({ ...endless, rdates: days('2037-03-04') }, first, END, 2)).toEqual(
    days('2037-03-03', '2037-03-04'),
  );
});

test.each([
  ['in a zone before UTC', 'Asia/Seoul', '2027-03-02 02:30:00', 'FREQ=DAILY', '2027-03-04 02:30:00'],
  ['in a zone behind UTC', 'America/New_York', '2027-03-02 22:30:00', 'FREQ=DAILY', '2027-03-04 22:30:00'],
  ['in a week of the year before', 'UTC', '2021-01-03 10:00:00', 'FREQ=YEARLY;BYWEEKNO=53', '2027-01-03 10:00:00'],
])('a window of one moment has the start of this moment: %s', async (_, zone, firstStart, text, wall) => {
  const start = toInstant(wall, zone);
  expect(await wallsOf({ firstStart, zone, rule: ruleIn(text) }, start, start + 1)).toEqual([wall]);
  expect(await wallsOf({ firstStart, zone, rule: ruleIn(text) }, start + 1, start + 2)).toEqual([]);
});

test.each([
  // Refused whoever sends them.
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'BYMONTH + BYMONTHDAY gives no date in ten years.', true],
  ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31', 'BYMONTH + BYMONTHDAY gives no date in ten years.', true],
  ['FREQ=MONTHLY;BYDAY=6MO', 'BYDAY gives no date in ten years.', true],
  ['FREQ=DAILY;BYMONTHDAY=1;BYSETPOS=2', 'BYSETPOS gives no date in ten years.', true],
  ['FREQ=YEARLY;INTERVAL=100;BYMONTH=1', 'BYMONTH gives no date in ten years.', true],
  // Refused in writes only.
  ['FREQ=WEEKLY;BYDAY=WE', 'BYDAY gives its first date on 2027-03-03, not on the first start.', false],
  ['FREQ=MONTHLY;BYMONTHDAY=2;BYMONTH=4', 'BYMONTH gives its first date on 2027-04-02, not on the first start.', false],
  [
    'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=3',
    'BYMONTH + BYMONTHDAY gives its first date on 2027-04-03, not on the first start.',
    false,
  ],
  ['FREQ=WEEKLY;UNTIL=20270301', 'UNTIL is before the first start.', false],
])('from 2027-03-02, %s is refused, saying why', (text, message, evenImported) => {
  const rule = ruleIn(text);
  const { fault } = seriesFault(rule, weekly.firstStart)!;
  expect([fault.code, String(fault.message)]).toEqual(['invalid_rule', message]);
  expect(seriesFault(rule, weekly.firstStart, true) !== undefined).toBe(evenImported);
});

test.each(['FREQ=DAILY', 'FREQ=YEARLY;INTERVAL=1000', 'FREQ=WEEKLY;COUNT=1', 'FREQ=DAILY;UNTIL=20270302'])(
  'from 2027-03-02, %s is taken',
  (text) => {
    expect(seriesFault(ruleIn(text), weekly.firstStart)).toBeUndefined();
  },
);

test('a rule without dates lets other work go on, and ends in the year 9999', () => {
  const steps = [...daysOf(ruleIn('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), '9900-01-01 10:00:00')];
  expect(steps).toEqual(Array(36_525).fill(undefined));
});

test('nothing is looked at after the last day that counts', () => {
  const start = '2028-02-29 10:00:00';
  const [, ...steps] = daysOf(ruleIn('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=1'), start);
  expect(steps).toEqual([undefined, Date.UTC(2028, 1, 29) / DAY]);
});

test('other work goes on while starts are sought', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other work'));
  const rule = ruleIn('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30');
  const starts = await startsOf({ ...weekly, rule }, at('2028-01-01 00:00:00'), at('2328-01-01 00:00:00'), 1);
  order.push('starts');
  expect(starts).toEqual([]);
  expect(order).toEqual(['other work', 'starts']);
});

test.each([
  ['FREQ=DAILY;COUNT=1000000', '2738-11-28', 1_000_000],
  ['FREQ=DAILY;INTERVAL=3;COUNT=900000', '7393-05-05', 900_000],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=300000', '1917-07-13', 300_000],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=100000', '4167-08-15', 100_000],
  ['FREQ=YEARLY;BYMONTH=1,7;BYDAY=1MO;COUNT=10001', '5001-01-05', 10_001],
  ['FREQ=YEARLY;COUNT=1000000', '9999-01-01', 9_999],
])('the last start of %s from the year 1 is found in a few steps', async (text, day, place) => {
  const series = { zone: 'UTC', firstStart: '0001-01-01 10:00:00', rule: ruleIn(text) };
  expect(await lastBefore(series, LAST)).toMatchObject({ start: { wall: `${day} 10:00:00` }, place });
  const steps = [...daysOf(series.rule, series.firstStart, Date.parse(day) / DAY)].filter((each) => each === undefined);
  expect(steps.length).toBeLessThanOrEqual(5);
});

test.each<[text: string, start: string, isRefused: boolean]>([
  ['FREQ=DAILY;BYMONTH=2;COUNT=1000000', '0001-02-01', true],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=7000', '2027-03-02', false],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=8000', '2027-03-02', true],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=1400', '2027-03-31', false],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=1500', '2027-03-31', true],
  ['FREQ=YEARLY;BYYEARDAY=-1;COUNT=190', '1850-12-31', false],
  ['FREQ=YEARLY;BYYEARDAY=-1;COUNT=210', '1850-12-31', true],
  ['FREQ=YEARLY;BYYEARDAY=-1', '0001-12-31', false],
])('%s from %s is too far to count: %s', (text, start, isRefused) => {
  expect(countFault(ruleIn(text), `${start} 10:00:00`) !== undefined).toBe(isRefused);
});
