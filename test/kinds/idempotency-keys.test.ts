import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_KEYS, KEY_KEPT_FOR, pruneKeys } from '../../src/data/idempotency-keys.ts';
import type { Store } from '../../src/data/port.ts';
import { EVENTS } from '../../src/kinds/event/record.ts';
import { type Answered, type Asked, buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { made, NAME, namedAs, PLURALS, type Plural, upTo } from '../support/making.ts';

const nothing = (): void => {};
/** What happens before a unit stores its key, and when a unit has ended. */
let onKey: () => void | Promise<void> = nothing;
let afterUnit: () => void | Promise<void> = nothing;
let asked: string[] = [];

/** Notes which collections are asked for, and lets a test act between a unit and its answer. */
const watching = (store: Store): Store => ({
  ...store,
  byIds: (collection, ...more) => {
    asked.push(collection);
    return store.byIds(collection, ...more);
  },
  insert: async (collection, ...more) => {
    asked.push(collection);
    for (const _ of [collection].filter((each) => each === IDEMPOTENCY_KEYS.name)) await onKey();
    return store.insert(collection, ...more);
  },
  atomically: async (unit) => {
    const done = await store.atomically(unit);
    await afterUnit();
    return done;
  },
});

function createGate() {
  let open = nothing;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

let app: TestApp;
const keys = upTo(1_000).values();

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY, wrap: watching });
});
afterAll(() => app.close());

const newKey = (): string => `key-${keys.next().value}`;

const as = 'editor';

const withKey = (key: string, more: Asked = {}): Asked => ({ as, ...more, headers: { 'Idempotency-Key': key } });
const create = (plural: Plural, name: string, key: string, more: Asked = {}) =>
  app.rest('POST', `/${plural}`, withKey(key, { json: namedAs(plural, name), ...more }));

