import type { GraphQLInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { nodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made, NAME, ONE, PLURALS } from '../../support/making.ts';
import { isTerm } from '../../support/searching.ts';
import { bilingual, freshNames, graphqlIn, shownOf, slugOf, TYPES } from './asking.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const KINDS = PLURALS.map((plural) => ({
  plural,
  type: TYPES[plural],
  root: ONE[plural],
  name: plural === 'events' ? 'title' : 'name',
}));

const POSTS = KINDS.filter(({ plural }) => !isTerm(plural));

/** The root fields that the tests below and those of translations go through. */
const WALKED = {
  // Who asks has no language; cities, custom fields, days, changes, series, exports and images have tests of their own.
  queries: [
    ...KINDS.flatMap(({ root, plural }) => [root, `${root}Page`, plural]),
    'node',
    'nodes',
    'post',
    'term',
    'search',
    'viewer',
    'cities',
    'customFieldDefinitions',
    'changes',
    'eventDays',
    'exportPage',
    'series',
    'seriesList',
    'eventSeries',
    'image',
    'ownImages',
  ],
  mutations: [
    ...KINDS.flatMap(({ type }) => [`create${type}`, `update${type}`, `delete${type}`, `delete${type}Translation`]),
    ...POSTS.map(({ type }) => `restore${type}`),
    ...POSTS.map(({ type }) => `upsert${type}`),
    'createEvents',
    'updateEvents',
    'deleteEvents',
    'updateImage',
    'uploadImage',
    'deleteImage',
    'createCustomField',
    'updateCustomField',
    'deleteCustomField',
    'deleteSeries',
    'restoreSeries',
    'updateSeries',
    'addOccurrence',
    'removeOccurrence',
  ],
};

test('every root field of the schema is walked', () => {
  expect(Object.keys(schema.getQueryType()!.getFields()).sort()).toEqual([...WALKED.queries].sort());
  expect(Object.keys(schema.getMutationType()!.getFields()).sort()).toEqual([...WALKED.mutations].sort());
});

/** Every language in one of its forms. */
const SPOKEN = [
  { language: 'en', form: 'parameter' },
  { language: 'ko', form: 'segment' },
  { language: 'es', form: 'parameter' },
] as const;

/** The parts of a document for all kinds. */
const forEach = (part: (kind: (typeof KINDS)[number]) => string, kinds: readonly (typeof KINDS)[number][] = KINDS) =>
  kinds.map(part).join('\n');

/** What the fields for one and for lists of them read of each kind. */
const READ = `query ($ids: [ID!]!, ${forEach(({ root }) => `$${root}: ID!, $${root}_slug: String!`)}) {
  nodes(ids: $ids) { ${forEach(({ type, name, root }) => `... on ${type} { id: databaseId ${root}: ${name} slug }`)} }
  ${forEach(({ plural, root, name, type }) => {
    const shown = `id: databaseId name: ${name} slug`;
    return `${root}: ${root}(ref: { databaseId: $${root} }) { ${shown} }
      ${root}_slug: ${root}(ref: { slug: $${root}_slug }) { ${shown} }
      ${root}_either: ${isTerm(plural) ? 'term' : 'post'}(ref: { databaseId: $${root} }) { ... on ${type} { ${shown} } }
      ${root}_list: ${plural}(first: 3) { nodes { ${shown} } }`;
  })}
}`;
const PAGES = `{ ${forEach(({ root, name }) => `${root}: ${root}Page(perPage: 3) { items { id: databaseId name: ${name} slug } }`)} }`;
const SEARCH = 'query ($text: String!) { search(query: $text, first: 100) { nodes { databaseId title } } }';

test('the fields for one of each kind, for lists of them and for all kinds read the language of the request', async () => {
  const all = [];
  for (const kind of KINDS) all.push({ ...kind, ...(await bilingual(app, kind.plural)) });
  const variables = Object.fromEntries([
    ['ids', all.map(({ root, id }) => nodeId(root, id))],
    ...all.flatMap(({ root, id, names }) => [
      [root, id],
      [`${root}_slug`, slugOf(names.ko)],
    ]),
  ]);
  for (const spoken of SPOKEN) {
    const { data, errors } = (await graphqlIn(app, spoken, READ, variables)).body;
    expect(errors).toBeUndefined();
    const pages = (await graphqlIn(app, spoken, PAGES)).body.data;
    for (const { root, id, names } of all) {
      const name = shownOf(names)[spoken.language];
      const expected = { id, name, slug: slugOf(name) };
      expect([data[root], data[`${root}_slug`], data[`${root}_either`]]).toEqual(Array(3).fill(expected));
      expect(pages[root].items).toContainEqual(expected);
      expect(data[`${root}_list`].nodes).toContainEqual(expected);
      expect(data.nodes).toContainEqual({ id, [root]: name, slug: slugOf(name) });
      const found = await graphqlIn(app, spoken, SEARCH, { text: `"${name}"` });
      expect(found.body.data.search.nodes).toContainEqual({ databaseId: id, title: name });
    }
  }
});

