import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { ROUTES } from '../../contract/spec-routes.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made, NAME, PLURALS, type Plural } from '../../support/making.ts';
import { sampled } from '../../support/sample.ts';
import { addressIn, bilingual, freshNames, NAMESPACE, restIn, SPOKEN, shownOf, slugOf } from './asking.ts';

let app: TestApp;
/** One of each kind, which is read only. */
const there = {} as Record<Plural, Awaited<ReturnType<typeof bilingual>>>;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  for (const plural of PLURALS) there[plural] = await bilingual(app, plural);
});
afterAll(() => app.close());

/** The routes that answer so or have this method, each in the next language and form. */
const rows = (what: string) =>
  ROUTES.filter(([method, , shape]) => (shape === 'record' ? method : shape) === what).map(([, path], at) => ({
    ...{ path, plural: path.split('/')[1] as Plural },
    ...{ spoken: SPOKEN[at % SPOKEN.length]!, ...SPOKEN[at % SPOKEN.length]! },
  }));

/** The methods that write: each record is written by all of them in turn. */
const WRITING = ['POST', 'PUT', 'PATCH'] as const;

test('every route of the specification is walked by one of the tests below', () => {
  const walked = ['list', 'made', 'GET', ...WRITING, 'DELETE', 'namespace', 'documentation'];
  expect(walked.flatMap(rows)).toHaveLength(ROUTES.length);
  for (const method of WRITING) expect(rows(method)).toEqual(rows('PUT'));
});

/** The address that a path of the specification means for a record. */
const addressOf = (path: string, id: number, name: string): string =>
  path.replace('<id>', String(id)).replace('<slug>', slugOf(name));

interface Kept {
  _id: number;
  version: number;
  text: Record<Language, object>;
  slug: Record<Language, string>;
}

/** What follows from the texts of a record. */
const DERIVED = ['slugs', 'slugSort', 'names', 'search', 'searchTitle', 'facets', 'sort', 'modifiedAt'];

/** The record as it is stored, without what follows from its texts. */
async function stored(plural: Plural, id: number) {
  const { text, slug, ...rest } = (await app.store.byIds<Kept>(plural, [id]))[0]!;
  for (const each of DERIVED) Reflect.deleteProperty(rest, each);
  return { text, slug, rest };
}

test.each(rows('list'))('GET $path lists names and slugs in $language by $form', async ({ path, plural, spoken }) => {
  const { id, names } = there[plural];
  const { body, headers } = await restIn(app, spoken, 'GET', `${path}?per_page=50&hide_empty=0`);
  const shown = body[plural].find((record: { id: number }) => record.id === id);
  const name = shownOf(names)[spoken.language];
  expect(shown).toMatchObject({ [NAME[plural]]: name, slug: slugOf(name) });
  expect(headers.get('content-language')).toBe(spoken.language);
  expect(headers.get('vary')).toContain('Authorization');
  expect(body.rest_url).toContain({ parameter: '_language=', segment: '/' }[spoken.form] + spoken.language);
});

test.each(rows('made'))('POST $path in $language by $form writes that language, which the others show', async (row) => {
  const { path, plural, spoken, language } = row;
  const name = freshNames()[language];
  const sent = { start_date: '2026-12-01', end_date: '2026-12-01', [NAME[plural]]: name };
  const { status, body, headers } = await restIn(app, spoken, 'POST', path, { json: sent });
  expect([status, headers.get('content-language')]).toEqual([201, language]);
  expect(body).toMatchObject({ [NAME[plural]]: name, slug: slugOf(name) });
  const { text, slug, rest } = await stored(plural, body.id);
  expect([Object.keys(text), Object.keys(slug)]).toEqual([[language], [language]]);
  expect(rest).toMatchObject({ original: language });
  const other = LANGUAGES.find((each) => each !== language)!;
  const read = await restIn(app, { ...spoken, language: other }, 'GET', `/${plural}/${body.id}`);
  expect(read.body).toMatchObject({ [NAME[plural]]: name, slug: slugOf(name) });
});

test.each(rows('GET'))('GET $path in $language by $form reads that language, else the original', async (row) => {
  const { path, plural, spoken, language } = row;
  const { id, names } = there[plural];
  // Any slug of a record will do.
  for (const address of new Set([names.en, names.ko].map((name) => addressOf(path, id, name)))) {
    const { body, headers } = await restIn(app, spoken, 'GET', address);
    const name = shownOf(names)[language];
    expect(body).toMatchObject({ id, [NAME[plural]]: name, slug: slugOf(name) });
    expect(headers.get('content-language')).toBe(language);
  }
});

