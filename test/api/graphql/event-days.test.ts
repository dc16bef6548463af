import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';

let app: TestApp;

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

test('with multiDay, what runs over several days comes once besides the others, featured and longer ones first', async () => {
  const more = { tags: ['apart'] };
  await make('Short', ['2027-06-02 10:00', '2027-06-04 18:00'], more);
  await make('Exhibition', ['2027-05-20 10:00', '2027-06-20 18:00'], more);
  await make('Festival', ['2027-06-03 18:00', '2027-06-05 18:00'], { ...more, featured: true });
  await make('Night', ['2027-06-02 22:00', '2027-06-03 05:00'], more);
  for (const number of upTo(3)) await make(`Talk ${number}`, ['2027-06-03 12:00', '2027-06-03 13:00'], more);
  await make('Gala', ['2027-06-03 20:00', '2027-06-03 21:00'], { ...more, featured: true });
  // In Madrid they run over midnight, by their own clock they do not.
  await make('Morning', ['2027-06-04 06:00', '2027-06-04 08:00'], { ...more, timezone: 'Asia/Seoul' });
  const asked = (most: number) =>
    daysOf(`from: "2027-06-02", days: 3, perDay: 2, multiDay: ${most}, where: { tagsIn: ["apart"] }`);
  const all = await asked(50);
  expect(titles(all)).toEqual([['Exhibition', 'Short', 'Night'], ['Festival', 'Talk 0', 'Gala'], ['Morning']]);
  expect(all.map(({ total }) => total)).toEqual([3, 9, 4]);
  expect(titles(await asked(2))).toEqual([['Exhibition', 'Night'], ['Festival', 'Talk 0', 'Gala'], ['Morning']]);
});

test('the days are those of the zone, also when its clock changes', async () => {
  // On that day the clocks of Madrid go from 2 to 3, and those of Seoul never do.
  await make('First hour', ['2028-03-26 00:00', '2028-03-26 00:30']);
  await make('Last hour', ['2028-03-26 23:30', '2028-03-26 23:59']);
  expect(titles(await daysOf('from: "2028-03-25", days: 3'))).toEqual([[], ['First hour', 'Last hour'], []]);
  const there = await daysOf('from: "2028-03-25", days: 3, where: { datesIn: "Asia/Seoul" }');
  expect(titles(there)).toEqual([[], ['First hour'], ['Last hour']]);
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
  ['multiDay: 0', 'multiDay'],
  ['multiDay: 51', 'multiDay'],
])('%s is refused by its name', async (arg, field) => {
  const { body } = await app.graphql(`{ eventDays(from: "2027-01-01", ${arg}) { day } }`);
  expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_FIELD', problems: [{ field }] });
});

test.each(['x', '', '2027-02-29', '2027-1-1', '20270101', '2027-01-01T00:00:00Z', 20_270_101])(
  'a first day of %j is refused, naming the argument',
  async (from) => {
    const { body } = await app.graphql('query ($from: Date!) { eventDays(from: $from) { day } }', { from });
    expect(body.data).toBeUndefined();
    expect(body.errors[0].message).toContain('from');
  },
);
