import type { GraphQLInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { LANGUAGES } from '../../../src/domain/language.ts';
import { nodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, type Plural } from '../../support/making.ts';
import { contents } from '../../support/stored.ts';
import { bilingual, freshNames, graphqlIn, NAME, restIn, SPOKEN, shownOf, slugOf } from './asking.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const KINDS = [
  { type: 'Event', root: 'event', plural: 'events', name: 'title' },
  { type: 'Venue', root: 'venue', plural: 'venues', name: 'name' },
  { type: 'Organizer', root: 'organizer', plural: 'organizers', name: 'name' },
  { type: 'Category', root: 'category', plural: 'categories', name: 'name' },
  { type: 'Tag', root: 'tag', plural: 'tags', name: 'name' },
] as const;

const POSTS = KINDS.slice(0, 3);
const UPSERTED = KINDS.slice(1, 3);

/** The root fields that the tests below and those of translations go through. */
const WALKED = {
  // Who asks has no language; cities, custom fields, days, changes and exports have tests of their own.
  queries: [
    ...KINDS.flatMap(({ root, plural }) => [root, `${root}Page`, plural]),
    ...['node', 'nodes', 'post', 'term', 'search', 'viewer', 'cities', 'customFieldDefinitions'],
    ...['changes', 'eventDays', 'exportPage'],
  ],
  mutations: [
    ...KINDS.flatMap(({ type }) => [`create${type}`, `update${type}`, `delete${type}`, `delete${type}Translation`]),
    ...POSTS.map(({ type }) => `restore${type}`),
    ...UPSERTED.map(({ type }) => `upsert${type}`),
    ...['createEvents', 'updateEvents', 'deleteEvents', 'updateImage'],
    ...['createCustomField', 'updateCustomField', 'deleteCustomField'],
  ],
};

test('every root field of the schema is walked', () => {
  expect(Object.keys(schema.getQueryType()!.getFields()).sort()).toEqual([...WALKED.queries].sort());
  expect(Object.keys(schema.getMutationType()!.getFields()).sort()).toEqual([...WALKED.mutations].sort());
});

const inEveryForm = <K extends (typeof KINDS)[number]>(kinds: readonly K[]) =>
  kinds.flatMap((kind) => SPOKEN.map((spoken) => ({ ...kind, ...spoken, spoken })));

const CASES = inEveryForm(KINDS);

test.each(CASES)(
  'the fields for one $root and for pages of them read $language by $form',
  async ({ type, root, plural, name, spoken, language }) => {
    const { id, names } = await bilingual(app, plural);
    const shown = `id: databaseId name: ${name} slug`;
    const node = `... on ${type} { ${shown} }`;
    const either = /^(category|tag)$/.test(root) ? 'term' : 'post';
    const query = `{
    one: ${root}(ref: { databaseId: ${id} }) { ${shown} }
    bySlug: ${root}(ref: { slug: "${slugOf(names.ko)}" }) { ${shown} }
    node(id: "${nodeId(root, id)}") { ${node} }
    nodes(ids: ["${nodeId(root, id)}"]) { ${node} }
    either: ${either}(ref: { databaseId: ${id} }) { ${node} }
    page: ${root}Page(perPage: 50) { items { ${shown} } }
    connection: ${plural}(where: { in: [${id}] }) { nodes { ${shown} } }
  }`;
    const { body } = await graphqlIn(app, spoken, query);
    const expected = { id, name: shownOf(names)[language], slug: slugOf(shownOf(names)[language]) };
    expect(body.data).toMatchObject({
      one: expected,
      bySlug: expected,
      node: expected,
      nodes: [expected],
      either: expected,
      connection: { nodes: [expected] },
    });
    expect(body.data.page.items).toContainEqual(expected);
    const search = 'query ($text: String!) { search(query: $text, first: 100) { nodes { databaseId title } } }';
    const found = await graphqlIn(app, spoken, search, { text: `"${expected.name}"` });
    expect(found.body.data.search.nodes).toContainEqual({ databaseId: id, title: expected.name });
  },
);

const storedOf = async (plural: Plural, id: number) =>
  (await contents(app.store))[plural].find(({ _id }) => _id === id)!;

