import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { sendsBack, writesNothing } from '../support/sending.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';

test('sending back a venue from the trash leaves it there', async () => {
  const { id } = await made(app, 'venues', { venue: 'Old hall' });
  await app.rest('DELETE', `/venues/${id}`, { as });
  await sendsBack(app, `/venues/${id}`);
  const restored = await app.rest('PUT', `/venues/${id}`, { as, json: { status: 'publish' } });
  expect(restored.body.slug).toBe('old-hall');
});

test('a draft that was sent back as it was read is dated by its first publication all the same', async () => {
  const { id } = await made(app, 'events', { status: 'draft' });
  await sendsBack(app, `/events/${id}`);
  app.clock.now = Date.parse('2026-11-25T08:00:00Z');
  const published = await app.rest('PUT', `/events/${id}`, { as, json: { status: 'publish' } });
  expect(published.body.date_utc).toBe('2026-11-25 08:00:00');
});

test.each(['publish', 'draft'])(
  'the page that is shown as the website of an event (%s) is no website, in whatever form it is sent back',
  async (status) => {
    const { id } = await made(app, 'events', { title: 'Fair', status });
    const korean = `/events/${id}?multilang_language=ko`;
    await app.rest('PUT', korean, { as, json: { title: '장터' } });
    const spoken = `/ko/wp-json/calendar/events/v1/events/${id}`;
    const { body } = await app.fetch(spoken, { as });
    await writesNothing(app, () => app.rest('PUT', korean, { as, json: body }));
    const website = async () => (await app.store.byIds<EventRecord>('events', [id]))[0]!.website;
    await app.rest('PUT', `/events/${id}`, { as, json: { ...body, slug: 'another', title: 'Market' } });
    expect(await website()).toBeUndefined();
    await app.rest('PUT', `/events/${id}`, { as, json: { website: body.website.replace(/[^/]*$/, 'else/') } });
    expect(await website()).toMatch(/else\/$/);
  },
);

test('a body sent back with another title changes this title alone', async () => {
  const fields = { description: 'One.\n\nTwo', excerpt: '', cost: '%20 7.5', categories: ['Art'], tags: ['b', 'a'] };
  const { id } = await made(app, 'events', { title: 'Fair', ...fields, recurrence: { rule: 'FREQ=DAILY;COUNT=3' } });
  const { body } = await app.rest('GET', `/events/${id}?multilang_language=es`, { as });
  const stored = async () => (await app.store.byIds<EventRecord>('events', [id]))[0]!;
  const before = await stored();
  await app.rest('PUT', `/events/${id}?multilang_language=es`, { as, json: { ...body, title: 'Feria' } });
  const { text, slug, own, version, cost, categories, tags, startsAt } = await stored();
  expect([text, own, version]).toEqual([{ ...before.text, es: { title: 'Feria' } }, ['es.title'], before.version + 1]);
  // What was sent as its address stays its address.
  expect(slug).toEqual({ ...before.slug, es: before.slug.en });
  expect(before).toMatchObject({ cost, categories, tags, startsAt });
});

test('an update by GraphQL with the values that it shows in another language changes nothing', async () => {
  const venue = await made(app, 'venues', { venue: 'Hall' });
  const { id } = await made(app, 'events', {
    title: 'A & b',
    description: 'One.\n\nTwo',
    cost: '5 a & b',
    website: 'https://example.org/',
    venue: venue.id,
    tags: ['it is', 'R&B'],
    recurrence: { rule: 'FREQ=WEEKLY;COUNT=3' },
  });
  const shown = `title description excerpt slug status timezone allDay startsAt endsAt cost website showMap showMapLink
    hideFromListings sticky featured statusReason onlineUrl isVirtual venues { databaseId } tags { databaseId }`;
  const ask = (query: string, variables: object) =>
    app.fetch('/es/graphql', { method: 'POST', as, json: { query, variables } });
  const { body } = await ask(`query ($id: ID!) { event(ref: { databaseId: $id }) { ${shown} } }`, { id });
  const { venues, tags, ...values } = body.data.event;
  for (const scope of ['THIS', 'FOLLOWING', 'ALL']) {
    const input = { ...values, ref: { databaseId: id }, venues: { set: venues }, tags: { set: tags }, scope };
    const query =
      'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { title } userErrors { path message } } }';
    const answered = await writesNothing(app, () => ask(query, { input }));
    expect(answered.body).toEqual({ data: { updateEvent: { event: { title: 'A & b' }, userErrors: [] } } });
  }
});

test('a condition that is not met, and a right that is missing, are told although nothing would change', async () => {
  const { id } = await made(app, 'events');
  const { body } = await app.rest('GET', `/events/${id}`, { as });
  const asked = { json: body, headers: { 'If-Match': '"v9"' } };
  expect((await app.rest('PUT', `/events/${id}`, { as, ...asked })).status).toBe(412);
  expect((await app.rest('PUT', `/events/${id}`, { as: 'contributor', json: body })).status).toBe(403);
  expect((await app.rest('PUT', `/events/${id}`, { as, json: { ...body, timezone: 'Nowhere' } })).status).toBe(400);
});
