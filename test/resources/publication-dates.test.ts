import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toWall } from '../../src/rules/time.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';

const KINDS = ['events', 'venues', 'organizers'] as const;
const NAMES = { events: 'title', venues: 'venue', organizers: 'organizer' } as const;
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

/** Where half hours, summer time, a day that was left out and both ends of the world are. */
const ZONES = [
  ...['UTC', 'America/New_York', 'Europe/Madrid', 'Asia/Seoul', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['Pacific/Apia', 'Pacific/Kiritimati', 'America/St_Johns', 'UTC+5.5', 'UTC-12'],
];

describe.each(ZONES)('the two dates on a site in %s', (zone) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await buildApp({ env: { SITE_TIMEZONE: zone } });
    for (const kind of KINDS) ids.set(kind, (await made(app, kind)).id);
  });
  afterAll(() => app.close());

  const ids = new Map<string, number>();
  const second = fc.integer({ min: Date.UTC(1971, 0, 1) / 1000, max: Date.UTC(2026, 10, 1) / 1000 });
  const overlap = fc.integer({ min: Date.UTC(2025, 9, 25) / 1000, max: Date.UTC(2025, 10, 3) / 1000 });
  const moment = fc.oneof(second, overlap).map((seconds) => seconds * 1000);
  const runs = () => ({ numRuns: { embedded: 20, mongodb: 5 }[app.store.kind] });
  const site = (at: number): string => toWall(at, zone);

  /** Puts a record to a date, reads it, and sends all of it back with changes. */
  async function sentBack(kind: string, at: number, changes: object) {
    const path = `/${kind}/${ids.get(kind)}`;
    const put = await app.rest('PUT', path, { as, json: { date_utc: utc(at) } });
    expect(put.body).toMatchObject({ date: site(at), date_utc: utc(at) });
    const { body } = await app.rest('GET', path, { as });
    return app.rest('PUT', path, { as, json: { ...body, ...changes } });
  }

  const kinds = fc.constantFrom(...KINDS);

  test('one of them is changed and everything is sent back', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, moment, moment, async (kind, at, to) => {
        const same = await sentBack(kind, at, {});
        expect(same.body).toMatchObject({ date: site(at), date_utc: utc(at) });
        const byUtc = await sentBack(kind, at, { date_utc: utc(to) });
        expect(byUtc.body).toMatchObject({ date: site(to), date_utc: utc(to) });
        const byDate = await sentBack(kind, at, { date: site(to) });
        expect(byDate.body.date).toBe(site(to));
        const byOffset = await sentBack(kind, at, { date: new Date(to).toISOString() });
        expect(byOffset.body).toMatchObject({ date: site(to), date_utc: utc(to) });
      }),
      runs(),
    );
  });

  test('both are changed to one moment', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, moment, moment, async (kind, at, to) => {
        const { body } = await sentBack(kind, at, { date: site(to), date_utc: utc(to) });
        expect(body).toMatchObject({ date: site(to), date_utc: utc(to) });
      }),
      runs(),
    );
  });

  test('both are changed to different moments: 400 names both, and nothing changes', async () => {
    const apart = fc.integer({ min: 2 * HOUR, max: 1_000 * HOUR }).map((size) => Math.floor(size / 1000) * 1000);
    await fc.assert(
      fc.asyncProperty(kinds, moment, apart, apart, async (kind, at, one, other) => {
        const path = `/${kind}/${ids.get(kind)}`;
        const { status, body } = await sentBack(kind, at, { date: site(at - one), date_utc: utc(at - one - other) });
        expect(status).toBe(400);
        expect(Object.keys(body.data.params)).toEqual(['date', 'date_utc']);
        expect((await app.rest('GET', path, { as })).body.date_utc).toBe(utc(at));
      }),
      runs(),
    );
  });

  test('a new record takes both for one moment', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(kinds, moment, async (kind, at) => {
        number += 1;
        const named = { [NAMES[kind]]: `The ${kind} ${number}` };
        const both = await made(app, kind, { ...named, date: site(at), date_utc: utc(at) });
        expect(both).toMatchObject({ date: site(at), date_utc: utc(at) });
      }),
      runs(),
    );
  });
});

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
