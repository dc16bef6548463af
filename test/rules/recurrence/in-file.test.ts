import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seriesInFile } from '../../../src/domain/icalendar/series.ts';
import { type Series, seriesFault, startsOf } from '../../../src/domain/recurrence/expand.ts';
import { readRule, writeRule } from '../../../src/domain/recurrence/rule.ts';
import { toInstant, toWall } from '../../../src/domain/time.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { drawnRule, drawnStart } from './drawn-rules.ts';

const [FROM, TO] = [Date.UTC(2015, 0), Date.UTC(2036, 0)];
const MOST = 300;
const RUNS = runsOf(25, 80);

const dates = fc.uniqueArray(
  fc.oneof(
    drawnStart,
    drawnStart.map((wall) => wall.slice(0, 10)),
  ),
  { maxLength: 3 },
);

/** The dates of a line of a file, as clocks show them. */
const wallsIn = (lines: readonly string[], name: string): string[] =>
  lines
    .map((line) => line.replace(/\r\n /g, ''))
    .filter((line) => line.startsWith(name))
    .flatMap((line) => line.trim().split(':').at(-1)!.split(','))
    .map((date) => date.replace(/^(....)(..)(..)T(..)(..)(..)Z?$/, '$1-$2-$3 $4:$5:$6'));

test('a program that reads the rule, the added and the left out dates of a file finds the occurrences that are shown', async () => {
  let read = 0;
  const property = fc.asyncProperty(
    ...[drawnRule, drawnStart, fc.constantFrom('UTC', 'Europe/Madrid', 'America/New_York'), dates, dates],
    fc.tuple(fc.nat(9), fc.constantFrom(0, 3, 210)),
    async (text, firstStart, zone, rdates, exdates, [hidden, begun]) => {
      const said = readRule(text, { zone });
      fc.pre('rule' in said && seriesFault(said.rule, firstStart, true) === undefined);
      const { rule } = said as Extract<typeof said, { rule: unknown }>;
      const series: Series = { firstStart, zone, rule, rdates, exdates };
      const starts = await startsOf(series, FROM, TO, MOST + 1);
      const madeBefore = starts[MOST]?.at ?? TO;
      const shown = starts
        .slice(begun, MOST)
        .map(({ at }) => at)
        .filter((_, place) => place % 10 !== hidden);
      fc.pre(shown.length > 0);
      const startsAt = new Date(toInstant(firstStart, zone)).toISOString();
      const file = await seriesInFile(
        {
          ...{ startsAt, endsAt: startsAt, timezone: zone, allDay: false, rule: writeRule(rule), rdates, exdates },
          madeBefore: new Date(madeBefore).toISOString(),
        },
        shown,
      );
      const { lines } = file.repeats;
      // A rule that ends before the first start is not there.
      const ruleInFile = lines
        .filter((line) => line.startsWith('RRULE'))
        .map((line) => readRule(line.replace(/\r\n /g, '').slice(6).trim(), { zone, imported: true }))
        .find((read) => 'rule' in read);
      const found = await startsOf(
        {
          ...{ firstStart: toWall(Date.parse(file.startsAt), zone), zone },
          ...(ruleInFile && { rule: ruleInFile.rule }),
          ...{ rdates: wallsIn(lines, 'RDATE'), exdates: wallsIn(lines, 'EXDATE') },
        },
        FROM,
        madeBefore,
        MOST + 1,
      );
      expect(found.map(({ at }) => at)).toEqual(shown);
      read += 1;
    },
  );
  await fc.assert(property, { numRuns: RUNS });
  expect(read).toBeGreaterThan(RUNS / 4);
});
