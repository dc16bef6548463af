import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Viewer } from '../../src/domain/access.ts';
import type { Context } from '../../src/kinds/context.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import type { Origin } from '../../src/kinds/post/record.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';
import { servicesOf, type Used } from '../support/services.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const stored = async (id: number): Promise<EventRecord> => (await app.store.byIds<EventRecord>('events', [id]))[0]!;

const inGraphql = async (id: number) => {
  const query = 'query ($id: ID!) { event(ref: { databaseId: $id }) { uid sequence source { site id url } } }';
  return (await app.graphql(query, { id })).body.data.event;
};

test('every event has a name of its own, which REST does not show', async () => {
  const [one, other] = [await made(app, 'events'), await made(app, 'events')];
  const [first, second] = [await inGraphql(one.id), await inGraphql(other.id)];
  expect(first).toEqual({ uid: expect.stringMatching(/^[\da-f-]{36}$/), sequence: 0, source: null });
  expect(second.uid).not.toBe(first.uid);
  expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['uid']));
});

test.each(['uid', 'sequence', 'source'])('nobody writes %s from outside', async (name) => {
  const event = await made(app, 'events', { [name]: 'mine' });
  const before = await stored(event.id);
  expect(before).not.toMatchObject({ [name]: 'mine' });
  await app.rest('PATCH', `/events/${event.id}`, { as: 'administrator', json: { [name]: 'mine' } });
  expect(await stored(event.id)).toMatchObject({ uid: before.uid, sequence: 0 });
  const { body } = await app.graphql('{ __type(name: "UpdateEventInput") { inputFields { name } } }');
  expect(body.data.__type.inputFields.map((field: { name: string }) => field.name)).not.toContain(name);
});

describe('a program that takes records from elsewhere', () => {
  const VIEWER: Viewer = { id: 1, role: 'administrator' };
  const SOURCE = { site: 'https://a.example', id: '12', url: 'https://a.example/event/open-day/' };
  let used: Used;
  let count = 0;

  const ctxOf = (origin: Origin): Context => ({
    ...used.contextOf({ viewer: VIEWER, now: app.clock.now, language: 'en' }),
    origin,
  });

  beforeEach(() => {
    used = servicesOf(app.store, randomUUID);
    count += 1;
  });

  const EVENT = { title: 'Open day', startDate: '2026-12-01 10:00', endDate: '2026-12-01 12:00' };
  const sourceOf = (part: object = {}) => ({ ...SOURCE, id: String(count), ...part });

  test('gives an event the name, the sequence and the source that it has there', async () => {
    const source = sourceOf();
    const origin = { uid: `${count}@a.example`, sequence: 7, source };
    const { _id: id } = await used.services.event.create(EVENT, ctxOf(origin));
    expect(await inGraphql(id)).toEqual(origin);
    // The app does not follow what another part of its own process writes.
    await used.services.event.update({ id }, { startDate: '2026-12-01 11:00' }, ctxOf({ ...origin, sequence: 3 }));
    expect(await stored(id)).toMatchObject({ ...origin, sequence: 8 });
    await used.services.event.update({ id }, { title: 'Other' }, ctxOf({ ...origin, sequence: 12 }));
    expect(await stored(id)).toMatchObject({ ...origin, sequence: 12 });
  });

  test('gives venues and organizers their source, but not what an event makes', async () => {
    const source = sourceOf();
    const venue = await used.services.venue.create({ name: `Hall ${count}` }, ctxOf({ source }));
    expect(venue).toMatchObject({ source });
    const organizer = await used.services.organizer.create({ name: `Ann ${count}` }, ctxOf({ source }));
    expect(organizer).toMatchObject({ source });
    const made = { set: [{ create: { name: `New ${count}` } }] };
    const event = await used.services.event.create({ ...EVENT, venues: made }, ctxOf({ source }));
    const [inside] = await app.store.byIds('venues', event.venues);
    expect(inside).not.toHaveProperty('source');
  });

  test.each([
    ['uid', () => ({ uid: `${count}@a.example`, source: sourceOf({ id: `${count} again` }) })],
    ['source', () => ({ uid: `${count}@b.example`, source: sourceOf() })],
  ])('is refused what another event has as its %s, and nothing is made', async (field, again) => {
    await used.services.event.create(EVENT, ctxOf({ uid: `${count}@a.example`, source: sourceOf() }));
    const before = await app.store.count('events', {});
    await expect(used.services.event.create(EVENT, ctxOf(again()))).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      problems: [{ field, code: 'duplicate' }],
    });
    expect(await app.store.count('events', {})).toBe(before);
  });

  test.each([
    ['empty', 'uid', { uid: '' }],
    ['of two lines', 'uid', { uid: 'a\nb' }],
    ['too long', 'uid', { uid: 'x'.repeat(1001) }],
    ['below 0', 'sequence', { sequence: -1 }],
    ['no integer', 'sequence', { sequence: 1.5 }],
    ['empty', 'site', { source: { ...SOURCE, site: '' } }],
    ['with a sign that no text has', 'id', { source: { ...SOURCE, id: 'a\u0000b' } }],
    ['a script', 'url', { source: { ...SOURCE, url: 'javascript:alert(1)' } }],
  ])('is refused what is %s as its %s', async (_, field, origin) => {
    await expect(used.services.event.create(EVENT, ctxOf(origin))).rejects.toMatchObject({
      problems: [{ field }],
    });
  });
});