const mutate = async (key: string, name: string, input: object, shown: string, more: Asked = {}) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { it: ${name}(input: $input) { ${shown} userErrors { path code } } }`;
  return app.graphql(query, { input }, withKey(key, more));
};

const eventsNamed = (title: string): Promise<number> =>
  app.store
    .find<{ _id: number; text: { en: { title: string } } }>(EVENTS.name, {})
    .then((events) => events.filter(({ text }) => text.en.title === title).length);

const summary = ({ status, headers, body }: Answered) => ({ status, at: headers.get('Location'), body });

describe('REST', () => {
  test.each(PLURALS)('answers a repeated creation as the first one, with one record: %s', async (plural) => {
    const [key, name] = [newKey(), `Once ${plural}`];
    const first = await create(plural, name, key);
    expect(first.status).toBe(201);
    expect(summary(await create(plural, name, key))).toEqual(summary(first));
    expect(summary(await create(plural, name, `"${key}"`))).toEqual(summary(first));
    const records = await app.rest('GET', `/${plural}?search=${encodeURIComponent(name)}&hide_empty=false`, { as });
    expect(records.body[plural]).toHaveLength(1);
  });

  test.each(PLURALS)('answers a repeated update and deletion as the first one: %s', async (plural) => {
    const { id } = await made(app, plural, { [NAME[plural]]: `Kept ${plural}` });
    const path = `/${plural}/${id}`;
    const patch = withKey(newKey(), { json: { description: 'New' } });
    const first = await app.rest('PATCH', path, patch);
    expect(first.status).toBe(200);
    expect((await app.rest('PATCH', path, patch)).body).toEqual(first.body);
    const deletion = withKey(newKey());
    const gone = await app.rest('DELETE', path, deletion);
    expect(gone.status).toBe(200);
    expect(summary(await app.rest('DELETE', path, deletion))).toEqual(summary(gone));
  });

  test('writes nothing for a repeated update that asked for a version, which has changed by the first', async () => {
    const { id } = await made(app, 'events');
    const etag = (await app.rest('GET', `/events/${id}`, { as })).headers.get('ETag')!;
    const headers = { 'If-Match': etag, 'Idempotency-Key': newKey() };
    const update = () => app.rest('PATCH', `/events/${id}`, { as, headers, json: { title: 'Changed' } });
    const first = await update();
    expect(first.status).toBe(200);
    expect(summary(await update())).toEqual(summary(first));
  });

  test('refuses a key that was sent with another body', async () => {
    const key = newKey();
    await create('events', 'One body', key);
    const { status, body } = await create('events', 'Another body', key);
    expect([status, body.code]).toEqual([422, 'rest_idempotency_conflict']);
    expect(await eventsNamed('Another body')).toBe(0);
  });

  test('refuses a key whose first request still runs, and says when to come again', async () => {
    const key = newKey();
    const [begun, refused] = [createGate(), createGate()];
    onKey = () => {
      onKey = nothing;
      begun.open();
      return refused.opened;
    };
    const first = create('events', 'At once', key);
    await begun.opened;
    const { status, body, headers } = await create('events', 'At once', key);
    expect([status, body.code, headers.get('Retry-After')]).toEqual([409, 'rest_request_in_progress', '1']);
    refused.open();
    expect((await first).status).toBe(201);
    expect(await eventsNamed('At once')).toBe(1);
  });

  test.each([
    ['is empty', '', 'empty'],
    ['is an empty string', '""', 'empty'],
    ['has 256 characters', 'a'.repeat(256), 'rest_too_long'],
    ['has 256 characters in quotes', `"${'a'.repeat(256)}"`, 'rest_too_long'],
    ['is two keys', 'one, two', 'invalid_format'],
    ['is two strings', '"one", "two"', 'invalid_format'],
    ['is a string without its end', '"open', 'invalid_format'],
    ['is two words', 'two words', 'invalid_format'],
    ['is not ASCII', 'clé', 'invalid_format'],
  ])('refuses to write with a key that %s, and names the header', async (_, key, code) => {
    const { status, body } = await create('events', 'Bad key', key);
    expect([status, body.data.details['Idempotency-Key']?.code]).toEqual([400, code]);
    expect((await app.rest('GET', '/events', withKey(key))).status).toBe(200);
  });

  test.each([
    ['of 255 characters', 'a'.repeat(255)],
    ['of 255 characters in quotes', `"${'a b'.repeat(85)}"`],
    ['with escaped characters', '"a \\"b\\" \\\\"'],
    ['in Base64', 'YQ=='],
    ['with punctuation', 'a;b:c/d@e'],
  ])('takes a key %s', async (name, key) => {
    const first = await create('tags', name, key);
    expect(first.status).toBe(201);
    expect((await create('tags', name, key)).body).toEqual(first.body);
  });
});

const EVENT = { title: 'By GraphQL', startDate: '2026-12-01 10:00', endDate: '2026-12-01 12:00' };

describe('GraphQL', () => {
  test('answers a repeated mutation with the same record, and returns the client’s id of each', async () => {
    const key = newKey();
    const send = (clientMutationId: string) =>
      mutate(key, 'createEvent', { ...EVENT, clientMutationId }, 'event { id version } clientMutationId');
    const first = (await send('one')).body.data.it;
    expect(first).toMatchObject({ event: { version: 1 }, clientMutationId: 'one' });
    expect((await send('two')).body.data.it).toEqual({ ...first, clientMutationId: 'two' });
  });

  test('refuses a key that was sent with other input', async () => {
    const key = newKey();
    await mutate(key, 'createTag', { name: 'First tag' }, 'tag { id }');
    const { status, body } = await mutate(key, 'createTag', { name: 'Second tag' }, 'tag { id }');
    expect(body.errors).toMatchObject([{ extensions: { code: 'IDEMPOTENCY_CONFLICT' }, path: ['it'] }]);
    expect([status, body.data.it]).toEqual([422, null]);
  });

  test('refuses a malformed key', async () => {
    const { status, body } = await mutate('"open', 'createTag', { name: 'No tag' }, 'tag { id }');
    expect(status).toBe(400);
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INVALID_FIELD',
      problems: [{ field: 'Idempotency-Key' }],
    });
  });

  test('tells the mutations of a document apart by their places', async () => {
    const key = newKey();
    const query = `mutation ($input: CreateEventInput!, $bad: CreateTagInput!) {
      a: createEvent(input: $input) { event { id } }
      b: createTag(input: $bad) { tag { id } userErrors { code } }
      c: createEvent(input: $input) { event { id } }
    }`;
    const input = { ...EVENT, title: 'Twins' };
    const send = (bad: object) => app.graphql(query, { input, bad }, withKey(key));
    const first = (await send({ name: '' })).body.data;
    expect(first.b.userErrors).toHaveLength(1);
    const again = (await send({ name: 'Now good' })).body.data;
    expect(again).toEqual({ ...first, b: { tag: { id: expect.any(String) }, userErrors: [] } });
    expect(await eventsNamed('Twins')).toBe(2);
  });

  test.each(['EACH', 'ALL_OR_NOTHING'])('answers a repeated batch item by item: %s', async (mode) => {
    const key = newKey();
    const items = upTo(3).map((at) => ({ ...EVENT, title: `${mode} ${at}` }));
    const send = (sent: object[]) => mutate(key, 'createEvents', { mode, items: sent }, 'results { event { id } }');
    const first = (await send(items)).body.data.it;
    expect(first.results.every(({ event }: { event: object | null }) => event !== null)).toBe(true);
    expect((await send(items)).body.data.it).toEqual(first);
    expect(await eventsNamed(`${mode} 1`)).toBe(1);
  });

  test('tells the items of a batch apart from mutations whose keys look like theirs', async () => {
    const key = newKey();
    const item = { ...EVENT, title: 'Alike' };
    await mutate(key, 'createEvents', { items: [item, item] }, 'results { event { id } }');
    for (const like of ['0/', '1/', '0.', '1.']) await mutate(`${like}${key}`, 'createEvent', item, 'event { id }');
    expect(await eventsNamed('Alike')).toBe(6);
  });

  test.each([
    ['before its unit', { title: '' }],
    ['within its unit', { title: 'Foreign slug', slug: 'taken-in-korean' }],
  ])('runs only the items of a batch that were refused before: one that is refused %s', async (when, bad) => {
    const { id } = await made(app, 'events');
    const korean = { title: '있다', slug: 'taken-in-korean' };
    await app.rest('PATCH', `/events/${id}?multilang_language=ko`, { as, json: korean });
    const key = newKey();
    const itemsWith = (item: object) =>
      [{ title: `${when} 0` }, item, { title: `${when} 2` }].map((each) => ({ ...EVENT, ...each }));
    const send = (item: object) =>
      mutate(key, 'createEvents', { items: itemsWith(item) }, 'results { event { databaseId } }');
    const first = (await send(bad)).body.data.it.results;
    expect(first.map(({ event }: { event: object | null }) => event === null)).toEqual([false, true, false]);
    const again = (await send({ title: `${when} 1` })).body.data.it.results;
    expect([again[0], again[2]]).toEqual([first[0], first[2]]);
    for (const at of upTo(3)) expect(await eventsNamed(`${when} ${at}`)).toBe(1);
  });

  test('keeps no key of a batch that was undone as a whole', async () => {
    const key = newKey();
    const send = (last: string) => {
      const items = ['Whole', last].map((title) => ({ ...EVENT, title }));
      return mutate(key, 'createEvents', { mode: 'ALL_OR_NOTHING', items }, 'results { event { id } }');
    };
    await send('');
    expect(await eventsNamed('Whole')).toBe(0);
    expect((await send('Wholesome')).body.data.it.results).not.toContainEqual({ event: null });
    expect(await eventsNamed('Whole')).toBe(1);
  });

  test('repeats what no list shows: a deleted tag, a custom field, an image, a restored event', async () => {
    const { id, image } = await made(app, 'events', { image: 'https://a.example/a.jpg' }, as);
    const { id: tag } = await made(app, 'tags', { name: 'To be deleted' });
    const ref = { databaseId: id };
    const field = { of: 'EVENT', key: 'once', kind: 'TEXT', label: { en: 'Once' } };
    for (const [name, input, shown, caller] of [
      ['deleteTag', { ref: { databaseId: tag } }, 'deletedId tag { name }', as],
      ['createCustomField', field, 'customField { key }', 'administrator'],
      ['deleteCustomField', { of: 'EVENT', key: 'once' }, 'customField { key }', 'administrator'],
      ['updateImage', { ref: { databaseId: image.id }, alt: 'New' }, 'image { alt }', as],
      ['deleteEvent', { ref }, 'deletedId event { status }', as],
      ['restoreEvent', { ref }, 'event { status }', as],
      ['deleteEventTranslation', { ref, language: 'EN' }, 'event { id }', as],
    ] as const) {
      const key = newKey();
      const first = await mutate(key, name, input, shown, { as: caller });
      const again = await mutate(key, name, input, shown, { as: caller });
      expect(again.body, name).toEqual(first.body);
    }
  });
});

describe('a key', () => {
  test('is one at both APIs', async () => {
    const key = newKey();
    await create('tags', 'By REST', key);
    const { body } = await mutate(key, 'createTag', { name: 'By GraphQL' }, 'tag { id }');
    expect(body.errors[0].extensions.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('is not kept by a refused write', async () => {
    const key = newKey();
    expect((await create('events', '', key)).status).toBe(400);
    expect((await create('events', 'Forbidden', key, { as: 'subscriber' })).status).toBe(403);
    expect((await create('events', 'Anonymous', key, { as: 'anonymous' })).status).toBe(401);
    expect((await create('events', 'Refused before', key)).status).toBe(201);
  });

  test('belongs to one user', async () => {
    const key = newKey();
    const ids = await Promise.all(
      (['editor', 'author'] as const).map(async (user) => (await create('events', 'Mine', key, { as: user })).body.id),
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('counts for 24 hours', async () => {
    const key = newKey();
    const idOf = async () => (await create('events', 'Each day', key)).body.id;
    const first = await idOf();
    const { now } = app.clock;
    app.clock.now = now + KEY_KEPT_FOR - 1;
    expect(await idOf()).toBe(first);
    app.clock.now = now + KEY_KEPT_FOR;
    const second = await idOf();
    expect(second).not.toBe(first);
    expect(await idOf()).toBe(second);
    app.clock.now = now;
  });

  test('shows the record as it is now', async () => {
    const key = newKey();
    const { body } = await create('events', 'Before', key);
    await app.rest('PATCH', `/events/${body.id}`, { as, json: { title: 'After' } });
    const again = await create('events', 'Before', key);
    expect([again.status, again.body.id, again.body.title]).toEqual([201, body.id, 'After']);
  });

  test('shows no record that its user may not see any more', async () => {
    const key = newKey();
    const { body } = await create('events', 'Given away', key, {
      as: 'author',
      json: namedAs('events', 'Given away'),
    });
    const json = { status: 'draft', author: app.idOf('editor') };
    expect((await app.rest('PATCH', `/events/${body.id}`, { as, json })).status).toBe(200);
    const again = await create('events', 'Given away', key, { as: 'author' });
    expect([again.status, again.body.code]).toEqual([404, 'rest-event-not-found']);
  });

  test('finds what was written before the answer was lost', async () => {
    const key = newKey();
    onKey = () => {
      onKey = nothing;
      afterUnit = () => {
        afterUnit = nothing;
        throw new Error('killed');
      };
    };
    expect((await create('events', 'Lost answer', key)).status).toBe(500);
    expect(await eventsNamed('Lost answer')).toBe(1);
    const other = app.secondServer();
    const path = '/wp-json/calendar/events/v1/events';
    const again = await other(path, { ...withKey(key, { json: namedAs('events', 'Lost answer') }), method: 'POST' });
    expect([again.status, again.body.title]).toEqual([201, 'Lost answer']);
    expect(await eventsNamed('Lost answer')).toBe(1);
  });

  test('makes one event on two servers at once', async () => {
    const servers = [app.secondServer(), app.secondServer()];
    const path = '/wp-json/calendar/events/v1/events';
    for (const at of upTo(10)) {
      const asking = { ...withKey(newKey(), { json: namedAs('events', `Race ${at}`) }), method: 'POST' };
      const [one, other] = await Promise.all(servers.map((server) => server(path, asking)));
      expect([one!.status, other!.status]).toEqual([201, 201]);
      expect(one!.body.id).toBe(other!.body.id);
      expect(await eventsNamed(`Race ${at}`)).toBe(1);
    }
  });

  test.each([
    ['makes one event', 'POST', 'events', namedAs('events', 'Looked for')],
    ['deletes a tag', 'DELETE', 'tags/ID', {}],
  ])('%s, though two servers have looked for it before either writes', async (what, method, at, json) => {
    const { id } = await made(app, 'tags', { name: `Tag of one that ${what}` });
    const path = `/wp-json/calendar/events/v1/${at.replace('ID', id)}`;
    const [looked, written] = [createGate(), createGate()];
    afterUnit = () => {
      afterUnit = nothing;
      looked.open();
      return written.opened;
    };
    const asking = { ...withKey(newKey(), { json }), method };
    const slow = app.secondServer()(path, asking);
    await looked.opened;
    const quick = await app.secondServer()(path, asking);
    written.open();
    expect(quick.body).toMatchObject({ id: expect.any(Number) });
    expect(summary(await slow)).toEqual(summary(quick));
    expect(await eventsNamed('Looked for')).toBe(1);
  });

  test('costs a write without one nothing', async () => {
    asked = [];
    await made(app, 'events', {}, as);
    expect(asked).not.toContain(IDEMPOTENCY_KEYS.name);
    await create('events', 'With a key', newKey());
    expect(asked.filter((collection) => collection === IDEMPOTENCY_KEYS.name)).toHaveLength(3);
  });

  test('is pruned after 24 hours', async () => {
    const { store } = app;
    const now = 1_000_000_000_000;
    const key = (at: number, number: number) => ({ _id: `9/1/${at}/${number}`, at });
    const old = upTo(250).map((number) => key(now - KEY_KEPT_FOR, number));
    const kept = upTo(5).map((number) => key(now - KEY_KEPT_FOR + 1, number));
    await store.put(IDEMPOTENCY_KEYS.name, [...old, ...kept]);
    await pruneKeys(store, now);
    const left = await store.find(IDEMPOTENCY_KEYS.name, { at: { $lte: now } });
    expect(left.map(({ _id }) => _id).sort()).toEqual(kept.map(({ _id }) => _id).sort());
  });
});
