import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
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
  ['C++', 'C#', 'c'],
  ['R&D', 'RD', 'R.D.', 'R/D'],
  ['Kids!', 'Kids', 'Kids?', '“Kids”'],
  ['Café', 'Cafe', 'CAFÉ', 'Cafè'],
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

/** Each row with one of the kinds. */
const inTurn = (rows: readonly string[][]) => rows.map((names, at) => ({ kind: KINDS[at % 2]!, names }));

test.each(inTurn(DIFFERENT))(
  '$kind called $names are all made, each with a slug of its own',
  async ({ kind, names }) => {
    const slugs: string[] = [];
    for (const name of names) slugs.push((await made(app, kind, { name })).slug);
    expect(new Set(slugs).size).toBe(names.length);
  },
);

test.each(inTurn(SAME))('$kind called $names are the same one', async ({ kind, names: [name, ...others] }) => {
  const { id } = await made(app, kind, { name });
  for (const other of [name, ...others]) {
    const { status, body } = await post(app, kind, { name: other });
    expect([status, body.code, body.data?.term_id]).toEqual([400, 'term_exists', id]);
  }
});

test('GraphQL refuses the same names as REST', async () => {
  await made(app, 'tags', { name: 'Tambor' });
  const create = 'mutation ($input: CreateTagInput!) { createTag(input: $input) { tag { slug } userErrors { code } } }';
  const created = async (name: string) => (await app.graphql(create, { input: { name } }, { as })).body.data.createTag;
  expect(await created('TAMBOR')).toEqual({ tag: { slug: 'tambor' }, userErrors: [{ code: 'TERM_EXISTS' }] });
  expect(await created('Tambór')).toEqual({ tag: { slug: 'tambor-2' }, userErrors: [] });
});

test.each(KINDS)('%s of a name that is there are made with a free slug of their own, and no other', async (kind) => {
  const { id } = await made(app, kind, { name: 'Polka' });
  expect(await made(app, kind, { name: 'polka', slug: 'Polka Two' })).toMatchObject({ slug: 'polka-two' });
  expect(await made(app, kind, { name: 'Dances', slug: 'polka' })).toMatchObject({ slug: 'polka-2' });
  for (const slug of ['polka', 'POLKA', 'polka two', '!!!']) {
    const { status, body } = await post(app, kind, { name: 'Polka', slug });
    expect([status, body.code, body.data?.term_id]).toEqual([400, 'term_exists', id]);
  }
});

test('tags take a name that another has when they are renamed, and keep their slug', async () => {
  await made(app, 'tags', { name: 'Mambo' });
  const { id, slug } = await made(app, 'tags', { name: 'Mambo!' });
  const renamed = await app.rest('PATCH', `/tags/${id}`, { as, json: { name: 'Mambo' } });
  expect(renamed).toMatchObject({ status: 200, body: { id, slug, name: 'Mambo' } });
});

test('categories whose name is there in another language are there', async () => {
  const { id } = await made(app, 'categories', { name: 'Puppets' });
  await app.rest('PATCH', `/categories/${id}?multilang_language=es`, { as, json: { name: 'Títeres' } });
  const { body } = await post(app, 'categories', { name: 'tíTERES' });
  expect([body.code, body.data?.term_id]).toEqual(['term_exists', id]);
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
