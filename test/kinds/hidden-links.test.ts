import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { empty } from '../support/stored.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
});
beforeEach(() => empty(app));
afterAll(() => app.close());

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);

async function shown(id: number, as: Caller) {
  const { body } = await app.rest('GET', `/events/${id}`, { as });
  return { venue: idsOf([body.venue].flat()), organizer: idsOf(body.organizer) };
}

/** A public event of the author's, with a public venue and organizer and with drafts of the editor's. */
async function event() {
  const seen = await made(app, 'venues', { venue: 'Open hall' }, 'editor');
  const unseen = await made(app, 'venues', { venue: 'Secret hall', status: 'draft' }, 'editor');
  const club = await made(app, 'organizers', { organizer: 'Open club' }, 'editor');
  const lodge = await made(app, 'organizers', { organizer: 'Secret lodge', status: 'private' }, 'editor');
  const { id } = await made(
    app,
    'events',
    { author: app.idOf('author'), venue: [unseen.id, seen.id], organizer: [club.id, lodge.id] },
    'editor',
  );
  return { id, seen: seen.id, unseen: unseen.id, club: club.id, lodge: lodge.id };
}

test('who sends back or changes the links of an event leaves those that they cannot see', async () => {
  const { id, seen, unseen, club, lodge } = await event();
  const mine = await made(app, 'venues', { venue: 'My hall' }, 'author');
  const read = await app.rest('GET', `/events/${id}`, { as: 'author' });
  expect((await app.rest('PUT', `/events/${id}`, { as: 'author', json: read.body })).status).toBe(200);
  const { venue, organizer } = await shown(id, 'editor');
  expect([new Set(venue), new Set(organizer)]).toEqual([new Set([seen, unseen]), new Set([club, lodge])]);

  const { body } = await app.rest('PUT', `/events/${id}`, { as: 'author', json: { venue: mine.id, organizer: [] } });
  expect(idsOf([body.venue].flat())).toEqual([mine.id]);
  expect(body.organizer).toEqual([]);
  expect(await shown(id, 'author')).toEqual({ venue: [mine.id], organizer: [] });
  expect(await shown(id, 'editor')).toEqual({ venue: [mine.id, unseen], organizer: [lodge] });

  await app.rest('PUT', `/events/${id}`, { as: 'editor', json: { venue: '', organizer: [] } });
  expect(await shown(id, 'editor')).toEqual({ venue: [], organizer: [] });
});

test('a trashed venue leaves the list of events as it is without the venue, and comes back with it', async () => {
  const { id, seen, club } = await event();
  const other = await made(app, 'events', { venue: seen }, 'editor');
  await app.rest('DELETE', `/venues/${seen}`, { as: 'editor' });
  await app.rest('DELETE', `/organizers/${club}`, { as: 'editor' });
  for (const as of ['anonymous', 'author'] as const) {
    const { status, body } = await app.rest('GET', '/events', { as });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 2,
      events: [
        { id, venue: [], organizer: [] },
        { id: other.id, venue: [] },
      ],
    });
  }
  expect((await shown(id, 'administrator')).venue).not.toContain(seen);

  await app.rest('PUT', `/venues/${seen}`, { as: 'editor', json: { status: 'publish' } });
  expect(await shown(id, 'anonymous')).toEqual({ venue: [seen], organizer: [] });
});

test('records that are not there any more leave the lists that name them as they are without them', async () => {
  const { id, seen, club } = await event();
  const { body: before } = await app.rest('PUT', `/events/${id}`, {
    as: 'editor',
    json: { categories: ['Music'], tags: ['Free'] },
  });
  await app.store.delete('venues', seen);
  await app.store.delete('organizers', club);
  await app.store.delete('categories', before.categories[0].id);
  await app.store.delete('tags', before.tags[0].id);
  await app.tellAll();
  const { status, body } = await app.rest('GET', '/events');
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 1, events: [{ id, venue: [], organizer: [], categories: [], tags: [] }] });
  const graph = await app.graphql(
    '{ eventPage { items { id: databaseId venues { id: databaseId } organizers { id: databaseId } tags { id: databaseId } } } }',
  );
  expect(graph.body).toEqual({ data: { eventPage: { items: [{ id, venues: [], organizers: [], tags: [] }] } } });
  const updated = await app.rest('PUT', `/events/${id}`, { as: 'author', json: { title: 'Still there' } });
  expect(updated.status).toBe(200);
});