test.each(CASES)('creating, updating and deleting a $type write $language by $form and no other', async (row) => {
  const { type, root, plural, name, spoken, language } = row;
  const [first, second] = [freshNames()[language], freshNames()[language]];
  const dates = { Event: { startDate: '2026-12-01', endDate: '2026-12-01' } }[type as string] ?? {};
  const create = `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) { it: ${root} { id: databaseId ${name} slug } } }`;
  const { body } = await graphqlIn(app, spoken, create, { input: { ...dates, [name]: first } });
  expect(body.data.made.it).toMatchObject({ [name]: first, slug: slugOf(first) });
  const { id } = body.data.made.it;
  const path = `/${plural}/${id}`;
  const [other] = LANGUAGES.filter((each) => each !== language);
  await restIn(app, { form: 'segment', language: other! }, 'PUT', path, { json: { [NAME[plural]]: 'Other words' } });
  const before = await storedOf(plural, id);
  const update = `mutation { done: update${type}(input: { ref: { databaseId: ${id} }, ${name}: "${second}" }) { it: ${root} { ${name} slug } } }`;
  const updated = await graphqlIn(app, spoken, update);
  expect(updated.body.data.done.it).toEqual({ [name]: second, slug: slugOf(first) });
  const after = await storedOf(plural, id);
  expect({ ...after.text, [language]: 0 }).toEqual({ ...before.text, [language]: 0 });
  expect([after.slug, after.original]).toEqual([before.slug, language]);
  const asked = LANGUAGES.map((each) => `${each}: ${name}(language: ${each.toUpperCase()})`).join(' ');
  const read = await graphqlIn(app, spoken, `{ ${root}(ref: { databaseId: ${id} }) { ${asked} } }`);
  expect(read.body.data[root]).toEqual({ en: second, ko: second, es: second, [other!]: 'Other words' });
  const removed = await graphqlIn(
    app,
    spoken,
    `mutation { done: delete${type}(input: { ref: { databaseId: ${id} } }) { it: ${root} { ${name} } } }`,
  );
  expect(removed.body.data.done.it).toEqual({ [name]: second });
});

test.each(inEveryForm(POSTS))('restoring a $type shows it in $language by $form', async (row) => {
  const { type, root, plural, name, spoken, language } = row;
  const { id, names } = await bilingual(app, plural);
  await app.rest('DELETE', `/${plural}/${id}`, { as: 'administrator' });
  const restore = `mutation { done: restore${type}(input: { ref: { databaseId: ${id} } }) { it: ${root} { ${name} } } }`;
  const { body } = await graphqlIn(app, spoken, restore);
  expect(body.data.done.it).toEqual({ [name]: shownOf(names)[language] });
});

test.each(inEveryForm(UPSERTED))('a $type that is not there is made in $language by $form', async (row) => {
  const { type, root, plural, spoken, language } = row;
  const name = freshNames()[language];
  const upsert = `mutation ($input: Upsert${type}Input!) { done: upsert${type}(input: $input) { it: ${root} { databaseId name } } }`;
  const first = await graphqlIn(app, spoken, upsert, { input: { name } });
  const { databaseId, ...made } = first.body.data.done.it;
  expect(made).toEqual({ name });
  expect((await storedOf(plural, databaseId)).original).toBe(language);
  expect((await graphqlIn(app, spoken, upsert, { input: { name } })).body).toEqual(first.body);
});

test.each(inEveryForm(KINDS.slice(0, 1)))('several events are written in $language by $form', async (row) => {
  const { spoken, language } = row;
  const [first, second] = [freshNames()[language], freshNames()[language]];
  const several = (does: string, items: object[]) =>
    graphqlIn(
      app,
      spoken,
      `mutation ($input: ${does}EventsInput!) { done: ${does.toLowerCase()}Events(input: $input) { results { event { databaseId title } } } }`,
      { input: { items } },
    );
  const created = await several('Create', [{ title: first, startDate: '2026-12-01', endDate: '2026-12-01' }]);
  const [{ event }] = created.body.data.done.results;
  expect(event.title).toBe(first);
  expect((await storedOf('events', event.databaseId)).original).toBe(language);
  const it = { ref: { databaseId: event.databaseId } };
  expect((await several('Update', [{ ...it, title: second }])).body.data.done.results[0].event.title).toBe(second);
  expect((await storedOf('events', event.databaseId)).text).toMatchObject({ [language]: { title: second } });
  expect((await several('Delete', [it])).body.data.done.results[0].event.title).toBe(second);
});

