import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/domain/language.ts';
import type { TermRecord } from '../../../src/kinds/term/record.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made, PLURALS } from '../../support/making.ts';
import { bilingual, graphqlIn, restIn, TYPES } from './asking.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';
const KINDS = PLURALS.map((plural) => ({
  plural,
  type: TYPES[plural],
  root: TYPES[plural].toLowerCase(),
  name: plural === 'events' ? 'title' : 'name',
}));
const KO = { form: 'segment', language: 'ko' } as const;

const translationsOf = async (root: string, id: number, name: string) =>
  (
    await app.graphql(
      `query ($id: ID!) { r: ${root}(ref: { databaseId: $id }) {
        translations { language ${name} slug isComplete isOriginal }
        description(language: KO) en: isFallback(language: EN) ko: isFallback(language: KO) es: isFallback(language: ES)
      } }`,
      { id },
      { as },
    )
  ).body.data.r;

test.each([KINDS[0]!, KINDS[1]!, KINDS[3]!])(
  'translations of $plural say which languages are there and what they lack',
  async (kind) => {
    const { plural, root, name } = kind;
    const { id, path, names } = await bilingual(app, plural);
    await app.rest('PUT', path, { as, json: { description: 'About it' } });
    const english = { language: 'EN', [name]: names.en, isOriginal: true, isComplete: true };
    const korean = { language: 'KO', [name]: names.ko, isOriginal: false, isComplete: false };
    const lacking = await translationsOf(root, id, name);
    expect(lacking).toMatchObject({ translations: [english, korean], en: false, ko: true, es: true });
    // A text that was emptied is shown empty, not as a fallback.
    await restIn(app, KO, 'PUT', path, { json: { description: '' } });
    const emptied = await translationsOf(root, id, name);
    expect(emptied).toMatchObject({ translations: [english, korean], ko: false, description: '' });
    await restIn(app, KO, 'PUT', path, { json: { description: '소개' } });
    const complete = await translationsOf(root, id, name);
    expect(complete).toMatchObject({ translations: [english, { ...korean, isComplete: true }], ko: false });
  },
);

test('a text that only a translation has is a fallback in the original too', async () => {
  const { id, path } = await bilingual(app, 'events');
  await restIn(app, KO, 'PUT', path, { json: { excerpt: '짧게' } });
  const query = `{ event(ref: { databaseId: ${id} }) { excerptText isFallback } }`;
  expect((await app.graphql(query)).body.data.event).toEqual({ excerptText: '짧게', isFallback: true });
});

test('a language without a title of its own shows the slug of the one it shows', async () => {
  const { id } = await made(app, 'events', { title: 'Fair', slug: 'chosen' });
  const described = await restIn(app, KO, 'PUT', `/events/${id}`, { json: { description: '소개' } });
  expect(described.body.slug).toBe('chosen');
  const titled = await restIn(app, KO, 'PUT', `/events/${id}`, { json: { title: 'Jangteo' } });
  expect(titled.body.slug).toBe('jangteo');
});

const REMOVALS = Object.fromEntries(
  KINDS.map(({ type }) => [
    type,
    `mutation ($id: ID!, $language: Language!) {
      r: delete${type}Translation(input: { ref: { databaseId: $id }, language: $language }) { userErrors { path code } }
    }`,
  ]),
);

/** Takes a translation away. */
const removed = (type: string, id: number, language: string, asked: { as?: Caller } = {}) =>
  graphqlIn(app, KO, REMOVALS[type]!, { id, language }, asked);

const WITHOUT_RIGHT: { as: Caller; code: string }[] = [
  { as: 'anonymous', code: 'UNAUTHENTICATED' },
  { as: 'subscriber', code: 'FORBIDDEN' },
  { as: 'contributor', code: 'FORBIDDEN' },
];

test.each(KINDS)('only a translation of $plural is taken away, by who may, with its slug', async (kind) => {
  const { plural, type, root, name } = kind;
  const { id, names } = await bilingual(app, plural);
  const find = async () => (await app.store.byIds<TermRecord>(plural, [id]))[0]!;
  const before = await find();
  const at = KINDS.indexOf(kind);
  const { body } = await removed(type, id, ['EN', 'ES'][at % 2]!);
  expect(body.data.r.userErrors).toEqual([{ path: ['input', 'language'], code: 'UNKNOWN' }]);
  const { as, code } = WITHOUT_RIGHT[at % WITHOUT_RIGHT.length]!;
  expect((await removed(type, id, 'KO', { as })).body.errors[0].extensions.code).toBe(code);
  expect(await find()).toEqual(before);

  expect((await removed(type, id, 'KO')).body).toEqual({ data: { r: { userErrors: [] } } });
  const after = await find();
  expect(after).toMatchObject({ text: { en: before.text.en }, slugs: [before.slug.en], original: 'en' });
  expect((await translationsOf(root, id, name)).translations).toHaveLength(1);
  expect(after.search.ko).not.toContain('장터');
  expect(after.names).toEqual([names.en.toLowerCase()]);
});

