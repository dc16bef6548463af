import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChanges } from '../../../src/data/changes/changes.ts';
import { CHANGES } from '../../../src/data/changes/record.ts';
import type { Store } from '../../../src/data/port.ts';
import type { TermRecord } from '../../../src/kinds/term/record.ts';
import { buildApp, type Caller, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { allAfter, askRest, cursorOf, lastEntry, named, pageOf } from './asking.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, another: 'author' });
});
afterAll(() => app.close());

const put = async (path: string, json: object, as: Caller = 'administrator'): Promise<void> => {
  expect((await app.rest('PUT', path, { as, json })).status).toBe(200);
};
const remove = async (path: string): Promise<void> => {
  expect((await app.rest('DELETE', path, { as: 'administrator' })).status).toBe(200);
};

/** What a caller is told by REST of what is done. */
async function toldOf(work: () => Promise<unknown>, as?: Caller): Promise<string[]> {
  const after = await cursorOf(app, as);
  await work();
  const { body } = await askRest(app, { after, ...(as && { as }) });
  expect(body.has_more).toBe(false);
  return named(
    body.changes.map(({ record, ...change }: { record?: object }) => ({ ...change, gone: record === undefined })),
  );
}

test('a cursor of now tells nothing of before, and all that comes behind it in order, as records of lists', async () => {
  await made(app, 'venues', { venue: 'Earlier' });
  const after = await cursorOf(app);
  expect(await pageOf(app, { after })).toEqual({ cursor: after, hasMore: false, changes: [] });
  const venue = await made(app, 'venues', { venue: 'Hall' });
  const category = await made(app, 'categories', { name: 'Talks' });
  const event = await made(app, 'events', { title: 'A talk', venue: venue.id, categories: [category.id] });
  await put(`/events/${event.id}`, { title: 'Another talk' });
  expect(named(await allAfter(app, { after }))).toEqual([
    `venue ${venue.id}`,
    `category ${category.id}`,
    `event ${event.id}`,
    `event ${event.id}`,
  ]);
  const { body } = await askRest(app, { after });
  const [listed] = (await app.rest('GET', `/events?include=${event.id}`)).body.events;
  expect(body.changes[3].record).toEqual(listed);
  expect(body.changes[0].record).toEqual((await app.rest('GET', '/venues?per_page=1')).body.venues[0]);
  expect(body.changes[1].record).toEqual((await app.rest('GET', `/categories/${category.id}`)).body);
});

test('a page has as many changes as are asked for, and its cursor goes on behind them', async () => {
  const after = await cursorOf(app);
  const tags: number[] = [];
  for (const at of upTo(4)) tags.push((await made(app, 'tags', { name: `Counted ${at}` })).id);
  const first = await pageOf(app, { after, first: 2 });
  expect([named(first.changes), first.hasMore]).toEqual([[`tag ${tags[0]}`, `tag ${tags[1]}`], true]);
  const rest = await pageOf(app, { after: first.cursor, first: 3 });
  expect([named(rest.changes), rest.hasMore]).toEqual([tags.slice(2).map((id) => `tag ${id}`), false]);
});

test('what is counted about other records is not told, and a removed translation is', async () => {
  const [venue, tag] = [await made(app, 'venues'), await made(app, 'tags', { name: 'Carried' })];
  const event = await made(app, 'events', { title: 'Carrying' });
  expect(await toldOf(() => put(`/events/${event.id}`, { venue: venue.id, tags: [tag.id] }))).toEqual([
    `event ${event.id}`,
  ]);
  await put(`/venues/${venue.id}?multilang_language=ko`, { venue: '회관' });
  const removal = `mutation { deleteVenueTranslation(input: { ref: { databaseId: ${venue.id} }, language: KO }) { userErrors { code } } }`;
  expect(await toldOf(() => app.graphql(removal, {}, { as: 'administrator' }))).toEqual([`venue ${venue.id}`]);
});

test('when a venue becomes readable or stops being so, the events that link it are told, in parts; else it alone is', async () => {
  const venue = await made(app, 'venues', { venue: 'Many' });
  const events: number[] = [];
  for (const day of upTo(3))
    events.push(
      (await made(app, 'events', { venue: venue.id, start_date: `2026-12-0${3 - day}`, end_date: '2026-12-09' })).id,
    );
  await made(app, 'events', { venue: venue.id, status: 'draft' }, 'author');
  expect(await toldOf(() => put(`/venues/${venue.id}`, { venue: 'Still many' }))).toEqual([`venue ${venue.id}`]);

  const after = await cursorOf(app);
  await remove(`/venues/${venue.id}`);
  // By start, as lists have them.
  const linking = events.toReversed().map((id) => `event ${id}`);
  const told: string[] = [];
  let page = await pageOf(app, { after, first: 2 });
  for (; page.hasMore; page = await pageOf(app, { after: page.cursor, first: 2 })) {
    expect(page.changes).toHaveLength(2);
    told.push(...named(page.changes));
  }
  expect([...told, ...named(page.changes)]).toEqual([`venue ${venue.id} gone`, ...linking]);

  const restoring = `mutation { restoreVenue(input: { ref: { databaseId: ${venue.id} } }) { userErrors { code } } }`;
  const restored = await toldOf(() => app.graphql(restoring, {}, { as: 'administrator' }));
  expect(restored).toEqual([`venue ${venue.id}`, ...linking]);
  const drafts = await toldOf(
    () => put(`/venues/${venue.id}`, { status: 'draft', author: app.idOf('author') }),
    'author',
  );
  expect(drafts).toEqual([`venue ${venue.id}`]);
});

