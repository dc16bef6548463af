import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { type DrawnCalendar, drawCalendar, SEED } from '../support/drawn-calendar.ts';
import { filtersOf, whereOf } from '../support/event-filters.ts';
import { compareFacets } from '../support/facets.ts';
import { runsOf } from '../support/fuzz/seed.ts';

let app: TestApp;
let calendar: DrawnCalendar;

beforeAll(async () => {
  app = await buildApp();
  calendar = await drawCalendar(app, 30);
});
afterAll(() => app.close());

test(`each facet counts what its filter would leave, for two filters, any role and language (FUZZ_SEED=${SEED})`, async () => {
  const one = fc
    .constantFrom(...Object.entries(filtersOf(app, calendar)))
    .chain(([key, row]) => row.values.map((value) => whereOf(row, key, value)));
  const asked = fc.record({
    as: fc.constantFrom<Caller>('anonymous', 'contributor', 'author', 'editor'),
    language: fc.constantFrom('en', 'ko', 'es'),
  });
  let counted = 0;
  await fc.assert(
    fc.asyncProperty(one, one, asked, async (first, second, { as, language }) => {
      const where = { or: [first, { and: [second, { not: first }] }] };
      counted += (await compareFacets(app, where, { as, headers: { 'accept-language': language } })).totalCount;
    }),
    { numRuns: runsOf(6, 120), seed: SEED },
  );
  expect(counted).toBeGreaterThan(0);
});
