import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { invalid, outcomeOf } from '../support/outcome.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const LIVE = 'https://a.example/live?room=1&copy=2';

const SHOWN = ['event_status', 'event_status_reason', 'is_virtual', 'virtual_url'];

/** What a body says of the status of its event, and of taking part online. */
const said = (body: Record<string, unknown>): object =>
  Object.fromEntries(SHOWN.flatMap((name) => (name in body ? [[name, body[name]]] : [])));

const update = async (id: number, json: object, query = '') =>
  app.rest('PATCH', `/events/${id}${query}`, { as: 'administrator', json });

const QUERY = 'query ($id: ID!) { event(ref: { databaseId: $id }) { eventStatus statusReason onlineUrl attendance } }';

const inGraphql = async (id: number): Promise<object> => (await app.graphql(QUERY, { id })).body.data.event;

const ROOM = { '@type': 'VirtualLocation', url: LIVE };
const PAGE = { '@type': 'VirtualLocation', url: 'http://127.0.0.1:4000/event/no-address/' };
const HALL = expect.objectContaining({ '@type': 'Place', name: 'Hall' });
const venue = { venue: 'Hall' };
const ONLINE = { is_virtual: true, virtual_url: LIVE };

/** What REST is told; what it shows of that, and GraphQL and JSON-LD: status, attendance, place. */
type Row = [what: string, told: object, shown: object, status: string, attendance: string, place?: unknown];
const TOLD: Row[] = [
  ['nothing', {}, {}, 'SCHEDULED', 'OFFLINE'],
  ['scheduled', { event_status: 'scheduled', venue }, { event_status: 'scheduled' }, 'SCHEDULED', 'OFFLINE', HALL],
  ['canceled', { event_status: 'canceled' }, { event_status: 'canceled' }, 'CANCELED', 'OFFLINE'],
  ['postponed', { event_status: 'postponed' }, { event_status: 'postponed' }, 'POSTPONED', 'OFFLINE'],
  ['an address', { virtual_url: LIVE }, ONLINE, 'SCHEDULED', 'ONLINE', ROOM],
  ['an address and a venue', { ...ONLINE, venue }, ONLINE, 'SCHEDULED', 'MIXED', [HALL, ROOM]],
  ['no address', { is_virtual: true, title: 'No address' }, { is_virtual: true }, 'SCHEDULED', 'ONLINE', PAGE],
  ['not online', { is_virtual: false, venue }, {}, 'SCHEDULED', 'OFFLINE', HALL],
];

const IN_JSON_LD: Record<string, string> = { SCHEDULED: 'Scheduled', CANCELED: 'Cancelled', POSTPONED: 'Postponed' };

test.each(TOLD)(
  '%s is shown by REST, GraphQL and JSON-LD',
  async (_, told, shown, eventStatus, attendance, location) => {
    const body = await made(app, 'events', told);
    expect(said(body)).toEqual(shown);
    const onlineUrl = 'virtual_url' in shown ? LIVE : null;
    expect(await inGraphql(body.id)).toEqual({ eventStatus, statusReason: '', onlineUrl, attendance });
    const { json_ld } = (await app.rest('GET', `/events/${body.id}`)).body;
    expect({ ...json_ld, location: json_ld.location }).toMatchObject({
      eventAttendanceMode: `https://schema.org/${attendance.charAt(0)}${attendance.slice(1).toLowerCase()}EventAttendanceMode`,
      eventStatus: `https://schema.org/Event${IN_JSON_LD[eventStatus]}`,
      location,
    });
  },
);

describe('is_virtual', () => {
  test.each([
    ['true alone is kept', {}, { is_virtual: true }, { is_virtual: true }],
    ['true beside an empty address is kept', ONLINE, { is_virtual: true, virtual_url: '' }, { is_virtual: true }],
    ['true beside an address says nothing new', {}, ONLINE, ONLINE],
    ['is kept where an address comes later', { is_virtual: true }, { virtual_url: LIVE }, ONLINE],
    ['follows from the address, and goes with it', { virtual_url: LIVE }, { virtual_url: null }, {}],
    ['false takes the address away', ONLINE, { is_virtual: false }, {}],
    ['false does so beside the address that is shown', ONLINE, { ...ONLINE, is_virtual: false }, {}],
    ['false is what nothing says', { is_virtual: true }, { is_virtual: false, virtual_url: '' }, {}],
  ])('%s', async (_, before, json, shown) => {
    const { id } = await made(app, 'events', before);
    const { status, body } = await update(id, json);
    expect([status, said(body)]).toEqual([200, shown]);
    expect(said((await app.rest('GET', `/events/${id}`)).body)).toEqual(shown);
  });

  test('false beside another address is refused, and nothing is changed', async () => {
    const body = await made(app, 'events', ONLINE);
    const json = { is_virtual: false, virtual_url: `${LIVE}&b=1`, title: 'New' };
    expect(outcomeOf(await update(body.id, json))).toEqual(invalid('is_virtual'));
    const now = await app.rest('GET', `/events/${body.id}`);
    expect([now.body.title, said(now.body)]).toEqual([body.title, ONLINE]);
  });

  test('false of a new event with an address is refused before a missing log-in', async () => {
    const json = { title: 'X', start_date: '2026-12-01', end_date: '2026-12-01', virtual_url: LIVE, is_virtual: false };
    expect(outcomeOf(await app.rest('POST', '/events', { json }))).toEqual(invalid('is_virtual'));
  });
});

test('the reason is kept in three languages, and stays when the status is another one', async () => {
  const { id } = await made(app, 'events', { event_status: 'canceled', event_status_reason: 'Rain' });
  await update(id, { event_status_reason: '비' }, '?multilang_language=ko');
  await update(id, { event_status: 'scheduled' });
  const { body } = await app.graphql(
    `query ($id: ID!) { event(ref: { databaseId: $id }) {
      en: statusReason(language: EN) ko: statusReason(language: KO) es: statusReason(language: ES) } }`,
    { id },
  );
  expect(body.data.event).toEqual({ en: 'Rain', ko: '비', es: 'Rain' });
});
