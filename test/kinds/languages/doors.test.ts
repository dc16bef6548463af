import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { ROUTES } from '../../contract/spec-routes.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, type Plural } from '../../support/making.ts';
import { contents } from '../../support/stored.ts';
import { addressIn, bilingual, freshNames, NAME, NAMESPACE, restIn, SPOKEN, shownOf, slugOf } from './asking.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const rows = (...wanted: string[]) =>
  ROUTES.map(([method, path, shape]) => ({
    method,
    path,
    what: shape === 'record' ? method : shape,
    plural: path.split('/')[1] as Plural,
  })).filter(({ what }) => wanted.includes(what));

const KINDS_OF_ROWS = [
  ['list'],
  ['made'],
  ['GET'],
  ['POST', 'PUT', 'PATCH'],
  ['DELETE'],
  ['namespace', 'documentation'],
];

test('every route of the specification is walked by one of the tests below', () => {
  expect(KINDS_OF_ROWS.flatMap((kinds) => rows(...kinds))).toHaveLength(ROUTES.length);
});

/** The addresses that a path of the specification means for a record: any of its slugs will do. */
const addressesOf = (path: string, id: number, names: Record<Language, string>): string[] => [
  ...new Set([names.en, names.ko].map((name) => path.replace('<id>', String(id)).replace('<slug>', slugOf(name)))),
];

/** The record as it is stored, without what follows from its texts. */
async function stored(plural: Plural, id: number) {
  const records = (await contents(app.store))[plural] as unknown as Record<string, unknown>[];
  const { text, slug, ...rest } = records.find(({ _id }) => _id === id)!;
  const derived = ['slugs', 'slugSort', 'names', 'search', 'searchTitle', 'facets', 'sort', 'modifiedAt'];
  for (const each of derived) delete rest[each];
  return { text, slug, rest } as {
    text: Record<Language, object>;
    slug: Record<Language, string>;
    rest: { version: number };
  };
}

test.each(rows('list'))('$method $path lists names and slugs in the language asked for', async ({ path, plural }) => {
  const { id, names } = await bilingual(app, plural);
  for (const spoken of SPOKEN) {
    const { body, headers } = await restIn(app, spoken, 'GET', `${path}?per_page=50&hide_empty=0`);
    const shown = body[plural].find((record: { id: number }) => record.id === id);
    const name = shownOf(names)[spoken.language];
    expect(shown).toMatchObject({ [NAME[plural]]: name, slug: slugOf(name) });
    expect(headers.get('content-language')).toBe(spoken.language);
    expect(headers.get('vary')).toContain('Authorization');
    expect(body.rest_url).toContain({ parameter: '_language=', segment: '/' }[spoken.form] + spoken.language);
  }
});

test.each(rows('made'))('$method $path writes one language, which the others show', async ({ path, plural }) => {
  for (const spoken of SPOKEN) {
    const name = freshNames()[spoken.language];
    const sent = { start_date: '2026-12-01', end_date: '2026-12-01', [NAME[plural]]: name };
    const { status, body, headers } = await restIn(app, spoken, 'POST', path, { json: sent });
    expect([status, headers.get('content-language')]).toEqual([201, spoken.language]);
    expect(body).toMatchObject({ [NAME[plural]]: name, slug: slugOf(name) });
    const { text, slug, rest } = await stored(plural, body.id);
    expect([Object.keys(text), Object.keys(slug)]).toEqual([[spoken.language], [spoken.language]]);
    expect(rest).toMatchObject({ original: spoken.language });
    for (const language of LANGUAGES) {
      const read = await restIn(app, { ...spoken, language }, 'GET', `/${plural}/${body.id}`);
      expect(read.body).toMatchObject({ [NAME[plural]]: name, slug: slugOf(name) });
    }
  }
});

test.each(rows('GET'))('$method $path reads the language asked for, else the original', async ({ path, plural }) => {
  const { id, names } = await bilingual(app, plural);
  for (const address of addressesOf(path, id, names)) {
    for (const spoken of SPOKEN) {
      const { body, headers } = await restIn(app, spoken, 'GET', address);
      const name = shownOf(names)[spoken.language];
      expect(body).toMatchObject({ id, [NAME[plural]]: name, slug: slugOf(name) });
      expect(headers.get('content-language')).toBe(spoken.language);
    }
  }
});

test.each(rows('POST', 'PUT', 'PATCH'))('$method $path writes that language and nothing else', async (row) => {
  const { method, path, plural } = row;
  for (const spoken of SPOKEN) {
    const { id, names } = await bilingual(app, plural);
    const before = await stored(plural, id);
    const [address] = addressesOf(path, id, names);
    const next = freshNames()[spoken.language];
    const { status, body, headers } = await restIn(app, spoken, method, address!, { json: { [NAME[plural]]: next } });
    expect([status, headers.get('content-language')]).toEqual([200, spoken.language]);
    expect(body).toMatchObject({ id, [NAME[plural]]: next });
    const after = await stored(plural, id);
    expect(after.rest).toEqual({ ...before.rest, version: before.rest.version + 1 });
    expect({ ...after.text, [spoken.language]: 0 }).toEqual({ ...before.text, [spoken.language]: 0 });
    // A slug stays when a name changes; a language that had no name gets one.
    const gained = spoken.language === 'es' ? { es: slugOf(next) } : {};
    expect(after.slug).toEqual({ ...before.slug, ...gained });
    const shown = { ...shownOf(names), ...(spoken.language === 'en' ? { es: next } : {}), [spoken.language]: next };
    for (const language of LANGUAGES) {
      const read = await restIn(app, { ...spoken, language }, 'GET', `/${plural}/${id}`);
      expect(read.body[NAME[plural]]).toBe(shown[language]);
    }
  }
});

test.each(rows('DELETE'))('$method $path shows what it removed in the language asked for', async ({ path, plural }) => {
  for (const spoken of SPOKEN) {
    const { id, names } = await bilingual(app, plural);
    const [, address = path.replace('<id>', String(id))] = addressesOf(path, id, names);
    const { status, body, headers } = await restIn(app, spoken, 'DELETE', address);
    expect([status, headers.get('content-language')]).toEqual([200, spoken.language]);
    expect(body).toMatchObject({ id, [NAME[plural]]: shownOf(names)[spoken.language] });
    expect((await restIn(app, spoken, 'DELETE', `/${plural}/${id}`)).status).toBeGreaterThanOrEqual(400);
  }
});

test.each(rows('namespace', 'documentation'))('$method "$path" answers in every language', async ({ path }) => {
  for (const spoken of SPOKEN) {
    const { status, headers } = await restIn(app, spoken, 'GET', path);
    expect([status, headers.get('content-language')]).toEqual([200, spoken.language]);
  }
});

test.each(ROUTES)('%s %s takes the parameter before the segment', async (method, path) => {
  const address = path.replace('<id>', '999999').replace('<slug>', 'nothing');
  const { headers } = await restIn(
    app,
    { form: 'segment', language: 'ko' },
    method,
    `${address}?multilang_language=es`,
    {
      as: 'anonymous',
    },
  );
  expect(headers.get('content-language')).toBe('es');
});

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
  const { body, headers } = await app.rest('PUT', `${path}?multilang_language=ko`, {
    as: 'administrator',
    ...ways[way],
  });
  expect([body.venue, body.city, headers.get('content-language')]).toEqual([names.en, 'Sevilla', 'es']);
});

test.each(SPOKEN)('links keep the language $language as a $form', async (spoken) => {
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
