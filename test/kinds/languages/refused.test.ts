import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, PLURALS } from '../../support/making.ts';
import { contents } from '../../support/stored.ts';
import { bilingual, graphqlIn, NAME, NAMESPACE, restIn, TYPES } from './asking.ts';

let app: TestApp;

beforeEach(async () => {
  app = await buildApp();
});
afterEach(() => app.close());

const as = 'administrator';
const KO = { form: 'segment', language: 'ko' } as const;

const LANGUAGES_NOT_OURS = ['', 'fr', 'EN', 'ko-KR', 'ko,es', ' en', '%00'];

test.each(LANGUAGES_NOT_OURS)(
  'REST refuses the language "%s" for reading and writing, and stores nothing',
  async (language) => {
    const { path } = await bilingual(app, 'venues');
    const before = await contents(app.store);
    const query = `multilang_language=${language}`;
    const answers = [
      await app.rest('GET', `/venues?${query}`),
      await app.rest('GET', `${path}?${query}`),
      await app.rest('GET', `?${query}`),
      await app.rest('GET', `/doc?${query}`),
      await app.fetch(`/ko${NAMESPACE}${path}?${query}`),
      await app.rest('PUT', `${path}?${query}`, { as, json: { venue: 'Other' } }),
      await app.rest('PUT', path, { as, json: { venue: 'Other', multilang_language: language } }),
      await app.rest('POST', '/venues', { as, json: { venue: 'Other', multilang_language: language } }),
      await app.rest('DELETE', `${path}?${query}`, { as }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        ['multilang_language'],
      ]);
    }
    expect(await contents(app.store)).toEqual(before);
  },
);

test.each(LANGUAGES_NOT_OURS)('GraphQL refuses the language "%s" as a whole, and stores nothing', async (language) => {
  const before = await contents(app.store);
  const json = { query: 'mutation { createTag(input: { name: "New" }) { tag { id: databaseId } } }' };
  for (const path of ['/graphql', '/ko/graphql']) {
    const { status, body } = await app.fetch(`${path}?multilang_language=${language}`, { as, method: 'POST', json });
    expect([status, body.data]).toEqual([400, undefined]);
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INVALID_FIELD',
      problems: [{ field: 'multilang_language' }],
    });
  }
  expect(await contents(app.store)).toEqual(before);
});

test.each(PLURALS)('a translation of %s that are not there is refused', async (plural) => {
  const before = await contents(app.store);
  const type = TYPES[plural];
  const rest = await restIn(app, KO, 'PUT', `/${plural}/999`, { json: { [NAME[plural]]: '없음' } });
  expect([400, 404]).toContain(rest.status);
  const patch = plural === 'events' ? 'title' : 'name';
  const graphql = await graphqlIn(
    app,
    KO,
    `mutation { update${type}(input: { ref: { databaseId: 999 }, ${patch}: "없음" }) { userErrors { path } } }`,
  );
  expect(graphql.body.data[`update${type}`].userErrors).toEqual([{ path: ['input', 'ref'] }]);
  const removed = await graphqlIn(
    app,
    KO,
    `mutation { delete${type}Translation(input: { ref: { databaseId: 999 }, language: KO }) { userErrors { path } } }`,
  );
  expect(removed.body.data[`delete${type}Translation`].userErrors).toEqual([{ path: ['input', 'ref'] }]);
  expect(await contents(app.store)).toEqual(before);
});

test('the slug that another event has in another language is refused, in the same language it gets a number', async () => {
  await made(app, 'events', { title: 'Fair', slug: 'feria' });
  const { id } = await made(app, 'events', { title: 'Market' });
  const before = await contents(app.store);
  const json = { title: 'Mercado', slug: 'feria' };
  const rest = await app.rest('PUT', `/events/${id}?multilang_language=es`, { as, json });
  expect([rest.status, rest.body.code, Object.keys(rest.body.data.params)]).toEqual([
    400,
    'rest_invalid_param',
    ['slug'],
  ]);
  const spoken = { form: 'parameter', language: 'es' } as const;
  const patch = `mutation { updateEvent(input: { ref: { databaseId: ${id} }, title: "Mercado", slug: "feria" }) { userErrors { path code } } }`;
  const graphql = await graphqlIn(app, spoken, patch);
  expect(graphql.body.data.updateEvent.userErrors).toMatchObject([{ path: ['input', 'slug'] }]);
  const fresh = { ...json, start_date: '2026-12-01', end_date: '2026-12-01' };
  expect((await restIn(app, spoken, 'POST', '/events', { json: fresh })).status).toBe(400);
  expect(await contents(app.store)).toEqual(before);
  expect((await app.rest('PUT', `/events/${id}`, { as, json: { slug: 'feria' } })).body.slug).toBe('feria-2');
});

test.each(['categories', 'tags'] as const)(
  'the slug that another of the %s has in another language is refused',
  async (plural) => {
    await made(app, plural, { name: 'Fair', slug: 'feria' });
    const { id } = await made(app, plural, { name: 'Market' });
    const before = await contents(app.store);
    const { status } = await app.rest('PUT', `/${plural}/${id}?multilang_language=es`, { as, json: { slug: 'feria' } });
    expect(status).toBe(400);
    expect(await contents(app.store)).toEqual(before);
  },
);

test('one record may have the same slug in several languages', async () => {
  const { id } = await made(app, 'events', { title: 'Jazz' });
  const { status, body } = await app.rest('PUT', `/events/${id}?multilang_language=es`, {
    as,
    json: { title: 'Jazz' },
  });
  expect([status, body.slug]).toEqual([200, 'jazz']);
});

const LONE = ['\\ud800', 'a\\udc00b', '\\ude00\\ud83d'];

test.each(LONE)(
  'a text with half a character (%s) is refused at both doors in every form, and nothing is stored',
  async (half) => {
    const paths = [];
    for (const plural of PLURALS) paths.push({ plural, ...(await bilingual(app, plural)) });
    const before = await contents(app.store);
    const headers = { 'Content-Type': 'application/json' };
    for (const { plural, path, id } of paths) {
      const sent = { as, headers, method: 'PUT' } as const;
      for (const key of [NAME[plural], 'description']) {
        const { status, body } = await app.fetch(`/es${NAMESPACE}${path}`, { ...sent, body: `{"${key}":"${half}"}` });
        expect([status, body.code]).toEqual([400, 'rest_invalid_json']);
      }
      const type = TYPES[plural];
      const query = `mutation ($input: Update${type}Input!) { it: update${type}(input: $input) { userErrors { path } } }`;
      const key = plural === 'events' ? 'title' : 'name';
      const body = `{"query":${JSON.stringify(query)},"variables":{"input":{"ref":{"databaseId":${id}},"${key}":"${half}","description":"${half}"}}}`;
      const answer = await app.fetch('/es/graphql', { as, headers, method: 'POST', body });
      expect(answer.body.data.it.userErrors.map(({ path }: { path: string[] }) => path[1]).sort()).toEqual(
        [key, 'description'].sort(),
      );
    }
    expect(await contents(app.store)).toEqual(before);
  },
);