sampled(3).each(rows('PUT'))('POST, PUT and PATCH $path write one language each, and nothing else', async (row) => {
  const { path, plural } = row;
  const { id, names } = await bilingual(app, plural);
  const at = rows('PUT').findIndex((each) => each.path === path);
  let shown: Record<string, string> = { en: names.en, ko: names.ko };
  for (const [turn, method] of WRITING.entries()) {
    const language = LANGUAGES[(at + turn) % LANGUAGES.length]!;
    const spoken = { language, form: SPOKEN[(at + turn) % 2]!.form };
    const before = await stored(plural, id);
    const next = freshNames()[language];
    const sent = { json: { [NAME[plural]]: next } };
    const { status, body, headers } = await restIn(app, spoken, method, addressOf(path, id, names.en), sent);
    expect([status, headers.get('content-language')]).toEqual([200, language]);
    expect(body).toMatchObject({ id, [NAME[plural]]: next });
    const after = await stored(plural, id);
    expect(after.rest).toEqual({ ...before.rest, version: before.rest.version + 1 });
    expect({ ...after.text, [language]: 0 }).toEqual({ ...before.text, [language]: 0 });
    // A slug stays when a name changes; a language that had no name gets one.
    const gained = language === 'es' ? { es: slugOf(next) } : {};
    expect(after.slug).toEqual({ ...before.slug, ...gained });
    shown = { ...shown, [language]: next };
  }
  const read = await restIn(app, { language: 'ko', form: 'parameter' }, 'GET', `/${plural}/${id}`);
  expect(read.body[NAME[plural]]).toBe(shown.ko);
});

test.each(rows('DELETE'))('DELETE $path shows what it removed in $language by $form', async (row) => {
  const { path, plural, spoken, language } = row;
  const { id, names } = await bilingual(app, plural);
  const { status, body, headers } = await restIn(app, spoken, 'DELETE', addressOf(path, id, names.ko));
  expect([status, headers.get('content-language')]).toEqual([200, language]);
  expect(body).toMatchObject({ id, [NAME[plural]]: shownOf(names)[language] });
});

test.each([...rows('namespace'), ...rows('documentation')])(
  'GET "$path" answers in every language',
  async ({ path }) => {
    for (const spoken of SPOKEN.filter((_, at) => at % 2 === Number(path === ''))) {
      const { status, headers } = await restIn(app, spoken, 'GET', path);
      expect([status, headers.get('content-language')]).toEqual([200, spoken.language]);
    }
  },
);

test.each(ROUTES.filter(([, path]) => /^(|.doc|.venues.*)$/.test(path)))(
  '%s %s takes the parameter before the segment',
  async (method, path) => {
    const address = `${path.replace('<id>', '999999').replace('<slug>', 'nothing')}?multilang_language=es`;
    const { headers } = await restIn(app, { form: 'segment', language: 'ko' }, method, address, { as: 'anonymous' });
    expect(headers.get('content-language')).toBe('es');
  },
);

test.each(['JSON', 'a form'])('the parameter counts in %s too, and there it wins over the query', async (way) => {
  const { path, names } = await bilingual(app, 'venues');
  const fields = { multilang_language: 'es', city: 'Sevilla' };
  const ways: Record<string, object> = {
    JSON: { json: fields },
    'a form': {
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
  };
  const asked = { as: 'administrator', ...ways[way] } as const;
  const { body, headers } = await app.rest('PUT', `${path}?multilang_language=ko`, asked);
  expect([body.venue, body.city, headers.get('content-language')]).toEqual([names.en, 'Sevilla', 'es']);
});

test.each([
  { form: 'parameter', language: 'ko' },
  { form: 'segment', language: 'es' },
] as const)('links keep the language $language as a $form', async (spoken) => {
  const place = await made(app, 'categories', { name: freshNames().en });
  const below = await made(app, 'categories', { name: freshNames().en, parent: place.id });
  const event = await made(app, 'events', { title: freshNames().en, categories: [below.id] });
  const link = (path: string) =>
    `http://127.0.0.1:4000${addressIn(spoken.form, spoken.language, `${NAMESPACE}${path}`)}`;
  const { body } = await restIn(app, spoken, 'GET', `/events/${event.id}`);
  expect(body.rest_url).toBe(link(`/events/${event.id}`));
  expect(body.categories[0].urls).toEqual({
    self: link(`/categories/${below.id}`),
    collection: link('/categories'),
    up: link(`/categories/${place.id}`),
  });
  const list = await restIn(app, spoken, 'GET', '/events?per_page=1');
  const next = new URL(list.body.next_rest_url);
  const second = await app.fetch(next.pathname + next.search, { as: 'administrator' });
  expect([second.status, second.headers.get('content-language')]).toEqual([200, spoken.language]);
  expect(new URL(second.body.previous_rest_url).pathname).toBe(next.pathname);
});
