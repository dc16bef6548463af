import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicationOf } from '../../src/domain/publication.ts';
import { STATUSES, type Status } from '../../src/domain/status.ts';
import { toWall } from '../../src/domain/time.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, NAME, post } from '../support/making.ts';
import type { Post } from '../support/owned.ts';

const as = 'administrator';
const HOUR = 3_600_000;
/** Clocks show half an hour twice here in April, and never the time of UTC. */
const ZONE = 'Australia/Lord_Howe';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ env: { SITE_TIMEZONE: ZONE } });
});
afterAll(() => app.close());

let count = 0;

/** Makes a record with a name that no other has. */
const fresh = (kind: Post, fields: object) => made(app, kind, { [NAME[kind]]: `Record ${++count}`, ...fields });

const utc = (at: number): string => toWall(at, 'UTC');

type Before = { status: Status; statusBeforeTrash?: Status };

const inTrash = (statusBeforeTrash: Status): Before => ({ status: 'trash', statusBeforeTrash });
const OUT: readonly Status[] = ['publish', 'future', 'private'];
const WAS_OUT: readonly Before[] = [...OUT.map((status) => ({ status })), ...OUT.map(inTrash)];
const WAS_NEVER_OUT: readonly Before[] = [
  { status: 'draft' },
  { status: 'pending' },
  { status: 'trash' },
  inTrash('draft'),
  inTrash('pending'),
] as Before[];

describe('the rule', () => {
  const [publishedAt, now, sent] = [1, 2, 3];
  const dates = (before: Before & { dated?: true }, at?: number) =>
    STATUSES.map((status) =>
      publicationOf({ publishedAt, modifiedAt: publishedAt, ...before }, { status, sent: at, now }),
    );
  const always = (date: object) => STATUSES.map(() => date);

  test.each(WAS_OUT)('what was out keeps its date: $status, before the trash $statusBeforeTrash', (before) => {
    expect(dates(before)).toEqual(always({ publishedAt, dated: true }));
  });

  test.each(WAS_NEVER_OUT)('what comes out first is dated: $status, before the trash $statusBeforeTrash', (before) => {
    const expected = STATUSES.map((status) =>
      OUT.includes(status) ? { publishedAt: now, dated: true } : { publishedAt },
    );
    expect(dates(before)).toEqual(expected);
  });

  test('a date that is sent or was chosen is the date, in every state', () => {
    for (const before of [...WAS_OUT, ...WAS_NEVER_OUT]) {
      expect(dates(before, sent)).toEqual(always({ publishedAt: sent, dated: true }));
      expect(dates({ ...before, dated: true })).toEqual(always({ publishedAt, dated: true }));
    }
  });
});

/** Sends one status after another, an hour apart. Returns the date that is shown then. */
async function through(path: string, statuses: readonly string[]): Promise<string> {
  let date = '';
  for (const status of statuses) {
    app.clock.now += HOUR;
    const { body, text, status: code } = await app.rest('PUT', path, { as, json: { status } });
    expect(code, text).toBe(200);
    date = body.date_utc;
  }
  return date;
}

/** What was out keeps the date of its first state; what was not is dated when it comes out, by the last one. */
const WALKS: [kind: Post, dates: 'first' | 'last', first: string, ...then: string[]][] = [
  ['events', 'first', 'publish', 'pending', 'trash', 'draft', 'publish'],
  ['venues', 'first', 'private', 'trash', 'publish'],
  ['organizers', 'first', 'publish', 'draft', 'future'],
  ['events', 'last', 'trash', 'publish'],
  ['venues', 'last', 'draft', 'trash', 'pending', 'private'],
  ['organizers', 'last', 'draft', 'future'],
];

test.each(WALKS)('one of the %s is dated by the %s of its states: %s, %s, %s', async (kind, dates, status, ...then) => {
  const first = utc(app.clock.now);
  const { id } = await fresh(kind, { status });
  const date = await through(`/${kind}/${id}`, then);
  expect(date).toBe({ first, last: utc(app.clock.now) }[dates]);
});

