import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOptions, type Typed } from '../../../src/tools/seed/options.ts';

const TODAY = '2026-11-20';
const read = (typed: Typed) => readOptions(typed, TODAY);

test('without more than the number of events the seed is 1 and the day is today', () => {
  expect(read({ events: '5' })).toEqual({ events: 5, seed: 1, around: TODAY, severalVenues: false });
});

test('several venues are made only when they are asked for', () => {
  expect(read({ events: '5', 'several-venues': true })).toMatchObject({ severalVenues: true });
});

test('every number of events, every whole seed and every day are taken as they are', () => {
  const days = fc.date({ min: new Date('1970-01-01'), max: new Date('9990-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.maxSafeInteger(), days, (events, seed, day) => {
      const around = day.toISOString().slice(0, 10);
      const expected = { events, seed: seed === 0 ? 0 : seed, around, severalVenues: false };
      expect(read({ events: `${events}`, seed: `${seed}`, around })).toEqual(expected);
    }),
  );
});

describe('what is wrong is said for', () => {
  test.each<[string, Typed, string]>([
    ['nothing', {}, 'Say how many: --events N.'],
    ['no number', { events: 'many' }, '--events is "many"'],
    ['an empty number', { events: '' }, '--events is ""'],
    ['no event', { events: '0' }, '--events is "0"'],
    ['half an event', { events: '1.5' }, '--events is "1.5"'],
    ['a number in another form', { events: '1e3' }, '--events is "1e3"'],
    ['too many', { events: '10000001' }, 'a whole number from 1 to 10000000'],
    ['a seed that is no number', { events: '5', seed: 'x' }, '--seed is "x"'],
    ['a seed that is no whole number', { events: '5', seed: '0.5' }, '--seed is "0.5"'],
    ['a seed that is too large', { events: '5', seed: '9007199254740993' }, '--seed is'],
    ['no day', { events: '5', around: 'tomorrow' }, '--around is "tomorrow"'],
    ['a day that is not', { events: '5', around: '2027-02-29' }, '--around is "2027-02-29"'],
    ['a day with a time', { events: '5', around: '2027-02-28T00:00' }, '--around is'],
    ['a day too early', { events: '5', around: '1969-12-31' }, '--around is'],
    ['a day too late', { events: '5', around: '9991-01-01' }, '--around is'],
  ])('%s', (_what, typed, message) => {
    expect(read(typed)).toContain(message);
  });
});