test('what is said of an image in a language is shown on every record that shows the image', async () => {
  const image = 'https://example.org/a.png';
  const event = await made(app, 'events', { image });
  const shows = { image: event.image.id };
  const venue = await made(app, 'venues', shows);
  const organizer = await made(app, 'organizers', shows);
  const say = (language: 'en' | 'ko', text: string) =>
    graphqlIn(
      app,
      { form: 'parameter', language },
      `mutation ($t: String) { updateImage(input: { ref: { databaseId: ${event.image.id} }, alternativeText: $t }) { image { alternativeText } } }`,
      { t: text },
    );
  expect((await say('en', 'A stage')).body.data.updateImage.image).toEqual({ alternativeText: 'A stage' });
  expect((await say('ko', '무대')).body.data.updateImage.image).toEqual({ alternativeText: '무대' });
  const seen = LANGUAGES.map((each) => `${each}: alternativeText(language: ${each.toUpperCase()})`).join(' ');
  const query = `{
    event(ref: { databaseId: ${event.id} }) { image { ${seen} } }
    venue(ref: { databaseId: ${venue.id} }) { image { ${seen} } }
    organizer(ref: { databaseId: ${organizer.id} }) { image { ${seen} } }
  }`;
  const expected = { image: { en: 'A stage', ko: '무대', es: 'A stage' } };
  const { body } = await app.graphql(query);
  expect(body.data).toEqual({ event: expected, venue: expected, organizer: expected });
});

test('a state that was not said in a language is the one of the original, and its form follows the country shown', async () => {
  const { id } = await made(app, 'venues', { venue: 'Hall', country: 'United States', state: 'NY', province: 'None' });
  const path = `/venues/${id}`;
  expect((await restIn(app, KO, 'PUT', path, { json: { venue: '홀' } })).body).toMatchObject({
    state: 'NY',
    stateprovince: 'NY',
  });
  expect((await restIn(app, KO, 'PUT', path, { json: { state: '뉴욕' } })).body).toMatchObject({
    state: '뉴욕',
    stateprovince: '뉴욕',
  });
});

test('GraphQL says which language it answers in, as REST does', async () => {
  const query = '{ tagPage { total } }';
  const of = async (path: string, headers = {}) =>
    (await app.fetch(path, { method: 'POST', json: { query }, headers })).headers;
  const answers = [
    await of('/graphql'),
    await of('/ko/graphql'),
    await of('/ko/graphql?multilang_language=es'),
    await of('/graphql', { 'Accept-Language': 'fr, es;q=0.9, en;q=0.8' }),
  ];
  expect(answers.map((headers) => headers.get('content-language'))).toEqual(['en', 'ko', 'es', 'es']);
  expect(answers.map((headers) => headers.get('vary'))).toEqual(
    answers.map(() => expect.stringContaining('Accept-Language')),
  );
});

test('a slug alone is a translation too, and is taken away like one', async () => {
  const { id } = await made(app, 'events', { title: 'Lantern fair' });
  await restIn(app, KO, 'PUT', `/events/${id}`, { json: { slug: '장터' } });
  expect((await translationsOf('event', id, 'title')).translations).toHaveLength(2);
  expect((await removed('Event', id, 'KO')).body).toEqual({ data: { r: { userErrors: [] } } });
  expect(await app.store.byIds('events', [id])).toMatchObject([{ slugs: ['lantern-fair'] }]);
});

test('the page of a category lies below the slug that its parent shows', async () => {
  const es = { form: 'segment', language: 'es' } as const;
  const parent = await made(app, 'categories', { name: 'Music' });
  await restIn(app, es, 'PUT', `/categories/${parent.id}`, { json: { name: 'Música clásica' } });
  const { body } = await restIn(app, es, 'POST', '/categories', { json: { name: 'Coro', parent: parent.id } });
  const shown = await restIn(app, KO, 'GET', `/categories/${parent.id}`);
  const below = await restIn(app, KO, 'GET', `/categories/${body.id}`);
  expect(below.body.url).toBe(`${shown.body.url}coro/`);
});