test('a date that was chosen stays, for a draft and later for a draft that is there', async () => {
  const date_utc = '2020-01-02 03:04:05';
  const chosen = await fresh('venues', { status: 'draft', date_utc });
  expect(await through(`/venues/${chosen.id}`, ['trash', 'publish'])).toBe(date_utc);
  const { id } = await fresh('events', { status: 'draft' });
  await app.rest('PUT', `/events/${id}`, { as, json: { date_utc } });
  expect(await through(`/events/${id}`, ['publish'])).toBe(date_utc);
});

test('the date of what waits stays, and it waits again until its date has come', async () => {
  const date_utc = utc(app.clock.now + 48 * HOUR);
  const { id, status } = await fresh('events', { date_utc });
  const now = async () => (await app.rest('GET', `/events/${id}`, { as })).body.status;
  expect(status).toBe('future');
  expect([await through(`/events/${id}`, ['draft', 'publish']), await now()]).toEqual([date_utc, 'future']);
  app.clock.now += 48 * HOUR;
  expect([await through(`/events/${id}`, ['draft', 'publish']), await now()]).toEqual([date_utc, 'publish']);
});

test('what is sent back with another date has it, and with two at odds stays as it is', async () => {
  const dates = (at: number) => ({ date: toWall(at, ZONE), date_utc: utc(at) });
  // In the second half hour of those that clocks show twice.
  const [first, to, other] = ['2026-04-04T15:10:00Z', '2020-01-02T03:04:05Z', '2021-01-02T03:04:05Z'].map(Date.parse);
  const record = await fresh('organizers', dates(first!));
  expect(record).toMatchObject(dates(first!));
  const sendBack = async (changes: object) => {
    const { body } = await app.rest('GET', `/organizers/${record.id}`, { as });
    return app.rest('PUT', `/organizers/${record.id}`, { as, json: { ...body, ...changes } });
  };
  expect((await sendBack({})).body).toMatchObject(dates(first!));
  expect((await sendBack({ date_utc: utc(to!) })).body).toMatchObject(dates(to!));
  expect((await sendBack({ date: dates(other!).date })).body).toMatchObject(dates(other!));
  const refused = await sendBack({ ...dates(to!), date_utc: utc(first!) });
  expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['date', 'date_utc']]);
  expect((await app.rest('GET', `/organizers/${record.id}`, { as })).body).toMatchObject(dates(other!));
});

describe('two dates at odds are refused', () => {
  const AT_ODDS = { date: '2020-01-02 03:04:05', date_utc: '2020-01-02 03:04:05' };
  const PATHS = [{ path: ['input', 'date'] }, { path: ['input', 'dateUtc'] }];

  test('in a new record, with everything else that is wrong', async () => {
    const { status, body } = await post(app, 'events', { ...AT_ODDS, author: 'x' });
    expect([status, Object.keys(body.data.params).sort()]).toEqual([400, ['author', 'date', 'date_utc']]);
  });

  test('in a record inside of an event, under the name of the link', async () => {
    const { status, body } = await post(app, 'events', { venue: { venue: 'At odds', ...AT_ODDS } });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['venue']]);
    expect(await app.store.count('venues', { names: 'at odds' })).toBe(0);
  });

  test('by GraphQL under its own names, in a new record and in an update', async () => {
    const { id } = await fresh('venues', {});
    const dates = { date: AT_ODDS.date, dateUtc: AT_ODDS.date_utc };
    const mutation = `mutation ($new: CreateVenueInput!, $change: UpdateVenueInput!) {
      createVenue(input: $new) { userErrors { path } } updateVenue(input: $change) { userErrors { path } }
    }`;
    const inputs = { new: { name: 'Other hall', ...dates }, change: { ref: { databaseId: id }, ...dates } };
    const { body } = await app.graphql(mutation, inputs, { as });
    expect(body.data).toEqual({ createVenue: { userErrors: PATHS }, updateVenue: { userErrors: PATHS } });
  });
});