/** The output fields that take a language, by type: every one of these is asked for below. */
const TRANSLATABLE: Readonly<Record<string, readonly string[]>> = {
  Event: [
    'description',
    'excerpt',
    'googleCalendarUrl',
    'icalUrl',
    'isFallback',
    'slug',
    'statusReason',
    'title',
    'url',
  ],
  Venue: [
    ...['address', 'city', 'country', 'description', 'formattedAddress', 'isFallback', 'name', 'province', 'slug'],
    ...['state', 'stateProvince', 'title', 'url'],
  ],
  Organizer: ['description', 'isFallback', 'name', 'slug', 'title', 'url'],
  Category: ['description', 'isFallback', 'name', 'slug', 'title', 'url'],
  Tag: ['description', 'isFallback', 'name', 'slug', 'title', 'url'],
  Image: ['alternativeText'],
};

/** Those of them that say what is said in another field. */
const SAYING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Venue: { formattedAddress: 'city', title: 'name' },
  Organizer: { title: 'name' },
  Category: { title: 'name' },
  Tag: { title: 'name' },
};

test('every field of the schema that takes a language is known here', () => {
  const found = Object.keys(TRANSLATABLE).map((name) => {
    const { fields } = schema.getType(name)!.toConfig() as { fields: Record<string, { args: object }> };
    return [
      name,
      Object.keys(fields)
        .filter((key) => 'language' in fields[key]!.args && !key.startsWith('customField'))
        .sort(),
    ];
  });
  expect(Object.fromEntries(found)).toEqual(TRANSLATABLE);
});

test.each(KINDS)(
  'each text of the $root is given in the language of its argument, whatever the request says',
  async (row) => {
    const { type, root, plural, name } = row;
    const { id } = await made(app, plural, { [NAME[plural]]: freshNames().en });
    const written = (schema.getType(`Update${type}Input`) as GraphQLInputObjectType).getFields();
    const texts = TRANSLATABLE[type]!.filter((key) => key in written && key !== 'slug');
    for (const language of LANGUAGES) {
      const patch = Object.fromEntries(texts.map((key) => [key, `${key} ${language} ${id}`]));
      const write = `mutation ($input: Update${type}Input!) { update${type}(input: $input) { clientMutationId } }`;
      await graphqlIn(app, { form: 'segment', language }, write, { input: { ref: { databaseId: id }, ...patch } });
    }
    const asked = LANGUAGES.flatMap((each) =>
      TRANSLATABLE[type]!.map((key) => `${each}_${key}: ${key}(language: ${each.toUpperCase()})`),
    );
    for (const spoken of SPOKEN) {
      const { body } = await graphqlIn(
        app,
        spoken,
        `{ r: ${root}(ref: { databaseId: ${id} }) { ${asked.join(' ')} } }`,
      );
      for (const each of LANGUAGES) {
        for (const key of texts) expect(body.data.r[`${each}_${key}`]).toContain(`${key} ${each} ${id}`);
        for (const [key, said] of Object.entries(SAYING[type] ?? {}))
          expect(body.data.r[`${each}_${key}`]).toContain(`${said} ${each} ${id}`);
        expect(body.data.r[`${each}_isFallback`]).toBe(false);
      }
      expect(body.data.r.ko_slug).toBe(slugOf(`${name} ko ${id}`));
      expect(body.data.r.ko_url).toMatch(new RegExp(`^http://127.0.0.1:4000/ko/.*/${body.data.r.ko_slug}/$`));
      expect(body.data.r.en_url).toMatch(new RegExp(`^http://127.0.0.1:4000/[^/]{3,}/.*${body.data.r.en_slug}/$`));
    }
  },
);
