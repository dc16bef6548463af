import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Series, seriesFault, startsOf } from '../../../src/domain/recurrence/expand.ts';
import { type Rule, readRule } from '../../../src/domain/recurrence/rule.ts';
import { isDivisible, splitAt } from '../../../src/domain/recurrence/split.ts';
import { toInstant } from '../../../src/domain/time.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { drawnRule, drawnStart } from './drawn-rules.ts';

const RUNS = runsOf(45, 150);
const [FROM, TO] = [Date.UTC(2015, 0), Date.UTC(2036, 0)];
const ZONES = ['UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Seoul', 'Australia/Lord_Howe'];

const startsIn = async (series: Series) => (await startsOf(series, FROM, TO, 400)).map(({ at, wall }) => [at, wall]);

const dates = fc.uniqueArray(
  fc.oneof(
    drawnStart,
    drawnStart.map((wall) => wall.slice(0, 10)),
  ),
  { maxLength: 4 },
);

test('the two parts of any series have its starts, each on its side', async () => {
  let divided = 0;
  const property = fc.asyncProperty(
    ...[drawnRule, drawnStart, fc.constantFrom(...ZONES), dates, dates, fc.nat()],
    async (text, firstStart, zone, rdates, exdates, choice) => {
      const read = readRule(text, { zone });
      fc.pre('rule' in read && seriesFault(read.rule, firstStart, true) === undefined);
      const { rule } = read as Extract<typeof read, { rule: unknown }>;
      fc.pre(isDivisible(rule));
      const series: Series = { firstStart, zone, rule, rdates, exdates };
      const all = await startsIn(series);
      fc.pre(all.length > 1);
      const [at] = all[1 + (choice % (all.length - 1))]! as [number, string];
      const [before, after] = await splitAt(series, { at, first: all[0]![0] as number });
      const [early, late] = [await startsIn({ ...before, zone }), await startsIn({ ...after, zone })];
      expect(early).toEqual(all.filter(([start]) => Number(start) < at));
      expect(late.slice(0, all.length - early.length)).toEqual(all.slice(early.length));
      divided += 1;
    },
  );
  await fc.assert(property, { numRuns: RUNS });
  expect(divided).toBeGreaterThan(RUNS / 3);
});

test('a part to which a changed rule gives no start has the date of its first occurrence', async () => {
  const read = readRule('FREQ=WEEKLY;COUNT=2', { zone: 'UTC' }) as { rule: Rule };
  const firstStart = '2027-03-02 19:00:00';
  const at = (wall: string): number => toInstant(wall, 'UTC');
  const dated = (wall: string) => ({ firstStart: wall, rdates: [wall], exdates: [] });
  const series: Series = { ...read, firstStart, zone: 'UTC' };
  const [before, after] = ['2027-02-20 10:00:00', '2027-03-20 10:00:00'] as const;
  expect(await splitAt(series, { first: at(before), at: at(firstStart) })).toMatchObject([
    dated(before),
    { firstStart, rdates: [], rule: { COUNT: 2 } },
  ]);
  expect(await splitAt(series, { first: at(firstStart), at: at(after) })).toMatchObject([
    { firstStart, rdates: [], rule: { COUNT: 2 } },
    dated(after),
  ]);
  const days: Series = { ...series, allDay: true, firstStart: '2027-03-02 00:00:00' };
  const [, part] = await splitAt(days, { first: at(firstStart), at: at('2027-03-20 00:00:00') });
  expect(part.rdates).toEqual(['2027-03-20']);
});
