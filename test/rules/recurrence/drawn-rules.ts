import fc from 'fast-check';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

const list = (values: fc.Arbitrary<string | number>, most = 3): fc.Arbitrary<string> =>
  fc.uniqueArray(values, { minLength: 1, maxLength: most }).map(String);

/** A number from the front or from the end; more often a small one. */
const signed = (most: number): fc.Arbitrary<number> =>
  fc
    .tuple(fc.oneof(fc.integer({ min: 1, max: Math.min(most, 5) }), fc.integer({ min: 1, max: most })), fc.boolean())
    .map(([number, isFromEnd]) => (isFromEnd ? -number : number));

const weekday = fc.constantFrom(...WEEKDAYS);
const weekdays = list(weekday, 7);
const nthWeekdays = list(fc.tuple(fc.oneof(fc.constant(''), signed(6)), weekday).map((parts) => parts.join('')));

/** A clock reading in the years 2020 to 2029. */
export const drawnStart = fc
  .tuple(fc.integer({ min: 0, max: 3652 }), fc.constantFrom('00:00:00', '01:30:00', '02:30:00', '19:00:00'))
  .map(([day, time]) => `${new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)} ${time}`);

const until = drawnStart.map((wall) => wall.replace(/[-:]/g, '').replace(' ', 'T'));

const end = fc.oneof(
  fc.constant({}),
  fc.integer({ min: 1, max: 40 }).map((COUNT) => ({ COUNT })),
  fc.tuple(until, fc.constantFrom(8, 15)).map(([text, length]) => ({ UNTIL: text.slice(0, length) })),
);

/** For each frequency, the parts that RFC 5545 lets stand beside it. */
const partsOf = {
  DAILY: { BYMONTH: list(fc.integer({ min: 1, max: 12 }), 6), BYMONTHDAY: list(signed(31), 9), BYDAY: weekdays },
  WEEKLY: { BYMONTH: list(fc.integer({ min: 1, max: 12 }), 6), BYDAY: weekdays, WKST: weekday },
  MONTHLY: { BYMONTH: list(fc.integer({ min: 1, max: 12 }), 6), BYMONTHDAY: list(signed(31), 9), BYDAY: nthWeekdays },
  YEARLY: {
    BYMONTH: list(fc.integer({ min: 1, max: 12 })),
    BYMONTHDAY: list(signed(31)),
    BYYEARDAY: list(signed(366), 20),
    BYDAY: nthWeekdays,
  },
  WEEKS: {
    BYWEEKNO: list(signed(53), 9),
    BYMONTH: list(fc.integer({ min: 1, max: 12 }), 6),
    BYDAY: weekdays,
    WKST: weekday,
  },
};

/** A rule that RFC 5545 allows. Its parts stand in any order. */
export const drawnRule: fc.Arbitrary<string> = fc
  .constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'WEEKS' as const)
  .chain((kind) =>
    fc.tuple(
      fc.constant({ FREQ: kind === 'WEEKS' ? 'YEARLY' : kind }),
      fc.record(partsOf[kind] as Record<string, fc.Arbitrary<string>>, {
        requiredKeys: kind === 'WEEKS' ? ['BYWEEKNO'] : [],
      }),
      fc.record({ INTERVAL: fc.integer({ min: 1, max: 4 }), BYSETPOS: list(signed(6)) }, { requiredKeys: [] }),
      end,
    ),
  )
  .map(([freq, parts, { BYSETPOS, ...interval }, bound]) => ({
    ...freq,
    ...parts,
    ...interval,
    ...bound,
    ...(BYSETPOS && Object.keys(parts).some((name) => name.startsWith('BY')) && { BYSETPOS }),
  }))
  .chain((parts) => fc.shuffledSubarray(Object.entries(parts), { minLength: Object.keys(parts).length }))
  .map((parts) => parts.map((part) => part.join('=')).join(';'));
