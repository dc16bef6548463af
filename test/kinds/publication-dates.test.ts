import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { toWall } from '../../src/domain/time.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';

const KINDS = ['events', 'venues', 'organizers'] as const;
const as = 'administrator';

const HOUR = 3_600_000;
const utc = (at: number): string => toWall(at, 'UTC');

describe.each(KINDS)('of %s', (kind) => {
  let app: TestApp;

  beforeEach(async () => {
    app = await buildApp();
  });
  afterEach(() => app.close());

  /** Sends one status after another, an hour apart. */
  async function through(id: number, statuses: readonly string[]): Promise<string> {
    let date = '';
    for (const status of statuses) {
      app.clock.now += HOUR;
      const { body, text, status: code } = await app.rest('PUT', `/${kind}/${id}`, { as, json: { status } });
      expect(code, text).toBe(200);
      date = body.date_utc;
    }
    return date;
  }

  test.each([
    ['publish', 'draft', 'publish'],
    ['publish', 'draft', 'private'],
    ['publish', 'pending', 'publish'],
    ['publish', 'pending', 'draft', 'pending', 'publish'],
    ['publish', 'private', 'draft', 'private', 'publish'],
    ['publish', 'trash', 'publish'],
    ['publish', 'trash', 'draft', 'publish'],
    ['publish', 'draft', 'trash', 'publish'],
    ['publish', 'draft', 'trash', 'draft', 'publish'],
    ['private', 'draft', 'publish'],
    ['private', 'publish'],
    ['private', 'trash', 'pending', 'publish'],
    ['publish', 'draft', 'future'],
  ])('what was out keeps its date: %s, %s, %s', async (first, ...then) => {
    const { id, date_utc } = await made(app, kind, { status: first });
    expect(date_utc).toBe(utc(app.clock.now));
    expect(await through(id, then)).toBe(date_utc);
  });

  test.each([
    ['draft', 'publish'],
    ['draft', 'private'],
    ['draft', 'future'],
    ['pending', 'publish'],
    ['draft', 'pending', 'publish'],
    ['draft', 'trash', 'publish'],
    ['draft', 'trash', 'draft', 'publish'],
    ['pending', 'trash', 'private'],
    ['trash', 'publish'],
  ])('the first publication dates what was never out: %s, %s', async (first, ...then) => {
    const { id } = await made(app, kind, { status: first });
    expect(await through(id, then)).toBe(utc(app.clock.now));
  });

  test.each([
    ['draft', 'publish'],
    ['draft', 'trash', 'publish'],
    ['pending', 'draft', 'private'],
    ['publish', 'draft', 'publish'],
    ['trash', 'publish'],
  ])('a date that somebody chose stays: %s, %s', async (first, ...then) => {
    const { id } = await made(app, kind, { status: first, date_utc: '2020-01-02 03:04:05' });
    expect(await through(id, then)).toBe('2020-01-02 03:04:05');
  });

  test('the date of what waits stays, and it waits again', async () => {
    const date_utc = '2026-12-24 18:00:00';
    const { id, status } = await made(app, kind, { date_utc });
    expect(status).toBe('future');
    expect(await through(id, ['draft', 'publish'])).toBe(date_utc);
    expect((await app.rest('GET', `/${kind}/${id}`, { as })).body.status).toBe('future');
    app.clock.now = Date.parse('2026-12-25T00:00:00Z');
    expect(await through(id, ['draft', 'publish'])).toBe(date_utc);
    expect((await app.rest('GET', `/${kind}/${id}`, { as })).body.status).toBe('publish');
  });

  test('what was published before dates were settled keeps its date too', async () => {
    const { id, date_utc } = await made(app, kind);
    await app.store.updateMany(kind, { _id: id }, { $unset: { dated: true } });
    expect(await through(id, ['draft', 'publish'])).toBe(date_utc);
  });

  test('a date that is chosen for a draft counts when it is published', async () => {
    const { id } = await made(app, kind, { status: 'draft' });
    await app.rest('PUT', `/${kind}/${id}`, { as, json: { date: '2020-01-02 03:04:05' } });
    expect(await through(id, ['publish'])).toBe('2020-01-02 03:04:05');
  });
});

