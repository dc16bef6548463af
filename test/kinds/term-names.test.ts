import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed } from '../support/fuzz/seed.ts';
import { made, post } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';
const KINDS = ['categories', 'tags'] as const;

/** Names that differ, and would have one slug. */
const DIFFERENT = [
  ['C++', 'C#', 'c', 'C'],
  ['R&D', 'RD', 'R.D.', 'R/D'],
  ['Kids!', 'Kids', 'Kids?', '“Kids”'],
  ['Café', 'Cafe', 'CAFÉ', 'Caf\u00e8'],
  ['Zürich', 'Zurich', 'ZÜRICH'],
  ['Año nuevo', 'Ano nuevo', 'Año-nuevo'],
  ['한국!', '한국', '「한국'],
  ['!!!', '???'],
];

/** Names that are the same but for the case of ASCII letters, or for how their letters are put together. */
const SAME = [
  ['Salsa', 'SALSA', 'salsa', 'sALSA'],
  ['Ünder 18', 'ÜNDER 18', 'Ünder 18'.normalize('NFD')],
  ['F#', 'f#'],
  ['전시', '전시'.normalize('NFD')],
];

const unlike = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.findIndex((each) => key(each) === key(name)) === index);

const key = (name: string): string => name.normalize('NFC').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

describe.each(KINDS)('%s', (kind) => {
  test.each(DIFFERENT.map((names) => [unlike(names)]))(
    'called %j are all made, each with a slug of its own',
    async (names) => {
      const terms = [];
      for (const name of names) terms.push(await made(app, kind, { name }));
      expect(new Set(terms.map(({ slug }) => slug)).size).toBe(names.length);
      for (const { id, slug } of terms) {
        const { body } = await app.rest('GET', `/${kind}?hide_empty=0&slug=${slug}`);
        expect(body[kind]).toMatchObject([{ id }]);
      }
    },
  );

  test.each(SAME)('called %s are there already when they are called %s', async (name, ...others) => {
    const { id } = await made(app, kind, { name });
    for (const other of [name, ...others]) {
      const { status, body } = await post(app, kind, { name: other });
      expect([status, body.code, body.data?.term_id]).toEqual([400, 'term_exists', id]);
    }
  });

  test('of a name that is there are made with a free slug of their own, and with no other', async () => {
    const { id } = await made(app, kind, { name: 'Polka' });
    expect(await made(app, kind, { name: 'polka', slug: 'Polka Two' })).toMatchObject({ slug: 'polka-two' });
    expect(await made(app, kind, { name: 'Dances', slug: 'polka' })).toMatchObject({ slug: 'polka-2' });
    for (const slug of ['polka', 'POLKA', 'polka two', '!!!']) {
      const { status, body } = await post(app, kind, { name: 'Polka', slug });
      expect([status, body.code, body.data?.term_id]).toEqual([400, 'term_exists', id]);
    }
  });

  test('take a name that another has when they are renamed, and keep their slug', async () => {
    await made(app, kind, { name: 'Mambo' });
    const { id, slug } = await made(app, kind, { name: 'Mambo!' });
    const renamed = await app.rest('PATCH', `/${kind}/${id}`, { as, json: { name: 'Mambo' } });
    expect(renamed).toMatchObject({ status: 200, body: { id, slug, name: 'Mambo' } });
  });

  test('whose name is there in another language are there', async () => {
    const { id } = await made(app, kind, { name: 'Puppets' });
    await app.rest('PATCH', `/${kind}/${id}?multilang_language=es`, { as, json: { name: 'Títeres' } });
    const { body } = await post(app, kind, { name: 'tíTERES' });
    expect([body.code, body.data?.term_id]).toEqual(['term_exists', id]);
  });
});

test('a name is free below another parent, and taken below the same', async () => {
  const [one, two] = [await made(app, 'categories', { name: 'One' }), await made(app, 'categories', { name: 'Two' })];
  const below = await made(app, 'categories', { name: 'Trío', parent: one.id });
  expect((await made(app, 'categories', { name: 'Trío', parent: two.id })).slug).toBe('trio-two');
  expect((await made(app, 'categories', { name: 'Trío' })).slug).toBe('trio-2');
  expect((await made(app, 'categories', { name: 'Trio', parent: one.id })).slug).toBe('trio-one');
  const again = await post(app, 'categories', { name: 'TRíO', parent: one.id });
  expect(again.body).toMatchObject({ code: 'term_exists', data: { term_id: below.id } });
});

test.each(KINDS)('an equal name, and nothing else, is a duplicate among %s, at both doors', async (kind) => {
  const create = {
    categories:
      'mutation ($name: String!) { it: createCategory(input: { name: $name }) { term: category { slug } userErrors { code } } }',
    tags: 'mutation ($name: String!) { it: createTag(input: { name: $name }) { term: tag { slug } userErrors { code } } }',
  }[kind];
  const DOORS = {
    rest: async (name: string) => {
      const { body } = await post(app, kind, { name });
      return body.id === undefined ? { code: body.code } : { slug: body.slug as string };
    },
    graphql: async (name: string) => {
      const { term, userErrors } = (await app.graphql(create, { name }, { as })).body.data.it;
      return userErrors.length ? { code: userErrors[0].code.toLowerCase() } : { slug: term.slug as string };
    },
  };
  const letters = fc.constantFrom('a', 'A', 'á', 'Á', 'n', 'ñ', '#', '+', '!', '&', '가', '🎉');
  const names = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(names, fc.constantFrom('rest', 'graphql'), async (endings, door) => {
      run += 1;
      const [known, slugs] = [new Set<string>(), new Set<string>()];
      for (const ending of endings) {
        const name = `Q${run} ${ending}`;
        const answer: { code?: string; slug?: string } = await DOORS[door](name);
        expect(answer.code).toBe(known.has(key(name)) ? 'term_exists' : undefined);
        expect(slugs.has(answer.slug ?? '')).toBe(false);
        known.add(key(name));
        slugs.add(answer.slug ?? `none ${slugs.size}`);
      }
    }),
    { numRuns: 25, seed: fuzzSeed() },
  );
});