/** Makes one of each kind, changes another one, and shows both. */
const WRITE = `mutation (${forEach(({ type, root }) => `$make_${root}: Create${type}Input!, $change_${root}: Update${type}Input!`)}) {
  ${forEach(
    ({ type, root, name }) => `
    make_${root}: create${type}(input: $make_${root}) { it: ${root} { id: databaseId name: ${name} slug } }
    change_${root}: update${type}(input: $change_${root}) { it: ${root} { id: databaseId name: ${name} slug } }`,
  )}
}`;

test.each(SPOKEN.slice(1))(
  'creating and updating one of each kind write $language by $form, and no other',
  async (spoken) => {
    const { language } = spoken;
    const variables: Record<string, object> = {};
    const rows = [];
    for (const { root, plural, name } of KINDS) {
      const { id, names } = await bilingual(app, plural);
      const [first, second] = [freshNames()[language], freshNames()[language]];
      const dates = { event: { startDate: '2026-12-01', endDate: '2026-12-01' } }[root as string] ?? {};
      variables[`make_${root}`] = { ...dates, [name]: first };
      variables[`change_${root}`] = { ref: { databaseId: id }, [name]: second };
      rows.push({ root, plural, id, names, first, second, before: await storedOf(plural, id) });
    }
    const { data } = (await graphqlIn(app, spoken, WRITE, variables)).body;
    for (const { root, plural, id, names, first, second, before } of rows) {
      const fresh = data[`make_${root}`].it;
      expect(fresh).toMatchObject({ name: first, slug: slugOf(first) });
      const made = await storedOf(plural, fresh.id);
      expect([made.original, Object.keys(made.text)]).toEqual([language, [language]]);
      const slugs: Record<string, string> = { en: slugOf(names.en), ko: slugOf(names.ko), es: slugOf(second) };
      expect(data[`change_${root}`].it).toEqual({ id, name: second, slug: slugs[language] });
      const after = await storedOf(plural, id);
      expect({ ...after.text, [language]: 0 }).toEqual({ ...before.text, [language]: 0 });
      expect(JSON.stringify(after.text[language])).toContain(second);
      expect(after.original).toBe('en');
    }
  },
);

const storedOf = async (plural: (typeof KINDS)[number]['plural'], id: number) =>
  (await app.store.byIds<Stored>(plural, [id]))[0]!;

interface Stored {
  _id: number;
  original: Language;
  text: Partial<Record<Language, object>>;
}

/** Removes one of each kind, and restores what can be. */
const REMOVE = `mutation (${forEach(({ root }) => `$${root}: ID!`)}) {
  ${forEach(({ type, root, name }) => `gone_${root}: delete${type}(input: { ref: { databaseId: $${root} } }) { it: ${root} { ${name} } }`)}
  ${forEach(({ type, root, name }) => `back_${root}: restore${type}(input: { ref: { databaseId: $${root} } }) { it: ${root} { ${name} } }`, POSTS)}
}`;

test('deleting and restoring one of each kind show it in the language of the request', async () => {
  const spoken = SPOKEN[1];
  const [variables, expected]: [Record<string, number>, Record<string, object>] = [{}, {}];
  for (const { root, plural, name } of KINDS) {
    const { id, names } = await bilingual(app, plural);
    variables[root] = id;
    expected[`gone_${root}`] = { it: { [name]: shownOf(names)[spoken.language] } };
  }
  for (const { root } of POSTS) expected[`back_${root}`] = expected[`gone_${root}`]!;
  expect((await graphqlIn(app, spoken, REMOVE, variables)).body).toEqual({ data: expected });
});

/** An event is known by its uid, other posts by their names. */
const KNOWN_BY: Record<string, string> = { event: ', uid: "1@x", startDate: "2026-12-01", endDate: "2026-12-01"' };

const UPSERT = `mutation ($name: String!) { ${forEach(
  ({ type, root, name }) =>
    `${root}: upsert${type}(input: { ${name}: $name${KNOWN_BY[root] ?? ''} }) { it: ${root} { databaseId ${name} } }`,
  POSTS,
)} }`;

