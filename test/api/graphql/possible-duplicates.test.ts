import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

let app: TestApp;
const ids = new Map<string, number>();

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  const hall = await made(app, 'venues', { venue: 'Town Hall', geo_lat: 48.2, geo_lng: 16.37 });
  const near = await made(app, 'venues', { venue: 'Rathaus', geo_lat: 48.2005, geo_lng: 16.3705 });
  const event = async (key: string, fields: object) => {
    const at = { start_date: '2026-12-04 20:00:00', end_date: '2026-12-04 22:00:00', venue: hall.id };
    ids.set(key, (await made(app, 'events', { title: 'Jazz im Park', ...at, ...fields })).id);
  };
  await event('itself', {});
  await event('subtitle', { title: 'JAZZ IM PARK – Open Air' });
  await event('nearby', { title: 'Concert: Jazz im Park', venue: near.id });
  await event('draft', { status: 'draft' });
  await event('hidden', { hide_from_listings: true });
  await event('trashed', {});
  await app.rest('DELETE', `/events/${ids.get('trashed')}`, { as: 'administrator' });
  await event('second', { title: 'Jazz im Park, Part 2' });
  await event('late show', { start_date: '2026-12-04 22:30:00', end_date: '2026-12-04 23:30:00' });
  const day = { title: 'Market', start_date: '2026-12-05', end_date: '2026-12-05', all_day: true };
  await event('market', day);
  await event('market in Seoul’s zone', { ...day, title: 'The market', timezone: 'Asia/Seoul' });
});
afterAll(() => app.close());

const ASKED =
  'query ($ids: [ID!]!) { events(where: { in: $ids, status: [ANY] }, first: 10) { nodes { databaseId possibleDuplicates { databaseId } } } }';
const VISITORS = ASKED.replace(', status: [ANY]', '');

async function duplicatesOf(keys: readonly string[], as?: 'editor' | 'author', query = ASKED): Promise<object> {
  const { body } = await app.graphql(query, { ids: keys.map((key) => String(ids.get(key))) }, as ? { as } : {});
  expect(body.errors).toBeUndefined();
  const keyOf = (id: number) => [...ids].find(([, its]) => its === id)![0];
  const nodes: { databaseId: number; possibleDuplicates: { databaseId: number }[] }[] = body.data.events.nodes;
  return Object.fromEntries(
    nodes.map((node) => [keyOf(node.databaseId), node.possibleDuplicates.map(({ databaseId }) => keyOf(databaseId))]),
  );
}

test('an editor sees the like events of the moment, drafts too, none hidden, trashed, of another part or show', async () => {
  expect(await duplicatesOf(['itself', 'draft', 'second', 'late show'], 'editor')).toEqual({
    itself: ['subtitle', 'nearby', 'draft'],
    draft: ['itself', 'subtitle', 'nearby'],
    second: [],
    'late show': [],
  });
});

test('all-day events of one day are compared in every zone of the site', async () => {
  expect(await duplicatesOf(['market', 'market in Seoul’s zone'], 'editor')).toEqual({
    market: [],
    'market in Seoul’s zone': ['market'],
  });
});

test('who may not change an event sees none of them', async () => {
  const none = { itself: [], subtitle: [] };
  expect(await duplicatesOf(['itself', 'subtitle'], undefined, VISITORS)).toEqual(none);
  expect(await duplicatesOf(['itself', 'subtitle'], 'author')).toEqual(none);
});

test('an author sees those of an own event that are published', async () => {
  const at = { start_date: '2026-12-04 20:00:00', end_date: '2026-12-04 22:00:00' };
  const own = { title: 'Jazz im Park', ...at, venue: { venue: 'Town Hall, Vienna' } };
  const { body } = await app.rest('POST', '/events', { as: 'author', json: own });
  ids.set('own', body.id);
  expect(await duplicatesOf(['own'], 'author')).toEqual({ own: ['itself', 'subtitle'] });
});
