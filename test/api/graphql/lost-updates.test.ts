import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, buildApp, type TestApp } from '../../support/app.ts';
import { made, NAME, ONE, type Plural } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A writer that read this version, and says a text of its own. Gives whether it was refused. */
type Writer = (asked: { plural: Plural; id: number; version: number; text: string }) => Promise<boolean>;

const byGraphql: Writer = async ({ plural, id, version, text }) => {
  const kind = ONE[plural];
  const query = `mutation ($input: Update${capital(kind)}Input!) {
    it: update${capital(kind)}(input: $input) { ${kind} { version description } userErrors { path code } }
  }`;
  const input = { ref: { databaseId: id }, ifVersion: version, description: text };
  const { userErrors, [kind]: record } = (await app.graphql(query, { input }, { as })).body.data.it;
  const conflict = [{ path: ['input', 'ifVersion'], code: 'CONFLICT' }];
  expect([[], conflict]).toContainEqual(userErrors);
  // Done or not: the record as it is comes back.
  expect(record.version).toBeGreaterThan(version);
  return userErrors.length > 0;
};

const addressOf = (plural: Plural, id: number) => `/${plural}/${id}`;

const byRest: Writer = async ({ plural, id, version, text }) => {
  const headers = { 'If-Match': `"${version}-whatever"` };
  const answer = await app.rest('PUT', addressOf(plural, id), { as, headers, json: { description: text } });
  expect([200, 412]).toContain(answer.status);
  return answer.status === 412;
};

const versionOf = async (plural: Plural, id: number): Promise<number> =>
  (await app.store.byIds<{ _id: number; version: number }>(plural, [id]))[0]!.version;

test.each([
  ['events', byGraphql, byRest, true],
  ['venues', byRest, byGraphql, false],
  ['organizers', byGraphql, byGraphql, true],
  ['categories', byRest, byRest, true],
  ['tags', byRest, byGraphql, true],
] as const)('of two writers of %s that read the same, one is refused, and nothing is lost', async (...row) => {
  const [plural, one, other, atOnce] = row;
  const { id } = await made(app, plural, { [NAME[plural]]: `One of ${plural}` });
  const asked = { plural, id, version: await versionOf(plural, id) };
  const first = one({ ...asked, text: 'of the one' });
  await Promise.all(atOnce ? [] : [first]);
  const refused = await Promise.all([first, other({ ...asked, text: 'of the other' })]);
  expect([...refused].sort()).toEqual([false, true]);
  const { body } = await app.rest('GET', addressOf(plural, id));
  expect(body.description).toContain(refused[0] ? 'of the other' : 'of the one');
});

describe('REST', () => {
  const put = (plural: Plural, id: number, headers: Record<string, string>): Promise<Answered> =>
    app.rest('PUT', addressOf(plural, id), { as, headers, json: { description: 'Written' } });

  test.each(['events', 'tags'] as const)(
    'one of %s that has changed is refused with the record as it is',
    async (plural) => {
      const { id } = await made(app, plural, { [NAME[plural]]: `Changed of ${plural}` });
      const address = addressOf(plural, id);
      const tag = (await app.rest('GET', address, { as })).headers.get('etag')!;
      expect((await put(plural, id, { 'If-Match': tag })).status).toBe(200);
      const { status, body, headers } = await put(plural, id, { 'If-Match': tag });
      const current = (await app.rest('GET', address, { as })).body;
      expect([status, body]).toEqual([
        412,
        { code: 'rest_precondition_failed', message: expect.any(String), data: { status: 412, current } },
      ]);
      expect(headers.get('allow')).toContain('PUT');
      const removed = await app.rest('DELETE', address, { as, headers: { 'If-Match': tag } });
      expect(removed.status).toBe(412);
      expect((await app.rest('GET', address, { as })).body).toEqual(current);
    },
  );

  test('If-Match names versions, weak or unknown ones none', async () => {
    const { id } = await made(app, 'organizers', { organizer: 'Matched' });
    // Those that are refused leave the version as it is.
    for (const tags of ['W/"1-x"', '"11-x"', 'nonsense'])
      expect([tags, (await put('organizers', id, { 'If-Match': tags })).status]).toEqual([tags, 412]);
    for (const tags of ['"1-x"', '"2-x-gzip"', '"7-x", "2-x"', '*'])
      expect([tags, (await put('organizers', id, { 'If-Match': tags })).status]).toEqual([tags, 200]);
  });

  test('If-None-Match of anything refuses every write to a record that is there', async () => {
    const { id } = await made(app, 'organizers');
    expect((await put('organizers', id, { 'If-None-Match': '*' })).status).toBe(412);
    expect((await put('organizers', id, { 'If-None-Match': '"1-x"' })).status).toBe(200);
  });

  test('what was changed after If-Unmodified-Since is refused, unless there is If-Match', async () => {
    const { id } = await made(app, 'organizers', { organizer: 'Since' });
    const at = (milliseconds: number) => new Date(app.clock.now + milliseconds).toUTCString();
    expect((await put('organizers', id, { 'If-Unmodified-Since': at(-1000) })).status).toBe(412);
    expect((await put('organizers', id, { 'If-Unmodified-Since': at(-1000), 'If-Match': '"1-x"' })).status).toBe(200);
    expect((await put('organizers', id, { 'If-Unmodified-Since': at(0) })).status).toBe(200);
    expect((await put('organizers', id, { 'If-Unmodified-Since': 'nonsense' })).status).toBe(200);
  });

  test('what would be refused anyway is refused as ever', async () => {
    const headers = { 'If-Match': '"9-x"' };
    expect((await app.rest('PUT', '/events/999999', { as, headers, json: {} })).status).toBe(404);
    const { id } = await made(app, 'events');
    expect((await app.rest('PUT', `/events/${id}`, { headers, json: {} })).status).toBe(401);
    expect((await app.rest('PUT', `/events/${id}`, { as, headers, json: { start_date: 'x' } })).status).toBe(400);
  });

  test('an event in the trash is refused without it: it cannot be read', async () => {
    const { id } = await made(app, 'events');
    await app.rest('DELETE', `/events/${id}`, { as });
    const { status, body } = await put('events', id, { 'If-Match': '"1-x"' });
    expect([status, body.data]).toEqual([412, { status: 412 }]);
  });
});

test('an image says its version, and is written in that version only', async () => {
  const { id } = await made(app, 'events', { image: 'https://e.example/i.png' });
  const read = `{ event(ref: { databaseId: ${id} }) { image { id version } } }`;
  const { image } = (await app.graphql(read)).body.data.event;
  const write = `mutation ($input: UpdateImageInput!) { updateImage(input: $input) { image { id version } userErrors { code } } }`;
  const input = { ref: { id: image.id }, ifVersion: image.version, alternativeText: 'A hill' };
  const first = (await app.graphql(write, { input }, { as })).body.data.updateImage;
  expect(first).toEqual({ image: { id: image.id, version: image.version + 1 }, userErrors: [] });
  const second = (await app.graphql(write, { input }, { as })).body.data.updateImage;
  expect(second).toEqual({ image: first.image, userErrors: [{ code: 'CONFLICT' }] });
});