test.each(KINDS)(
  'one of %s that is sent back with another date has it, and with two at odds stays as it is',
  async (kind) => {
    const zone = 'Australia/Lord_Howe';
    const app = await buildApp({ env: { SITE_TIMEZONE: zone } });
    onTestFinished(() => app.close());
    const dates = (at: number) => ({ date: toWall(at, zone), date_utc: utc(at) });
    // Its clocks show half an hour twice on that day: the first moment is in the second half hour.
    const [first, to, other] = ['2026-04-04T15:10:00Z', '2020-01-02T03:04:05Z', '2021-01-02T03:04:05Z'].map(Date.parse);
    const record = await made(app, kind, dates(first!));
    expect(record).toMatchObject(dates(first!));
    const sendBack = async (changes: object) => {
      const { body } = await app.rest('GET', `/${kind}/${record.id}`, { as });
      return app.rest('PUT', `/${kind}/${record.id}`, { as, json: { ...body, ...changes } });
    };
    expect((await sendBack({})).body).toMatchObject(dates(first!));
    expect((await sendBack({ date_utc: utc(to!) })).body).toMatchObject(dates(to!));
    expect((await sendBack({ date: dates(other!).date })).body).toMatchObject(dates(other!));
    const refused = await sendBack({ ...dates(to!), date_utc: utc(first!) });
    expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['date', 'date_utc']]);
    expect((await app.rest('GET', `/${kind}/${record.id}`, { as })).body).toMatchObject(dates(other!));
  },
);

describe('a new record with two dates at odds', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await buildApp({ env: { SITE_TIMEZONE: 'Europe/Madrid' } });
  });
  afterAll(() => app.close());

  const AT_ODDS = { date: '2020-01-02 03:04:05', date_utc: '2020-01-02 03:04:05' };

  test.each(KINDS)('is refused among %s, with everything else that is wrong', async (kind) => {
    const { status, body } = await post(app, kind, { ...AT_ODDS, author: 'x' });
    expect(status).toBe(400);
    expect(Object.keys(body.data.params).sort()).toEqual(['author', 'date', 'date_utc']);
  });

  test('is refused inside of an event, under the name of the link', async () => {
    const { status, body } = await post(app, 'events', { venue: { venue: 'Hall', ...AT_ODDS } });
    expect(status).toBe(400);
    expect(Object.keys(body.data.params)).toEqual(['venue']);
    expect((await app.rest('GET', '/venues')).body.total).toBe(0);
  });

  test('is refused by GraphQL as well, which names both by its own names', async () => {
    const mutation = 'mutation ($input: CreateVenueInput!) { createVenue(input: $input) { userErrors { path } } }';
    const input = { name: 'Hall', date: AT_ODDS.date, dateUtc: AT_ODDS.date_utc };
    const { body } = await app.graphql(mutation, { input }, { as });
    expect(body.data.createVenue.userErrors).toEqual([{ path: ['input', 'date'] }, { path: ['input', 'dateUtc'] }]);
  });

  test('is refused in an update by GraphQL as well', async () => {
    const { id } = await made(app, 'venues', { venue: 'Other hall' });
    const mutation = 'mutation ($input: UpdateVenueInput!) { updateVenue(input: $input) { userErrors { path } } }';
    const patch = { date: AT_ODDS.date, dateUtc: AT_ODDS.date_utc };
    const { body } = await app.graphql(mutation, { input: { ref: { databaseId: id }, ...patch } }, { as });
    expect(body.data.updateVenue.userErrors).toEqual([{ path: ['input', 'date'] }, { path: ['input', 'dateUtc'] }]);
  });
});
