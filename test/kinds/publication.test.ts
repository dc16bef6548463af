import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, upTo } from '../support/making.ts';
import { contents, keptValues, recounted } from '../support/stored.ts';

let app: TestApp;

const HOUR = 3_600_000;
const SCHEDULED = { status: 'future', date: '2026-11-20T12:00:00Z' };

beforeEach(async () => {
  app = await buildApp();
});
afterEach(() => app.close());

test('a scheduled event is seen, listed and counted from the moment of its date on', async () => {
  const venue = await made(app, 'venues');
  const event = await made(app, 'events', { ...SCHEDULED, venue: venue.id, categories: ['Music'] });
  expect(event.status).toBe('future');
  expect((await app.rest('GET', '/events')).body.total).toBe(0);
  expect((await app.rest('GET', `/events/${event.id}`)).status).toBe(403);

  app.clock.now += HOUR;
  const single = await app.rest('GET', `/events/${event.id}`);
  expect(single.body).toMatchObject({ status: 'publish' });
  const list = await app.rest('GET', '/events');
  expect(list.body).toMatchObject({
    total: 1,
    events: [{ id: event.id, status: 'publish', categories: [{ count: 1 }] }],
  });
  expect((await app.rest('GET', '/venues?has_events=1')).body.total).toBe(1);
  const all = await contents(app.store);
  expect(keptValues(all)).toEqual(recounted(all));
});

test('lists that are asked for at the moment of its date all show a scheduled event', async () => {
  const events = await Promise.all(upTo(5).map(() => made(app, 'events', SCHEDULED)));
  app.clock.now += HOUR;
  const lists = await Promise.all(upTo(6).map(() => app.rest('GET', '/events')));
  expect(lists.map(({ body }) => body.total)).toEqual(lists.map(() => events.length));
});

test('a scheduled event whose date has come counts in lists of venues before anybody listed events', async () => {
  const venue = await made(app, 'venues');
  await made(app, 'events', { ...SCHEDULED, venue: venue.id });
  app.clock.now += HOUR;
  expect((await app.rest('GET', '/venues?has_events=1')).body.total).toBe(1);
});

test('a scheduled event whose date has come counts in lists of terms before anybody listed events', async () => {
  await made(app, 'events', { ...SCHEDULED, categories: ['Music'] });
  app.clock.now += HOUR;
  expect((await app.rest('GET', '/categories')).body).toMatchObject({ total: 1, categories: [{ count: 1 }] });
});

test('scheduled venues and organizers are listed from the moment of their date on', async () => {
  const venue = await made(app, 'venues', SCHEDULED);
  const organizer = await made(app, 'organizers', SCHEDULED);
  const event = await made(app, 'events', { venue: venue.id, organizer: organizer.id });
  expect(await app.rest('GET', `/events/${event.id}`)).toMatchObject({ body: { venue: [], organizer: [] } });
  expect((await app.rest('GET', '/venues')).body.total).toBe(0);

  app.clock.now += HOUR;
  expect(await app.rest('GET', `/events/${event.id}`)).toMatchObject({
    body: { venue: { id: venue.id, status: 'publish' }, organizer: [{ id: organizer.id, status: 'publish' }] },
  });
  expect((await app.rest('GET', '/venues')).body.total).toBe(1);
  expect((await app.rest('GET', '/organizers')).body.total).toBe(1);
});
