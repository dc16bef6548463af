import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../../support/app.ts';
import { defineField } from '../../support/custom-fields.ts';
import { made } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  await defineField(app, 'EVENT', { key: 'seats', kind: 'NUMBER', label: { en: 'Seats' } });
  await defineField(app, 'EVENT', { key: 'motto', kind: 'TEXT', label: { en: 'Motto' } });
});
afterAll(() => app.close());

const as = 'editor';

/** A value of a custom field that is written, and what of it is wrong. */
interface Sent {
  key: string;
  value: string | number;
}

interface Shown {
  custom_fields: Record<string, { value: string }>;
}

interface Made {
  series: number;
  ids: number[];
  second: number;
}

/** A series of four, and its second occurrence. */
async function four(): Promise<Made> {
  const { series } = await made(app, 'events', {
    title: 'Choir',
    start_date: '2027-03-02 19:00',
    end_date: '2027-03-02 21:00',
    status: 'publish',
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=4' },
  });
  const { body } = await app.rest('GET', `/events?series=${series.id}&start_date=2027-01-01`, { as });
  const ids = body.events.map(({ id }: { id: number }) => id);
  return { series: series.id, ids, second: ids[1]! };
}

/** Runs a mutation, and says which members are wrong. */
async function mutate(field: string, input: object, by: Caller = as): Promise<string[]> {
  const type = `${field[0]!.toUpperCase()}${field.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${field}(input: $input) { userErrors { path } } }`;
  const { body } = await app.graphql(query, { input }, { as: by });
  expect(body.errors).toBeUndefined();
  return body.data[field].userErrors.map(({ path }: { path: string[] }) => path.slice(1).join('.'));
}

const input = ({ key, value }: Sent) => ({ customFields: [{ key, value: String(value) }] });

const inScope =
  (scope: string) =>
  ({ second }: Made, sent: Sent): Promise<string[]> =>
    mutate('updateEvent', { ref: { databaseId: second }, scope, ...input(sent) });

async function byRest({ second }: Made, { key, value }: Sent): Promise<string[]> {
  const json = { scope: 'all', custom_fields: { [key]: value } };
  const { status, body } = await app.rest('PATCH', `/events/${second}`, { as, json });
  return status === 200 ? [] : Object.keys(body.data.params);
}

/** Each way to write, and how many of the four occurrences it reaches. */
const WAYS: readonly [way: string, write: (made: Made, sent: Sent) => Promise<string[]>, reached: number][] = [
  ['updateSeries', ({ series }, sent) => mutate('updateSeries', { ref: { databaseId: series }, ...input(sent) }), 4],
  ['updateEvent with ALL', inScope('ALL'), 4],
  ['updateEvent with FOLLOWING', inScope('FOLLOWING'), 3],
  ['REST with all', byRest, 4],
];

test.each(WAYS)('%s writes custom fields of a series, and names an unknown key and a wrong value', async (...way) => {
  const [, write, reached] = way;
  const its = await four();
  expect(await write(its, { key: 'seats', value: 40 })).toEqual([]);
  expect(await write(its, { key: 'motto', value: 'Sing' })).toEqual([]);
  const withBoth = async (): Promise<number> => {
    const { body } = await app.rest('GET', `/events?include=${its.ids.join()}&start_date=2027-01-01`);
    return body.events.filter(({ custom_fields: { seats, motto } }: Shown) => seats?.value === '40' && motto).length;
  };
  expect(await withBoth()).toBe(reached);
  for (const wrong of [
    { key: 'unknown', value: 1 },
    { key: 'seats', value: 'many' },
  ])
    expect(await write(its, wrong)).toEqual([expect.stringMatching(/^custom_?fields/i)]);
  expect(await withBoth()).toBe(reached);
});

/** A value of each member that a series takes. */
const VALUES: Readonly<Record<string, unknown>> = {
  title: 'Chorus',
  description: '<p>Sing</p>',
  excerpt: 'Sing',
  cost: '12 €',
  website: 'https://choir.example/',
  image: 'https://choir.example/a.png',
  venues: { create: [{ name: 'Hall' }] },
  organizers: { create: [{ name: 'Club' }] },
  categories: { create: [{ name: 'Music' }] },
  tags: { create: [{ name: 'Free' }] },
  eventStatus: 'CANCELED',
  statusReason: 'Rain',
  onlineUrl: 'https://choir.example/live',
  isVirtual: true,
  status: 'PRIVATE',
  featured: true,
  sticky: true,
  hideFromListings: true,
  showMap: false,
  showMapLink: false,
  timezone: 'Asia/Seoul',
  startDate: '2027-03-02 18:00:00',
  endDate: '2027-03-02 22:00:00',
  startsAt: '2027-03-02T18:00:00Z',
  endsAt: '2027-03-02T22:00:00Z',
  allDay: true,
  date: '2026-01-01 10:00:00',
  dateUtc: '2026-01-01T10:00:00Z',
  publishedAt: '2026-01-01T10:00:00Z',
  imageId: null,
  imageUrl: 'https://choir.example/b.png',
  isSticky: false,
  author: '1',
  rule: 'FREQ=WEEKLY;COUNT=5',
  rdates: ['2027-03-04'],
  exdates: ['2027-03-09'],
  customFields: [{ key: 'seats', value: '4' }],
};

test('a value is here for each member of updateSeries', async () => {
  const query = '{ __type(name: "UpdateSeriesInput") { inputFields(includeDeprecated: true) { name } } }';
  const { body } = await app.graphql(query, {}, { as });
  const names = body.data.__type.inputFields.map(({ name }: { name: string }) => name);
  const others = ['ref', 'ifVersion', 'clientMutationId', 'language'];
  expect(Object.keys(VALUES).sort()).toEqual(names.filter((name: string) => !others.includes(name)).sort());
});

test.each(Object.entries(VALUES))('updateSeries takes %s', async (member, value) => {
  const { series } = await four();
  expect(await mutate('updateSeries', { ref: { databaseId: series }, [member]: value }, 'administrator')).toEqual([]);
});
