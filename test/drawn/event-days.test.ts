import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { made } from '../support/making.ts';

const HOUR = 3_600_000;
const FIRST = Date.parse('2029-10-22T00:00:00Z');
const ZONES = {
  UTC: 'UTC',
  'Asia/Seoul': 'Asia/Seoul',
  'Europe/Madrid': 'Europe/Madrid',
  'UTC-11': 'Pacific/Pago_Pago',
};
let app: TestApp;
let drawing = 0;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const event = fc.record({
  at: fc.nat({ max: 12 * 48 }).map((halves) => FIRST + (halves * HOUR) / 2),
  lasts: fc.constantFrom(0, 0.5, 2, 24, 36, 100).map((hours) => hours * HOUR),
});
const zone = fc.constantFrom(...(Object.keys(ZONES) as (keyof typeof ZONES)[]));
const seed = fuzzSeed();

/** The beginning of a day in a zone, by the tables of Node. */
function beginning(day: string, zone: keyof typeof ZONES): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONES[zone], dateStyle: 'short', timeStyle: 'medium' });
  const noon = Date.parse(`${day}T00:00:00Z`);
  const away = Date.parse(`${clock.format(noon).replace(' ', 'T')}Z`) - noon;
  return noon - away;
}

test(`a day of eventDays has what takes place on it in its zone (FUZZ_SEED=${seed})`, async () => {
  const property = fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), zone, async (events, datesIn) => {
    drawing += 1;
    const tag = `drawn ${drawing}`;
    for (const { at, lasts } of events) {
      const [start_date, end_date] = [at, at + lasts].map((each) => new Date(each).toISOString().slice(0, 16));
      await made(app, 'events', { start_date, end_date, timezone: 'UTC', tags: [tag] });
    }
    const where = `{ datesIn: "${datesIn}", tagsIn: ["${tag}"] }`;
    const { body } = await app.graphql(`{ eventDays(from: "2029-10-20", days: 20, where: ${where}) { day total } }`);
    const days: { day: string; total: number }[] = body.data.eventDays;
    const counted = days.map(({ day }) => {
      const next = new Date(Date.parse(day) + 24 * HOUR).toISOString().slice(0, 10);
      const [from, before] = [beginning(day, datesIn), beginning(next, datesIn)];
      const total = events.filter(({ at, lasts }) => at < before && (at + lasts > from || at >= from)).length;
      return { day, total };
    });
    expect(days).toEqual(counted);
  });
  await fc.assert(property, { seed, numRuns: runsOf(4, 60) });
});
