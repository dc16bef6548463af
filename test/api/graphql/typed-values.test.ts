import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

const shown = async (values: object, selection: string) => {
  const times = { start_date: '2026-11-20 20:00:00', end_date: '2026-11-21 02:00:00', timezone: 'Asia/Seoul' };
  const { id } = await made(app, 'events', { title: 'Night', ...times, ...values });
  return (await app.graphql(`{ it: event(ref: { databaseId: ${id} }) { ${selection} } }`)).body.data.it;
};

test('an event says its moments with an offset, its days, and its zone', async () => {
  expect(await shown({}, 'startsAt endsAt startDay endDay timezone startDate')).toEqual({
    startsAt: '2026-11-20T20:00:00+09:00',
    endsAt: '2026-11-21T02:00:00+09:00',
    startDay: '2026-11-20',
    endDay: '2026-11-21',
    timezone: 'Asia/Seoul',
    startDate: '2026-11-20 20:00:00',
  });
});

test.each([
  [{ all_day: true }, '2026-11-22'],
  [{ all_day: true, end_date: '2026-12-31', timezone: 'Pacific/Kiritimati' }, '2027-01-01'],
  [{ all_day: true, end_date: '9999-12-31' }, null],
  [{}, null],
])('the day after the last one of %j is %s', async (values, endDayExclusive) => {
  expect(await shown(values, 'endDayExclusive')).toEqual({ endDayExclusive });
});

test('an event runs from its start until before its end', async () => {
  const at = (alias: string, moment: string) => `${alias}: isRunning(at: "${moment}")`;
  const moments = [
    '2026-11-20T10:59:59Z',
    '2026-11-20T11:00:00Z',
    '2026-11-21T01:59:59+09:00',
    '2026-11-21T02:00:00+09:00',
  ];
  const all = moments.map((moment, index) => at(`a${index}`, moment)).join(' ');
  expect(await shown({}, `isRunning ${all}`)).toEqual({ isRunning: true, a0: false, a1: true, a2: true, a3: false });
});

test('what is kept of an answer says so until the event ends', async () => {
  const filter = 'where: { startsBetween: { from: "2026-11-20", to: "2026-11-21" }, search: "Kept" }';
  const address = `/graphql?query=${encodeURIComponent(`{ eventPage(${filter}) { items { isRunning } } }`)}`;
  const two = await buildApp({ now: FRIDAY });
  await made(two, 'events', { title: 'Kept', start_date: '2026-11-20 11:40:00', end_date: '2026-11-20 11:50:00' });
  const ask = async () => (await two.fetch(address)).body.data.eventPage.items;
  const said: boolean[] = [];
  for (const minutes of [0, 0, 0, 10, 0, 0, 9, 0, 1, 0]) {
    two.clock.now += minutes * 60_000;
    said.push(...(await ask()).map(({ isRunning }: { isRunning: boolean }) => isRunning));
  }
  expect(said).toEqual([false, false, false, true, true, true, true, true, false, false]);
  await two.close();
});

test.each([
  ['10 EUR – 20 EUR', [10, 20].map((amount) => ({ amount, currencyCode: 'EUR' })), false],
  ['무료', [{ amount: 0, currencyCode: null }], true],
  ['Ask at the door', [], false],
])('the cost %j in numbers', async (cost, prices, isFree) => {
  expect(await shown({ cost }, 'prices { amount currencyCode } isFree')).toEqual({ prices, isFree });
});

test('the cost for people is null where none was given', async () => {
  expect(await shown({ cost: '' }, 'costText cost')).toEqual({ costText: null, cost: '' });
  expect(await shown({ cost: '10' }, 'costText cost')).toEqual({ costText: '$10', cost: '$10' });
});

test('a cost that is sent back as it was shown changes nothing', async () => {
  const { id } = await made(app, 'events', { cost: '10' });
  const SEND = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { costText version } } }';
  const send = async (cost: string | null) =>
    (await app.graphql(SEND, { input: { ref: { databaseId: id }, cost } }, { as: 'administrator' })).body.data
      .updateEvent.event;
  const written = await send('1인당 15,000원');
  expect(written.costText).toBe('1인당 15,000원');
  expect([await send('1인당 15,000원'), await send('1원 – 15,000원')]).toEqual([written, written]);
  const shaped = await send('10 - 5 €');
  expect([shaped.costText, await send('5 € – 10 €')]).toEqual(['5 € – 10 €', shaped]);
});

test('a venue says how far it is from a point, and nothing where nobody knows where it is', async () => {
  const { id } = await made(app, 'venues', { venue: 'Sevilla', geo_lat: 37.3891, geo_lng: -5.9845 });
  const { id: nowhere } = await made(app, 'venues', { venue: 'Nowhere', geo_lat: 37.3891 });
  const distance = async (of: number, latitude: number, longitude: number) => {
    const query = `{ venue(ref: { databaseId: ${of} }) { distanceKm(latitude: ${latitude}, longitude: ${longitude}) } }`;
    return (await app.graphql(query)).body;
  };
  // Madrid lies 391 km away, its own place none, and the other side of the globe half of its circumference.
  expect((await distance(id, 40.4168, -3.7038)).data.venue.distanceKm).toBeCloseTo(391, -1);
  expect((await distance(id, 37.3891, -5.9845)).data.venue.distanceKm).toBe(0);
  expect((await distance(id, -37.3891, 174.0155)).data.venue.distanceKm).toBeCloseTo(20_015, 0);
  expect((await distance(nowhere, 0, 0)).data.venue.distanceKm).toBeNull();
  expect(await distance(id, 90.1, -180.1)).toMatchObject({
    data: { venue: { distanceKm: null } },
    errors: [{ extensions: { code: 'INVALID_FIELD', problems: [{ field: 'latitude' }, { field: 'longitude' }] } }],
  });
});

test('a moment without an offset is not taken', async () => {
  const { body } = await app.graphql('{ eventPage { items { isRunning(at: "2026-11-20T10:00:00") } } }');
  expect(body.errors[0]).toMatchObject({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
});

test('a venue says its address as its country writes it, and which country that is', async () => {
  const { id } = await made(app, 'venues', {
    venue: 'A',
    address: 'Calle Mayor 1',
    city: 'Madrid',
    zip: '28013',
    country: 'España',
  });
  const { body } = await app.graphql(`{ venue(ref: { databaseId: ${id} }) { formattedAddress countryCode website } }`);
  expect(body.data.venue).toEqual({
    formattedAddress: 'Calle Mayor 1\n28013 Madrid\nEspaña',
    countryCode: 'ES',
    website: null,
  });
});
