import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';

const KINDS = ['events', 'venues', 'organizers'] as const;
const MODESTS = ['author', 'contributor'] as const;
const MIGHTY = ['editor', 'administrator'] as const;

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const REFUSED = { code: 'rest_invalid_param', data: { status: 400, params: { author: expect.any(String) } } };

const send = (kind: string, id: number, as: (typeof MODESTS | typeof MIGHTY)[number], author: unknown) =>
  app.rest('PUT', `/${kind}/${id}`, { as, json: { author } });

describe.each(KINDS)('who writes one of the %s', (kind) => {
  test.each(MODESTS)('as %s makes it in nobody else’s name', async (as) => {
    for (const author of [app.idOf('administrator'), app.idOf('editor'), 99_999]) {
      const { status, body } = await post(app, kind, { author }, as);
      expect({ status, body }).toMatchObject({ status: 400, body: REFUSED });
    }
    expect((await made(app, kind, { author: app.idOf(as) }, as)).author).toBe(String(app.idOf(as)));
  });

  test.each(MODESTS)('as %s gives it to nobody else', async (as) => {
    const { id } = await made(app, kind, { status: 'draft' }, as);
    expect(await send(kind, id, as, app.idOf('editor'))).toMatchObject({ status: 400, body: REFUSED });
    expect(await send(kind, id, as, String(app.idOf(as)))).toMatchObject({ status: 200 });
  });

  test.each(MIGHTY)('as %s names whoever is there', async (as) => {
    const { id } = await made(app, kind, {}, as);
    for (const author of [app.idOf('author'), app.idOf(as)])
      expect(await send(kind, id, as, author)).toMatchObject({ status: 200, body: { author: String(author) } });
    expect(await send(kind, id, as, 99_999)).toMatchObject({ status: 400, body: REFUSED });
  });

  test('says again whose it is, also when that user is no more', async () => {
    const { id } = await made(app, kind);
    await app.store.update(kind, id, { $set: { author: 99_999 }, $inc: { version: 1 } });
    await app.tellAll();
    expect(await send(kind, id, 'editor', 99_999)).toMatchObject({ status: 200, body: { author: '99999' } });
  });
});

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
