import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, putCopies, upTo } from '../../support/making.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
let app: TestApp;
let drawing = 0;

beforeAll(async () => {
  app = await buildApp({ env: { SITE_TIMEZONE: 'Europe/Madrid' } });
});
afterAll(() => app.close());

interface GivenDay {
  day: string;
  total: number;
  events: { id: number; title: string }[];
}

const SHOWN = 'day total events { id: databaseId title }';

async function daysOf(args: string): Promise<GivenDay[]> {
  const { body } = await app.graphql(`{ eventDays(${args}) { ${SHOWN} } }`);
  expect(body.errors).toBeUndefined();
  return body.data.eventDays;
}

/** Makes events as they are written in days: `2026-11-20 10:00 2026-11-20 12:00`. */
async function make(title: string, [start, end]: readonly [string, string], more = {}) {
  return made(app, 'events', { title, start_date: start, end_date: end, timezone: 'Europe/Madrid', ...more });
}

const titles = (days: readonly GivenDay[]) => days.map(({ events }) => events.map(({ title }) => title));

test('a day has what takes place on it, and not what ended as it began', async () => {
  await make('Late', ['2027-03-26 20:00', '2027-03-27 00:00']);
  await make('Night', ['2027-03-26 22:00', '2027-03-27 02:00']);
  await make('Moment', ['2027-03-27 00:00', '2027-03-27 00:00']);
  await make('Long', ['2027-03-25 10:00', '2027-03-28 10:00']);
  const days = await daysOf('from: "2027-03-25", days: 5');
  expect(days.map(({ day, total }) => [day, total])).toEqual([
    ['2027-03-25', 1],
    ['2027-03-26', 3],
    ['2027-03-27', 3],
    ['2027-03-28', 1],
    ['2027-03-29', 0],
  ]);
  expect(titles(days)).toEqual([['Long'], ['Long', 'Night', 'Late'], ['Long', 'Night', 'Moment'], ['Long'], []]);
});

test('what runs over several days has half of the places while others need them', async () => {
  for (const number of upTo(4)) await make(`Exhibition ${number}`, ['2027-05-01 10:00', '2027-05-09 18:00']);
  for (const number of upTo(4)) await make(`Concert ${number}`, ['2027-05-05 20:00', '2027-05-05 21:00']);
  const [alone, both] = await daysOf('from: "2027-05-04", days: 2, perDay: 3');
  expect([alone!.total, both!.total]).toEqual([4, 8]);
  expect(titles([alone!, both!])).toEqual([
    ['Exhibition 0', 'Exhibition 1', 'Exhibition 2'],
    ['Exhibition 0', 'Exhibition 1', 'Concert 0'],
  ]);
  expect(titles(await daysOf('from: "2027-05-05", days: 1, where: { search: "concert" }'))).toEqual([
    ['Concert 0', 'Concert 1', 'Concert 2'],
  ]);
});

test('the days are those of the zone, also when its clock changes', async () => {
  // On that day the clocks of Madrid go from 2 to 3, and those of Seoul never do.
  await make('First hour', ['2028-03-26 00:00', '2028-03-26 00:30']);
  await make('Last hour', ['2028-03-26 23:30', '2028-03-26 23:59']);
  expect(titles(await daysOf('from: "2028-03-25", days: 3'))).toEqual([[], ['First hour', 'Last hour'], []]);
  const there = await daysOf('from: "2028-03-25", days: 3, where: { datesIn: "Asia/Seoul" }');
  expect(titles(there)).toEqual([[], ['First hour'], ['Last hour']]);
});

test('each day has as many events as the list of that day, whatever they are', async () => {
  const at = fc
    .integer({ min: 0, max: 12 * 48 })
    .map((halves) => Date.parse('2029-10-22T00:00:00Z') + (halves * HOUR) / 2);
  const lasts = fc.constantFrom(0, 0.5, 2, 24, 36, 100).map((hours) => hours * HOUR);
  const zone = fc.constantFrom('Europe/Madrid', 'Asia/Seoul', 'UTC-11');
  const drawn = fc.array(fc.record({ at, lasts }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(drawn, zone, async (events, datesIn) => {
      drawing += 1;
      const tag = `drawn ${drawing}`;
      for (const event of events) {
        const [start, end] = [event.at, event.at + event.lasts].map((each) =>
          new Date(each).toISOString().slice(0, 16),
        );
        await make('Drawn', [start!, end!], { tags: [tag], timezone: 'UTC' });
      }
      const days = await daysOf(`from: "2029-10-20", days: 20, where: { datesIn: "${datesIn}", tagsIn: ["${tag}"] }`);
      const lists = days.map(
        ({ day }) =>
          `d${day.replaceAll('-', '')}: events(where: { onDate: "${day}", datesIn: "${datesIn}", tagsIn: ["${tag}"] }) { totalCount }`,
      );
      // Three lists are what a request may ask for.
      for (const [index] of lists.entries())
        if (index % 3 === 0) {
          const { body } = await app.graphql(`{ ${lists.slice(index, index + 3).join(' ')} }`);
          const counts = Object.values(body.data as Record<string, { totalCount: number }>);
          expect(counts.map(({ totalCount }) => totalCount)).toEqual(
            days.slice(index, index + 3).map(({ total }) => total),
          );
        }
    }),
    { numRuns: 6 },
  );
});

describe('at the ends of the calendar', () => {
  test.each([
    ['0001-01-01', 3, ['0001-01-01', '0001-01-02', '0001-01-03']],
    ['9999-12-30', 7, ['9999-12-30', '9999-12-31']],
    ['0000-12-31', 2, ['0001-01-01']],
    ['0000-01-01', 1, []],
  ])('from %s on %d days are those of its years', async (from, days, given) => {
    expect((await daysOf(`from: "${from}", days: ${days}`)).map(({ day }) => day)).toEqual(given);
  });
});

test.each([
  ['days: 0', 'days'],
  ['days: 43', 'days'],
  ['perDay: 0', 'perDay'],
  ['perDay: 11', 'perDay'],
])('%s is refused by its name', async (arg, field) => {
  const { body } = await app.graphql(`{ eventDays(from: "2027-01-01", ${arg}) { day } }`);
  expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_FIELD', problems: [{ field }] });
});

test('of more events than are read at once every day is still right', async () => {
  const own = await buildApp();
  await made(own, 'events', { start_date: '2040-01-01 10:00', end_date: '2040-01-01 11:00' });
  await putCopies(own, 2999, ({ startsAt, endsAt }, number) => ({
    startsAt: startsAt + (number % 30) * DAY,
    endsAt: endsAt + (number % 30) * DAY,
  }));
  const { body } = await own.graphql(`{ eventDays(from: "2040-01-01", days: 30) { ${SHOWN} } }`);
  const days: GivenDay[] = body.data.eventDays;
  await own.close();
  expect(days.map(({ total }) => total)).toEqual([101, ...Array(28).fill(100), 99]);
  expect(days.every(({ events }) => events.length === 3)).toBe(true);
});
