import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atClock, isInfinite, type RuleContext, readRule, writeRule } from '../../../src/domain/recurrence/rule.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { drawnRule } from './drawn-rules.ts';

const UTC: RuleContext = { zone: 'UTC' };
const SEOUL: RuleContext = { zone: 'Asia/Seoul' };

/** The rule as it is written again, or why it is refused. */
function rewritten(text: string, context = UTC, file?: RuleContext): string {
  const read = readRule(text, context);
  return 'fault' in read ? String(read.fault.message) : writeRule(read.rule, file);
}

test.each([
  ['RRULE:FREQ=DAILY', 'FREQ=DAILY'],
  ['rrule:freq=weekly;byday=tu', 'FREQ=WEEKLY;BYDAY=TU'],
  ['INTERVAL=2;FREQ=DAILY', 'FREQ=DAILY;INTERVAL=2'],
  ['FREQ=DAILY;INTERVAL=1', 'FREQ=DAILY'],
  ['FREQ=DAILY;INTERVAL=02;COUNT=010', 'FREQ=DAILY;INTERVAL=2;COUNT=10'],
  ['FREQ=WEEKLY;BYDAY=SU,TH,TH,MO;', 'FREQ=WEEKLY;BYDAY=MO,TH,SU'],
  ['FREQ=MONTHLY;BYDAY=-1FR,+1MO,2MO,01MO', 'FREQ=MONTHLY;BYDAY=1MO,2MO,-1FR'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1,15,+1,-2', 'FREQ=MONTHLY;BYMONTHDAY=1,15,-2,-1'],
  ['FREQ=YEARLY;BYMONTH=12,1', 'FREQ=YEARLY;BYMONTH=1,12'],
  ['BYSETPOS=-1;BYDAY=FR,MO;FREQ=MONTHLY', 'FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1'],
  ['FREQ=WEEKLY;WKST=SU', 'FREQ=WEEKLY'],
  ['FREQ=WEEKLY;WKST=SU;INTERVAL=2', 'FREQ=WEEKLY;INTERVAL=2'],
  ['FREQ=WEEKLY;WKST=SU;BYDAY=MO,SU', 'FREQ=WEEKLY;BYDAY=MO,SU'],
  ['FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=MO,SU', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU'],
  ['FREQ=WEEKLY;WKST=SU;BYDAY=MO,SU;BYSETPOS=1', 'FREQ=WEEKLY;BYDAY=MO,SU;BYSETPOS=1;WKST=SU'],
  ['FREQ=WEEKLY;WKST=MO;INTERVAL=2;BYDAY=MO,SU', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU'],
  ['FREQ=YEARLY;BYWEEKNO=-1,20;WKST=FR', 'FREQ=YEARLY;BYWEEKNO=20,-1;WKST=FR'],
])('%s is written as %s', (text, written) => {
  expect(rewritten(text)).toBe(written);
});

const FREQ = 'FREQ is DAILY, WEEKLY, MONTHLY or YEARLY.';
const SHAPE = 'A rule is parts such as FREQ=WEEKLY, with semicolons between them.';
const UNTIL = 'UNTIL is a date such as 20261215, or a time such as 20261215T190000Z.';
const BYDAY = 'BYDAY is weekdays such as MO, 1TU or -1SU, with numbers up to 53.';

test.each([
  ['', SHAPE],
  ['every tuesday', SHAPE],
  ['FREQ=DAILY;;COUNT=2', SHAPE],
  ['FREQ=DAILY;COUNT=', SHAPE],
  ['FREQ=DAILY;COUNT', SHAPE],
  ['FREQ=DAILY\nCOUNT=2', SHAPE],
  ['FREQ=DAILY;\u001b[31m=2', SHAPE],
  ['COUNT=2', FREQ],
  ['FREQ=SECONDLY', FREQ],
  ['FREQ=MINUTELY', FREQ],
  ['FREQ=HOURLY', FREQ],
  ['FREQ=FORTNIGHTLY', FREQ],
  ['FREQ=DAILY;FREQ=DAILY', 'FREQ may be there only once.'],
  ['FREQ=DAILY;BYEASTER=1', 'BYEASTER is no part of a rule.'],
  ['FREQ=DAILY;RSCALE=HEBREW', 'RSCALE is no part of a rule.'],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL is 1 to 1,000.'],
  ['FREQ=DAILY;INTERVAL=-1', 'INTERVAL is 1 to 1,000.'],
  ['FREQ=DAILY;INTERVAL=1001', 'INTERVAL is 1 to 1,000.'],
  ['FREQ=DAILY;INTERVAL=1,2', 'INTERVAL may have only one value.'],
  ['FREQ=DAILY;COUNT=0', 'COUNT is 1 to 1,000,000.'],
  ['FREQ=DAILY;COUNT=-1', 'COUNT is 1 to 1,000,000.'],
  ['FREQ=DAILY;COUNT=99999999999999999999', 'COUNT is 1 to 1,000,000.'],
  ['FREQ=DAILY;COUNT=2;UNTIL=20261215', 'COUNT and UNTIL exclude each other.'],
  ['FREQ=DAILY;UNTIL=20260229', UNTIL],
  ['FREQ=DAILY;UNTIL=00000101', UNTIL],
  ['FREQ=DAILY;UNTIL=99991231T235959Z', UNTIL],
  ['FREQ=DAILY;UNTIL=20261215T240000', UNTIL],
  ['FREQ=DAILY;UNTIL=20261215T190000+0100', UNTIL],
  ['FREQ=DAILY;UNTIL=2026-12-15', UNTIL],
  ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH is 1 to 12.'],
  ['FREQ=YEARLY;BYMONTH=0', 'BYMONTH is 1 to 12.'],
  ['FREQ=YEARLY;BYMONTH=-1', 'BYMONTH is 1 to 12.'],
  ['FREQ=YEARLY;BYMONTH=1,,2', 'BYMONTH is 1 to 12.'],
  ['FREQ=YEARLY;BYWEEKNO=54', 'BYWEEKNO is 1 to 53, or -53 to -1.'],
  ['FREQ=YEARLY;BYYEARDAY=367', 'BYYEARDAY is 1 to 366, or -366 to -1.'],
  ['FREQ=YEARLY;BYYEARDAY=0', 'BYYEARDAY is 1 to 366, or -366 to -1.'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY is 1 to 31, or -31 to -1.'],
  ['FREQ=MONTHLY;BYMONTHDAY=1.5', SHAPE],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-367', 'BYSETPOS is 1 to 366, or -366 to -1.'],
  ['FREQ=WEEKLY;BYDAY=XX', BYDAY],
  ['FREQ=MONTHLY;BYDAY=54MO', BYDAY],
  ['FREQ=MONTHLY;BYDAY=0MO', BYDAY],
  ['FREQ=MONTHLY;BYDAY=MO1', BYDAY],
  ['FREQ=WEEKLY;WKST=XX', 'WKST is one of MO, TU, WE, TH, FR, SA, SU.'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY has numbers only with FREQ=MONTHLY or FREQ=YEARLY.'],
  ['FREQ=DAILY;BYDAY=-1MO', 'BYDAY has numbers only with FREQ=MONTHLY or FREQ=YEARLY.'],
  ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO', 'BYDAY has no numbers beside BYWEEKNO.'],
  ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO needs FREQ=YEARLY.'],
  ['FREQ=DAILY;BYYEARDAY=1', 'BYYEARDAY needs FREQ=YEARLY.'],
  ['FREQ=WEEKLY;BYYEARDAY=1', 'BYYEARDAY needs FREQ=YEARLY.'],
  ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY needs FREQ=YEARLY.'],
  ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY is not for FREQ=WEEKLY.'],
  ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS needs another part that chooses days.'],
  ['FREQ=DAILY;BYHOUR=9', 'BYHOUR is not taken: the first start says the time.'],
  ['FREQ=DAILY;BYMINUTE=0', 'BYMINUTE is not taken: the first start says the time.'],
  ['FREQ=DAILY;BYSECOND=0', 'BYSECOND is not taken: the first start says the time.'],
])('%j is refused, saying why', (text, message) => {
  expect(rewritten(text, SEOUL)).toBe(message);
});

test('a rule of more than 500 characters is refused', () => {
  const text = `FREQ=YEARLY;BYYEARDAY=${'1'.padEnd(477, ',1')}`;
  expect(rewritten(text)).toBe('FREQ=YEARLY;BYYEARDAY=1');
  expect(rewritten(`${text},1`)).toBe('Must not be longer than 500 characters.');
});

const ALL_DAY = { ...SEOUL, allDay: true };

test.each([
  ['20261215', SEOUL, '2026-12-15 23:59:59', '20261215', '20261215T145959Z'],
  ['20261215T190000', SEOUL, '2026-12-15 19:00:00', '20261215T190000', '20261215T100000Z'],
  ['20261215T100000Z', SEOUL, '2026-12-15 19:00:00', '20261215T190000', '20261215T100000Z'],
  ['20261215T160000Z', SEOUL, '2026-12-16 01:00:00', '20261216T010000', '20261215T160000Z'],
  ['20261215T145959Z', SEOUL, '2026-12-15 23:59:59', '20261215', '20261215T145959Z'],
  ['20261215', ALL_DAY, '2026-12-15 23:59:59', '20261215', '20261215'],
  ['20261215T090000', ALL_DAY, '2026-12-15 23:59:59', '20261215', '20261215'],
  ['20261215T150000Z', ALL_DAY, '2026-12-16 23:59:59', '20261216', '20261216'],
])('UNTIL=%s of %j is kept as %s', (text, context, wall, own, file) => {
  expect(readRule(`FREQ=DAILY;UNTIL=${text}`, context)).toMatchObject({ rule: { UNTIL: wall } });
  expect(rewritten(`FREQ=DAILY;UNTIL=${text}`, context)).toBe(`FREQ=DAILY;UNTIL=${own}`);
  expect(rewritten(`FREQ=DAILY;UNTIL=${text}`, context, context)).toBe(`FREQ=DAILY;UNTIL=${file}`);
});

describe('the time of the day that an imported rule names', () => {
  const at = (text: string, allDay = false): string => {
    const read = readRule(`FREQ=DAILY;${text}`, { zone: 'UTC', allDay, imported: true });
    return 'fault' in read ? String(read.fault.message) : atClock('2026-12-15 19:30:05', read.clock);
  };

  test.each([
    ['BYHOUR=9', '2026-12-15 09:30:05'],
    ['BYHOUR=9;BYMINUTE=0;BYSECOND=0', '2026-12-15 09:00:00'],
    ['BYMINUTE=15,15', '2026-12-15 19:15:05'],
    ['BYSECOND=59', '2026-12-15 19:30:59'],
    ['INTERVAL=2', '2026-12-15 19:30:05'],
    ['BYHOUR=9,10', 'BYHOUR may have only one value.'],
    ['BYHOUR=24', 'BYHOUR is 0 to 23.'],
    ['BYMINUTE=60', 'BYMINUTE is 0 to 59.'],
    ['BYHOUR=9;BYSETPOS=1', 'BYSETPOS needs another part that chooses days.'],
  ])('of %s', (text, wall) => {
    expect(at(text)).toBe(wall);
  });

  test('means nothing beside dates', () => {
    expect(at('BYHOUR=9,10;BYMINUTE=99', true)).toBe('2026-12-15 19:30:05');
  });

  test('is no part of the rule that is kept', () => {
    expect(rewritten('FREQ=DAILY;BYHOUR=9', { zone: 'UTC', imported: true })).toBe('FREQ=DAILY');
  });
});

test.each([
  ['FREQ=DAILY', true],
  ['FREQ=DAILY;COUNT=2', false],
  ['FREQ=DAILY;UNTIL=20261215', false],
])('%s never ends: %s', (text, isEndless) => {
  expect(readRule(text, UTC)).toSatisfy((read) => isInfinite((read as { rule: never }).rule) === isEndless);
});

test('any rule that RFC 5545 allows is taken, and what is written reads as the same rule', () => {
  fc.assert(
    fc.property(drawnRule, (text) => {
      const read = readRule(text, UTC);
      expect(readRule(rewritten(text), UTC)).toEqual(read);
      expect(rewritten(rewritten(text))).toBe(rewritten(text));
      expect(read).toHaveProperty('rule');
    }),
    { numRuns: runsOf(100, 400) },
  );
});

test('any text is a rule or has one fault', () => {
  const name = fc.constantFrom('FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTH', 'BYSETPOS', 'WKST', 'X');
  const value = fc.oneof(fc.string(), fc.constantFrom('DAILY', 'YEARLY', '1', '-1', 'MO', '1MO', '20261215'));
  const parts = fc.array(fc.tuple(name, value).map((part) => part.join('=')));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        parts.map((each) => each.join(';')),
      ),
      (text) => {
        expect(Object.keys(readRule(text, { ...SEOUL, imported: true }))).toEqual(
          expect.toBeOneOf([['rule', 'clock'], ['fault']]),
        );
      },
    ),
    { numRuns: runsOf(100, 400) },
  );
});
