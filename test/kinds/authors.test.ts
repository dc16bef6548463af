import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const REFUSED = { code: 'rest_invalid_param', data: { status: 400, params: { author: expect.any(String) } } };

const send = (kind: string, id: number, as: Caller, author: unknown) =>
  app.rest('PUT', `/${kind}/${id}`, { as, json: { author } });

test.each([
  ['events', 'author'],
  ['venues', 'contributor'],
  ['organizers', 'author'],
] as const)('%s are made by the %s in nobody else’s name, and given to nobody else', async (kind, as) => {
  for (const author of [app.idOf('administrator'), app.idOf('editor'), 99_999]) {
    const { status, body } = await post(app, kind, { author }, as);
    expect({ status, body }).toMatchObject({ status: 400, body: REFUSED });
  }
  const { id, author } = await made(app, kind, { author: app.idOf(as), status: 'draft' }, as);
  expect(author).toBe(String(app.idOf(as)));
  expect(await send(kind, id, as, app.idOf('editor'))).toMatchObject({ status: 400, body: REFUSED });
  expect(await send(kind, id, as, String(app.idOf(as)))).toMatchObject({ status: 200 });
});

test.each([
  ['events', 'editor'],
  ['venues', 'administrator'],
  ['organizers', 'editor'],
] as const)('%s are given by the %s to whoever is there', async (kind, as) => {
  const { id } = await made(app, kind, {}, as);
  for (const author of [app.idOf('author'), app.idOf(as)])
    expect(await send(kind, id, as, author)).toMatchObject({ status: 200, body: { author: String(author) } });
  expect(await send(kind, id, as, 99_999)).toMatchObject({ status: 400, body: REFUSED });
});

test.each(['events', 'venues'] as const)(
  'one of the %s is said again whose it is, also when that user is no more',
  async (kind) => {
    const { id } = await made(app, kind, { status: 'draft' });
    await app.store.update(kind, id, { $set: { author: 99_999 }, $inc: { version: 1 } });
    await app.tellAll();
    expect(await send(kind, id, 'editor', 99_999)).toMatchObject({ status: 200, body: { author: '99999' } });
  },
);

test.each(['venue', 'organizer'])('a new %s inside of an event is in nobody else’s name either', async (link) => {
  const inside = { [link]: { [link]: 'Made inside', author: app.idOf('editor') } };
  const { status, body } = await post(app, 'events', inside, 'author');
  expect(status).toBe(400);
  expect(Object.keys(body.data.params)).toEqual([link]);
});

test('GraphQL says the same', async () => {
  const input = { title: 'x', startDate: '2031-01-01 10:00', endDate: '2031-01-01 11:00', author: app.idOf('editor') };
  const { body } = await app.graphql(
    'mutation ($input: CreateEventInput!) { createEvent(input: $input) { userErrors { path code } } }',
    { input },
    { as: 'author' },
  );
  expect(body.data.createEvent.userErrors).toEqual([{ path: ['input', 'author'], code: 'FORBIDDEN' }]);
});