describe('an importer that uses GraphQL', () => {
  const EVENT = { title: 'Open day', startDate: '2026-12-01 10:00', endDate: '2026-12-01 12:00' };
  const SHOWN = 'event { databaseId version title uid status source { site id url } } userErrors { path code }';
  const SITE = 'https://c.example';

  const send = async (fetch: TestApp['fetch'], name: string, input: object, as: Caller = 'administrator') => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { it: ${name}(input: $input) { ${SHOWN} } }`;
    const json = { query, variables: { input: { ...EVENT, ...input } } };
    return (await fetch('/graphql', { method: 'POST', as, json })).body;
  };
  const create = async (input: object, as?: Caller) => (await send(app.fetch, 'createEvent', input, as)).data.it;
  const upsert = async (input: object, as?: Caller) => (await send(app.fetch, 'upsertEvent', input, as)).data.it;
  const countOf = (uid: string) => app.store.count('events', { uid });

  test('gives a new event its name, which no other event gets', async () => {
    const { event, userErrors } = await create({ uid: ' one@c.example ' });
    expect([event.uid, userErrors]).toEqual(['one@c.example', []]);
    expect(await create({ uid: 'one@c.example' })).toEqual({
      event: null,
      userErrors: [{ path: ['input', 'uid'], code: 'DUPLICATE' }],
    });
  });

  test.each([
    [{ uid: '' }, ['uid'], 'EMPTY'],
    [{ uid: 'one\ntwo' }, ['uid'], 'INVALID_TEXT'],
    [{ uid: 'a'.repeat(1_001) }, ['uid'], 'TOO_LONG'],
    [{}, ['source'], 'MISSING'],
    [{ source: { site: '', id: '1' } }, ['source', 'site'], 'EMPTY'],
    [{ source: { site: 'events.csv', id: '1' } }, ['source', 'site'], 'INVALID_URL'],
    [{ source: { site: 'ftp://c.example', id: '1' } }, ['source', 'site'], 'INVALID_URL'],
    [{ source: { site: 'https://ana:secret@c.example', id: '1' } }, ['source', 'site'], 'INVALID_URL'],
    [{ source: { site: `${SITE}/events/?x=1`, id: '1' } }, ['source', 'site'], 'INVALID_URL'],
    [{ source: { site: SITE, id: 'one\ntwo' } }, ['source', 'id'], 'INVALID_TEXT'],
    [{ source: { site: SITE, id: '1', url: 'javascript:alert(1)' } }, ['source', 'url'], 'INVALID_URL'],
  ])('is told what is wrong, row %#', async (input, path, code) => {
    const { event, userErrors } = await upsert(input);
    expect(event).toBeNull();
    expect(userErrors).toContainEqual({ path: ['input', ...path], code });
  });

  test.each([
    ['uid', { uid: 'two@c.example' }],
    ['source', { source: { site: SITE, id: '2', url: `${SITE}/2/` } }],
  ])('creates an event once, and changes it later, by its %s', async (_, identity) => {
    const made = (await upsert(identity)).event;
    expect(made).toMatchObject({ ...identity, version: 1 });
    expect((await upsert(identity)).event).toEqual(made);
    expect((await upsert({ ...identity, title: 'Open house' })).event).toEqual({
      ...made,
      title: 'Open house',
      version: 2,
    });
  });

  test('finds an event by its source before its uid', async () => {
    const source = { site: SITE, id: '3' };
    const made = (await upsert({ source, uid: 'three@c.example' })).event;
    expect((await upsert({ source, uid: 'new@c.example' })).event).toEqual({
      ...made,
      uid: 'new@c.example',
      version: 2,
    });
    await create({ uid: 'four@c.example' });
    const { userErrors } = await upsert({ source, uid: 'four@c.example' });
    expect(userErrors).toEqual([{ path: ['input', 'uid'], code: 'DUPLICATE' }]);
  });

  test('changes no event that its user may not change', async () => {
    const seen = { uid: 'seen@c.example' };
    const hidden = { uid: 'hidden@c.example', status: 'DRAFT' };
    for (const input of [seen, hidden]) await create(input);
    const body = await send(app.fetch, 'upsertEvent', { ...seen, title: 'Mine' }, 'author');
    expect([body.data.it, body.errors[0].extensions.code]).toEqual([null, 'FORBIDDEN']);
    expect((await upsert({ uid: hidden.uid }, 'author')).userErrors).toEqual([
      { path: ['input', 'uid'], code: 'DUPLICATE' },
    ]);
  });

  test('leaves an event in the trash until it sends a status', async () => {
    const uid = 'trashed@c.example';
    await create({ uid, status: 'TRASH' });
    expect((await upsert({ uid, title: 'Still there' })).event).toMatchObject({
      status: 'TRASH',
      title: 'Still there',
    });
    expect((await upsert({ uid, status: 'PUBLISH' })).event).toMatchObject({ status: 'PUBLISH' });
  });

  test('makes one event, though it sends it to two servers at once', async () => {
    const uid = 'race@c.example';
    const servers = [app.secondServer(), app.secondServer()];
    const sent = await Promise.all(
      servers.map((fetch, at) => send(fetch, 'upsertEvent', { uid, title: `From ${at}` })),
    );
    expect(sent.map(({ data }) => data.it.userErrors)).toEqual([[], []]);
    expect(await countOf(uid)).toBe(1);
  });
});
