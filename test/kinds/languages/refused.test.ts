import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, NAME, PLURALS } from '../../support/making.ts';
import { contents } from '../../support/stored.ts';
import { bilingual, graphqlIn, NAMESPACE, restIn, TYPES } from './asking.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';
const KO = { form: 'segment', language: 'ko' } as const;

const LANGUAGES_NOT_OURS = ['', 'EN', 'ko-KR', ' en', '%00'];

test.each(LANGUAGES_NOT_OURS)('both APIs refuse the language "%s" as a whole, and store nothing', async (language) => {
  const before = await contents(app.store);
  const rest = await app.rest('GET', `/venues?multilang_language=${language}`);
  expect([rest.status, rest.body.code, Object.keys(rest.body.data.params)]).toEqual([400, ...INVALID]);
  const json = { query: 'mutation { createTag(input: { name: "New" }) { tag { id: databaseId } } }' };
  const graphql = await app.fetch(`/graphql?multilang_language=${language}`, { as, method: 'POST', json });
  expect([graphql.status, graphql.body.data]).toEqual([400, undefined]);
  expect(graphql.body.errors[0].extensions).toMatchObject({
    code: 'INVALID_FIELD',
    problems: [{ field: 'multilang_language' }],
  });
  expect(await contents(app.store)).toEqual(before);
});

const INVALID = ['rest_invalid_param', ['multilang_language']];

test('an unknown language is refused by every method, in the query and in a body, with a segment as well', async () => {
  const { path } = await bilingual(app, 'venues');
  const before = await contents(app.store);
  const query = 'multilang_language=fr';
  const json = { venue: 'Other', multilang_language: 'fr' };
  const answers = [
    await app.rest('GET', `${path}?${query}`),
    await app.rest('GET', `?${query}`),
    await app.rest('GET', `/doc?${query}`),
    await app.fetch(`/ko${NAMESPACE}${path}?${query}`),
    await app.rest('PUT', `${path}?${query}`, { as, json: { venue: 'Other' } }),
    await app.rest('PUT', path, { as, json }),
    await app.rest('POST', '/venues', { as, json }),
    await app.rest('DELETE', `${path}?${query}`, { as }),
  ];
  for (const { status, body } of answers)
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, ...INVALID]);
  const written = { query: 'mutation { createTag(input: { name: "New" }) { tag { id: databaseId } } }' };
  expect((await app.fetch(`/ko/graphql?${query}`, { as, method: 'POST', json: written })).status).toBe(400);
  expect(await contents(app.store)).toEqual(before);
});

test('a translation of what is not there is refused, of every kind', async () => {
  const before = await contents(app.store);
  const parts = PLURALS.map((plural) => {
    const type = TYPES[plural];
    const name = plural === 'events' ? 'title' : 'name';
    return `update${type}(input: { ref: { databaseId: 999 }, ${name}: "없음" }) { userErrors { path } }
      delete${type}Translation(input: { ref: { databaseId: 999 }, language: KO }) { userErrors { path } }`;
  });
  const { body } = await graphqlIn(app, KO, `mutation { ${parts.join(' ')} }`);
  expect(Object.values(body.data)).toEqual(
    Array(2 * PLURALS.length).fill({ userErrors: [{ path: ['input', 'ref'] }] }),
  );
  for (const plural of PLURALS) {
    const { status } = await restIn(app, KO, 'PUT', `/${plural}/999`, { json: { [NAME[plural]]: '없음' } });
    expect([400, 404]).toContain(status);
  }
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

test('the slug that another tag has in another language is refused', async () => {
  await made(app, 'tags', { name: 'Fair', slug: 'feria' });
  const { id } = await made(app, 'tags', { name: 'Market' });
  const before = await contents(app.store);
  const { status } = await app.rest('PUT', `/tags/${id}?multilang_language=es`, { as, json: { slug: 'feria' } });
  expect(status).toBe(400);
  expect(await contents(app.store)).toEqual(before);
});

test('one record may have the same slug in several languages', async () => {
  const { id } = await made(app, 'events', { title: 'Jazz' });
  const { status, body } = await app.rest('PUT', `/events/${id}?multilang_language=es`, {
    as,
    json: { title: 'Jazz' },
  });
  expect([status, body.slug]).toEqual([200, 'jazz']);
});

/** Texts with half of a character, each sent in another field of another kind. */
const HALVES = [
  { half: '\\ud800', plural: 'events', key: 'title', field: 'title' },
  { half: 'a\\udc00b', plural: 'venues', key: 'description', field: 'description' },
  { half: '\\ude00\\ud83d', plural: 'tags', key: 'name', field: 'name' },
] as const;

test.each(HALVES)('half a character in the $key of $plural is refused by both APIs: $half', async (row) => {
  const { half, plural, key, field } = row;
  const { path, id } = await bilingual(app, plural);
  const before = await contents(app.store);
  const asked = { as, headers: { 'Content-Type': 'application/json' } } as const;
  const rest = await app.fetch(`/es${NAMESPACE}${path}`, { ...asked, method: 'PUT', body: `{"${key}":"${half}"}` });
  expect([rest.status, rest.body.code]).toEqual([400, 'rest_invalid_json']);
  const type = TYPES[plural];
  const query = `mutation ($input: Update${type}Input!) { it: update${type}(input: $input) { userErrors { path } } }`;
  const body = `{"query":${JSON.stringify(query)},"variables":{"input":{"ref":{"databaseId":${id}},"${field}":"${half}"}}}`;
  const graphql = await app.fetch('/es/graphql', { ...asked, method: 'POST', body });
  expect(graphql.body.data.it.userErrors).toEqual([{ path: ['input', field] }]);
  expect(await contents(app.store)).toEqual(before);
});
