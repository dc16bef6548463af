import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { type DrawnCalendar, drawCalendar, type Known, SEED } from '../support/drawn-calendar.ts';
import { byStart, compare, filtersOf, idsOf, listed, type Row, whereOf } from '../support/event-filters.ts';
import { runsOf } from '../support/fuzz/seed.ts';

let app: TestApp;
let calendar: DrawnCalendar;
let filters: Readonly<Record<string, Row>>;

beforeAll(async () => {
  app = await buildApp();
  calendar = await drawCalendar(app, 40);
  filters = filtersOf(app, calendar);
});
afterAll(() => app.close());

test(`each filter lets through what it says of a drawn calendar (FUZZ_SEED=${SEED})`, async () => {
  for (const each of Object.entries(filters))
    for (const value of fc.sample(each[1].values, { numRuns: runsOf(2, 16), seed: SEED }))
      await compare(app, calendar, each, value);
});

/** A filter as it is sent, and what it lets through. */
interface Combined {
  where: object;
  holds(event: Known): boolean;
}

test(`filters that are combined let through what they say together (FUZZ_SEED=${SEED})`, async () => {
  const one = fc.constantFrom(...Object.entries(filters)).chain(([key, row]) =>
    row.values.map(
      (value): Combined => ({
        where: whereOf(row, key, value),
        holds: (event) => row.holds(event, value),
      }),
    ),
  );
  const { any } = fc.letrec<{ any: Combined }>((tie) => {
    const several = fc.array(tie('any'), { minLength: 1, maxLength: 3 });
    return {
      any: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        one,
        several.map((all) => ({
          where: { and: all.map(({ where }) => where) },
          holds: (event: Known) => all.every(({ holds }) => holds(event)),
        })),
        several.map((all) => ({
          where: { or: all.map(({ where }) => where) },
          holds: (event: Known) => all.some(({ holds }) => holds(event)),
        })),
        tie('any').map(({ where, holds }) => ({ where: { not: where }, holds: (event: Known) => !holds(event) })),
      ),
    };
  });
  await fc.assert(
    fc.asyncProperty(any, async ({ where, holds }) => {
      expect(await listed(app, { where })).toEqual(idsOf(calendar.listed.filter(holds).sort(byStart)));
    }),
    { numRuns: runsOf(40, 600), seed: SEED },
  );
});
