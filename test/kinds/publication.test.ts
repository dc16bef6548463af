import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made, upTo } from '../support/making.ts';
import { contents, keptValues, recounted } from '../support/stored.ts';

let app: TestApp;

const HOUR = 3_600_000;

/** The fields of what is published in half an hour. */
const scheduled = () => ({ status: 'future', date: new Date(app.clock.now + HOUR / 2).toISOString() });

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
afterAll(() => app.close());

test('a scheduled event is seen, listed and counted from the moment of its date on', async () => {
  const venue = await made(app, 'venues');
  const event = await made(app, 'events', { ...scheduled(), venue: venue.id, categories: ['Music'] });
  expect(event.status).toBe('future');
  expect((await app.rest('GET', `/events?venue=${venue.id}`)).body.total).toBe(0);
  expect((await app.rest('GET', `/events/${event.id}`)).status).toBe(403);

  app.clock.now += HOUR;
  expect((await app.rest('GET', `/events/${event.id}`)).body).toMatchObject({ status: 'publish' });
  const list = await app.rest('GET', `/events?venue=${venue.id}`);
  const shown = { id: event.id, status: 'publish', categories: [{ count: 1 }] };
  expect(list.body).toMatchObject({ total: 1, events: [shown] });
  const all = await contents(app.store);
  expect(keptValues(all)).toEqual(recounted(all));
});

test('lists that are asked for at the moment of its date all show a scheduled event', async () => {
  const tag = await made(app, 'tags', { name: 'At once' });
  const events = await Promise.all(upTo(3).map(() => made(app, 'events', { ...scheduled(), tags: [tag.id] })));
  app.clock.now += HOUR;
  const lists = await Promise.all(upTo(6).map(() => app.rest('GET', `/events?tags=${tag.id}`)));
  expect(lists.map(({ body }) => body.total)).toEqual(lists.map(() => events.length));
});

test.each([
  { kind: 'venues', query: 'has_events=1&search=counted' },
  { kind: 'categories', query: 'search=counted' },
] as const)('a scheduled event counts in lists of $kind before anybody listed events', async ({ kind, query }) => {
  const links = { venues: { venue: [{ venue: 'Counted' }] }, categories: { categories: ['Counted'] } }[kind];
  await made(app, 'events', { ...scheduled(), ...links });
  app.clock.now += HOUR;
  expect((await app.rest('GET', `/${kind}?${query}`)).body.total).toBe(1);
});

test('of processes that publish at once, each record is published by one, and told once', async () => {
  const events = await Promise.all(upTo(5).map(() => made(app, 'events', scheduled())));
  const { body } = await app.rest('GET', '/changes');
  app.clock.now += HOUR;
  const list = '/wp-json/calendar/events/v1/events';
  const [other, third] = [app.secondServer(), app.secondServer()];
  await Promise.all([app.publishDue(), other(list), third(list), app.publishDue()]);
  const { body: after } = await app.rest('GET', `/changes?after=${body.cursor}`);
  const told = after.changes.map(({ id, version }: { id: number; version: number }) => [id, version]);
  expect(told.toSorted()).toEqual(events.map(({ id }) => [id, 2]).toSorted());
});

test('scheduled venues and organizers are listed from the moment of their date on', async () => {
  const venue = await made(app, 'venues', { venue: 'Later', ...scheduled() });
  const organizer = await made(app, 'organizers', { organizer: 'Later', ...scheduled() });
  const event = await made(app, 'events', { venue: venue.id, organizer: organizer.id });
  const totals = async () => {
    const lists = ['venues', 'organizers'].map((kind) => app.rest('GET', `/${kind}?search=later`));
    return (await Promise.all(lists)).map(({ body }) => body.total);
  };
  expect(await app.rest('GET', `/events/${event.id}`)).toMatchObject({ body: { venue: [], organizer: [] } });
  expect(await totals()).toEqual([0, 0]);

  app.clock.now += HOUR;
  expect(await app.rest('GET', `/events/${event.id}`)).toMatchObject({
    body: { venue: { id: venue.id, status: 'publish' }, organizer: [{ id: organizer.id, status: 'publish' }] },
  });
  expect(await totals()).toEqual([1, 1]);
});