test('what is not there is made in the language of the request when it is upserted', async () => {
  const spoken = SPOKEN[2];
  const name = freshNames()[spoken.language];
  const first = await graphqlIn(app, spoken, UPSERT, { name });
  for (const { root, plural, name: field } of POSTS) {
    const { databaseId, ...made } = first.body.data[root].it;
    expect(made).toEqual({ [field]: name });
    expect((await storedOf(plural, databaseId)).original).toBe(spoken.language);
  }
  expect((await graphqlIn(app, spoken, UPSERT, { name })).body).toEqual(first.body);
});

const several = (does: string) =>
  `mutation ($input: ${does}EventsInput!) { done: ${does.toLowerCase()}Events(input: $input) { results { event { databaseId title } } } }`;

test('several events are written in the language of the request', async () => {
  const [spoken, [first, second]] = [SPOKEN[1], [freshNames().ko, freshNames().ko]];
  const done = async (does: string, item: object) => {
    const { body } = await graphqlIn(app, spoken, several(does), { input: { items: [item] } });
    return body.data.done.results[0].event;
  };
  const event = await done('Create', { title: first, startDate: '2026-12-01', endDate: '2026-12-01' });
  expect(event.title).toBe(first);
  const it = { ref: { databaseId: event.databaseId } };
  expect((await done('Update', { ...it, title: second })).title).toBe(second);
  expect(await storedOf('events', event.databaseId)).toMatchObject({
    original: 'ko',
    text: { ko: { title: second } },
  });
  expect((await done('Delete', it)).title).toBe(second);
});

/** The output fields of a type that take a language. */
function translatable(type: string): string[] {
  const { fields } = schema.getType(type)!.toConfig() as { fields: Record<string, { args: object }> };
  return Object.keys(fields).filter((key) => 'language' in fields[key]!.args && !key.startsWith('customField'));
}

/** Those of them that say what is said in another field. */
const SAYING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(KINDS.map(({ type, name }) => [type, { title: name }])),
  Venue: { formattedAddress: 'city', title: 'name' },
};

/** The texts of each kind that a client writes. */
const TEXTS = KINDS.map(({ type, ...kind }) => {
  const written = (schema.getType(`Update${type}Input`) as GraphQLInputObjectType).getFields();
  return { type, ...kind, texts: translatable(type).filter((key) => key in written && key !== 'slug') };
});
const WRITE_TEXTS = `mutation (${forEach(({ type, root }) => `$${root}: Update${type}Input!`)}) {
  ${forEach(({ type, root }) => `${root}: update${type}(input: $${root}) { clientMutationId }`)}
}`;
const READ_TEXTS = `query (${forEach(({ root }) => `$${root}: ID!`)}) { ${forEach(({ type, root }) => {
  const asked = LANGUAGES.flatMap((each) =>
    translatable(type).map((key) => `${each}_${key}: ${key}(language: ${each.toUpperCase()})`),
  );
  return `${root}(ref: { databaseId: $${root} }) { ${asked.join(' ')} }`;
})} }`;

test('each text is given in the language of its argument, whatever the request says', async () => {
  const ids: Record<string, number> = {};
  for (const { root, plural } of KINDS) ids[root] = (await made(app, plural, { [NAME[plural]]: freshNames().en })).id;
  for (const language of LANGUAGES) {
    const inputs = TEXTS.map(({ root, texts }) => {
      const patch = Object.fromEntries(texts.map((key) => [key, `${key} ${language} ${ids[root]}`]));
      return [root, { ref: { databaseId: ids[root] }, ...patch }];
    });
    await graphqlIn(app, { form: 'segment', language }, WRITE_TEXTS, Object.fromEntries(inputs));
  }
  for (const spoken of SPOKEN.slice(1)) {
    const { body } = await graphqlIn(app, spoken, READ_TEXTS, ids);
    for (const { type, root, name, texts } of TEXTS) {
      const read = body.data[root];
      for (const each of LANGUAGES) {
        for (const key of texts) expect(read[`${each}_${key}`]).toContain(`${key} ${each} ${ids[root]}`);
        for (const [key, said] of Object.entries(SAYING[type] ?? {}))
          expect(read[`${each}_${key}`]).toContain(`${said} ${each} ${ids[root]}`);
        expect(read[`${each}_isFallback`]).toBe(false);
      }
      expect(read.ko_slug).toBe(slugOf(`${name} ko ${ids[root]}`));
      expect(read.ko_url).toMatch(new RegExp(`^http://127.0.0.1:4000/ko/.*/${read.ko_slug}/$`));
      expect(read.en_url).toMatch(new RegExp(`^http://127.0.0.1:4000/[^/]{3,}/.*${read.en_slug}/$`));
    }
  }
});
