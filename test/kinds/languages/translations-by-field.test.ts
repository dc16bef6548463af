import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import type { Language } from '../../../src/domain/language.ts';
import { nodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { ONE, PLURALS } from '../../support/making.ts';
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