test('one that was scheduled and is trashed after its date has come, though nobody has published it, is gone for everybody', async () => {
  const date = new Date(app.clock.now + 3_600_000).toISOString();
  const { id } = await made(app, 'events', { status: 'future', date });
  app.clock.now += 3_600_001;
  expect(await toldOf(() => remove(`/events/${id}`))).toEqual([`event ${id} gone`]);
});

describe('the cursor', () => {
  test('stays where it is for a minute when nothing was told, whatever was written, and then moves on', async () => {
    const after = await cursorOf(app);
    const draft = () => made(app, 'events', { status: 'draft' }, 'author');
    app.clock.now += 20_000;
    await draft();
    expect((await pageOf(app, { after })).cursor).toBe(after);
    app.clock.now += 60_000;
    const { cursor } = await pageOf(app, { after });
    expect(cursor).not.toBe(after);
    await draft();
    expect((await pageOf(app, { after })).cursor).toBe(cursor);
    expect((await pageOf(app, { after: cursor })).cursor).toBe(cursor);
    // What was not told on the way is passed: the log may forget it.
    app.clock.now += 60_000;
    const last = (await pageOf(app, { after: cursor })).cursor;
    await app.store.deleteRange(CHANGES.name, 0, (await lastEntry(app))._id);
    await draft();
    expect(await pageOf(app, { after: last })).toMatchObject({ changes: [], hasMore: false });
    expect((await askRest(app, { after })).status).toBe(410);
  });

  test('of two that were given in one minute tells nothing of what was written between', async () => {
    const [one, other] = [await cursorOf(app), await cursorOf(app)];
    expect(other).not.toBe(one);
    app.clock.now += 60_000;
    expect((await pageOf(app, { after: one })).cursor).toBe((await pageOf(app, { after: other })).cursor);
  });
});

/** Tells the log that these records were written, and who finds them, in one unit. */
async function noted(kind: string, readers: { after?: 'all' }, records: readonly { _id: number; version: number }[]) {
  const changes = createChanges(app.store, () => app.clock.now);
  const note = changes.changeLogger<{ _id: number; version: number }>(kind, () => readers);
  await changes.unit({ now: app.clock.now, atomically: app.store.atomically }, async () => {
    for (const record of records) note(undefined, record);
  });
}

test('a page looks at a thousand entries, and may be empty with more behind it', async () => {
  const after = await cursorOf(app);
  const hidden = upTo(1010).map((at) => ({ _id: 1_000_000 + at, version: 1 }));
  for (const unit of [hidden.slice(0, 505), hidden.slice(505)]) await noted('event', {}, unit);
  const tag = await made(app, 'tags', { name: 'Behind all these' });
  const page = await pageOf(app, { after });
  expect(page).toMatchObject({ changes: [], hasMore: true });
  expect(named((await pageOf(app, { after: page.cursor })).changes)).toEqual([`tag ${tag.id}`]);
});

test('a page that is full says that there is more where more is told, and not for what is hidden', async () => {
  const after = await cursorOf(app);
  const { id } = await made(app, 'tags', { name: 'The only one' });
  const before = await pageOf(app, { after, first: 1 });
  await made(app, 'events', { status: 'draft', venue: [{ venue: 'Nowhere', status: 'draft' }] }, 'author');
  const page = await pageOf(app, { after, first: 1 });
  expect([named(page.changes), page.hasMore]).toEqual([[`tag ${id}`], false]);
  expect(page).toEqual(before);
  expect(await pageOf(app, { after: page.cursor, first: 1 })).toEqual({ ...page, changes: [] });
  await made(app, 'tags', { name: 'One more' });
  expect((await pageOf(app, { after, first: 1 })).hasMore).toBe(true);
});

test('a page of REST has 50 changes at the most, as other lists have', async () => {
  const { id } = await made(app, 'tags', { name: 'Many' });
  const [tag] = await app.store.byIds<TermRecord>('tags', [id]);
  const tags = upTo(51).map((at) => ({ ...tag!, _id: 2_000_000 + at, slugs: [`many-${at}`] }));
  const after = await cursorOf(app);
  await app.store.put('tags', tags);
  await noted('tag', { after: 'all' }, tags);
  // A server of MongoDB looks for what others write twice a second, and knows its own writes at once.
  await made(app, 'tags', { name: 'Its own' });
  const { body } = await askRest(app, { after, first: 1000 });
  expect([body.changes.length, body.has_more]).toEqual([50, true]);
});

test('the record that is told is never older than its change, also where looks lag behind the log', async () => {
  let lags: unknown[] | undefined;
  let inUnit = 0;
  const wrap = (store: Store): Store => ({
    ...store,
    readsBehind: true,
    async byIds(collection, ...asked) {
      const found = await store.byIds(collection, ...(asked as [never]));
      return (collection === 'tags' && lags && inUnit === 0 ? lags : found) as never[];
    },
    async atomically(unit) {
      inUnit += 1;
      return store.atomically(unit).finally(() => {
        inUnit -= 1;
      });
    },
  });
  const behind = await buildApp({ wrap });
  const { id } = await made(behind, 'tags', { name: 'Old' });
  const after = await cursorOf(behind);
  const stale = await behind.store.byIds('tags', [id]);
  expect((await behind.rest('PUT', `/tags/${id}`, { as: 'administrator', json: { name: 'New' } })).status).toBe(200);
  lags = stale;
  const { body } = await askRest(behind, { after });
  expect(body.changes).toMatchObject([{ id, version: 2, record: { name: 'New' } }]);
  await behind.close();
});
