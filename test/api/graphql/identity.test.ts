import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId, readNodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made, upTo } from '../../support/making.ts';
import { createWatch } from '../../support/watched-store.ts';

const watch = createWatch();
let app: TestApp;
/** Three numbers of each kind, whose records have the same names. */
const ids: Record<string, number[]> = {};

const KINDS = [
  ['Event', 'events', 'title'],
  ['Venue', 'venues', 'venue'],
  ['Organizer', 'organizers', 'organizer'],
  ['Category', 'categories', 'name'],
  ['Tag', 'tags', 'name'],
] as const;

beforeAll(async () => {
  app = await buildApp({ wrap: watch.wrap });
  for (const [type, plural, name] of KINDS) {
    ids[type] = [];
    for (const at of upTo(3)) ids[type].push((await made(app, plural, { [name]: `Same ${at}` })).id);
  }
});
afterAll(() => app.close());

const idOf = (type: string, at = 0) => ids[type]![at]!;
const NODE = '__typename id ... on Post { databaseId } ... on Term { databaseId }';
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { ${NODE} ... on Image { url } } }`;
const nodes = async (ids: readonly string[], as: Caller = 'anonymous') =>
  (await app.graphql(NODES, { ids }, { as })).body;

test('an id says which kind and number it is made of, and no other text does', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,12}$/), fc.integer({ min: 1, max: 2 ** 31 }), (kind, id) => {
      expect(readNodeId(nodeId(kind, id))).toEqual({ kind, id });
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readNodeId(text);
      expect(read === undefined || nodeId(read.kind, read.id) === text).toBe(true);
    }),
  );
  expect(readNodeId(`${nodeId('event', 1)}=`)).toBeUndefined();
});

describe.each(KINDS)('%s', (type, plural) => {
  const name = type.toLowerCase();
  const field = ['Category', 'Tag'].includes(type) ? ('term' as const) : ('post' as const);
  const SHOWN = '{ __typename id databaseId slug url }';
  /** What is named by each reference, asked for as this kind. */
  const named = async (refs: readonly object[], as = name) => {
    const declared = refs.map((_, at) => `$r${at}: RecordRef!`).join(' ');
    const fields = refs.map((_, at) => `r${at}: ${as}(ref: $r${at}) ${SHOWN}`).join(' ');
    const variables = Object.fromEntries(refs.map((ref, at) => [`r${at}`, ref]));
    return Object.values((await app.graphql(`query (${declared}) { ${fields} }`, variables)).body.data);
  };

  test('a record is the same by its id, its number as number and as text, its slug, and its address', async () => {
    const databaseId = idOf(type);
    const [record] = (await named([{ databaseId }])) as [{ id: string; slug: string; url: string }];
    expect(record).toMatchObject({ __typename: type, id: nodeId(name, databaseId), databaseId });
    const { id, slug, url } = record;
    const path = new URL(url).pathname;
    const refs = [{ id }, { databaseId: `${databaseId}` }, { slug }, { url }, { url: path }, { url: `/ko${path}` }];
    expect(await named(refs)).toEqual(refs.map(() => record));
    const [byId, byUrl, bySlug] = await named([{ id }, { url }, { slug }], field);
    expect([byId, byUrl]).toEqual([record, record]);
    // Of the records of this name, that of the first kind.
    expect(bySlug).toMatchObject({ __typename: { post: 'Event', term: 'Category' }[field], slug });
    expect((await app.rest('GET', `/${plural}/${databaseId}`)).body).toMatchObject({ id: databaseId });
  });

  test('what names a record of another kind, or another site, names none', async () => {
    const others = KINDS.filter(([other]) => other !== type).map(([other]) => other.toLowerCase());
    const urlOf = async (as: string, databaseId: number) =>
      ((await named([{ databaseId }], as)) as [{ url: string }])[0].url;
    const another = KINDS[(KINDS.findIndex(([each]) => each === type) + 1) % KINDS.length]![0];
    const refs = [
      ...others.map((other) => ({ id: nodeId(other, idOf(type)) })),
      { url: await urlOf(another.toLowerCase(), idOf(another)) },
      { url: (await urlOf(name, idOf(type))).replace('127.0.0.1:4000', 'elsewhere.example') },
    ];
    expect(await named(refs)).toEqual(refs.map(() => null));
    expect(await named([{ id: nodeId('image', idOf(type)) }], field)).toEqual([null]);
  });
});

test('posts share one range of numbers', async () => {
  const fields = KINDS.slice(0, 3).map(([type]) => `${type}: post(ref: { databaseId: ${idOf(type)} }) { __typename }`);
  const { data } = (await app.graphql(`{ ${fields.join(' ')} }`)).body;
  for (const [type] of KINDS.slice(0, 3)) expect(data[type]).toEqual({ __typename: type });
});

test('nodes keep their order, with null for what is not there or not to be seen, and no error', async () => {
  const draft = await made(app, 'venues', { venue: 'House', status: 'draft' });
  const shown = [nodeId('event', idOf('Event')), nodeId('venue', idOf('Venue')), nodeId('event', idOf('Event'))];
  const asked = [...shown, nodeId('venue', draft.id), nodeId('tag', 999), 'nonsense', ''];
  const { data, errors } = await nodes(asked);
  expect(errors).toBeUndefined();
  expect(data.nodes.map((node: { id: string } | null) => node?.id)).toEqual([...shown, ...Array(4)]);
});

test('nodes of a kind are one query, however many, and no two have the same id', async () => {
  const all = KINDS.flatMap(([type]) => ids[type]!.map((id) => nodeId(type.toLowerCase(), id)));
  expect(new Set(all).size).toBe(all.length);
  await nodes(all);
  const { reads, result } = await watch.during(() => nodes(all));
  expect(result.data.nodes.map(({ id }: { id: string }) => id)).toEqual(all);
  for (const [, plural] of KINDS)
    expect(reads.filter((read) => read.endsWith(` ${plural}`)).length).toBeLessThanOrEqual(1);
});

test('one node is given with its type, and more than 100 are refused', async () => {
  const id = nodeId('tag', idOf('Tag'));
  const { body } = await app.graphql(`{ node(id: "${id}") { ${NODE} } }`);
  expect(body).toEqual({ data: { node: { __typename: 'Tag', id, databaseId: idOf('Tag') } } });
  expect(await nodes(Array(101).fill('x'))).toMatchObject({
    data: null,
    errors: [{ extensions: { problems: [{ field: 'ids', code: 'too_many_items' }] } }],
  });
});

test('an image is given by its id to who sees a record that shows it', async () => {
  const shown = await made(app, 'venues', { venue: 'Gallery', image: 'https://a.example/shown.png' });
  const hidden = await made(app, 'venues', { venue: 'Store', image: 'https://a.example/hidden.png', status: 'draft' });
  const ids = [shown.image.id, hidden.image.id, 999_999].map((id: number) => nodeId('image', id));
  const image = (at: number, url: string) => ({ __typename: 'Image', id: ids[at], url });
  const first = image(0, 'https://a.example/shown.png');
  expect(await nodes(ids)).toEqual({ data: { nodes: [first, null, null] } });
  expect(await nodes(ids, 'editor')).toEqual({
    data: { nodes: [first, image(1, 'https://a.example/hidden.png'), null] },
  });
});

/** References that name no record. */
const NOWHERE: readonly object[] = [
  { databaseId: 999_999 },
  { databaseId: '999999' },
  { databaseId: 0 },
  { databaseId: 'none' },
  { slug: 'nowhere' },
  { slug: '' },
  { id: nodeId('user', 1) },
  { id: '' },
  { id: 999_999 },
  { url: '/nowhere/' },
  { url: '' },
  { url: '//[/event/show/' },
];

const declared = NOWHERE.map((_, at) => `$r${at}: RecordRef!`).join(' ');

test.each(KINDS)('a reference that names no %s is told with a code of its own', async (type) => {
  const variables = Object.fromEntries(NOWHERE.map((ref, at) => [`r${at}`, ref]));
  const code = `${type.toUpperCase()}_NOT_FOUND`;
  const read = NOWHERE.map((_, at) => `a${at}: ${type.toLowerCase()}(ref: $r${at}) { id }`);
  const { errors } = (await app.graphql(`query (${declared}) { ${read.join(' ')} }`, variables)).body;
  expect(errors).toMatchObject(NOWHERE.map(() => ({ extensions: { code } })));
  // Each way to write is asked with a third of them.
  const writes = [`update${type}`, `delete${type}`, `delete${type}Translation`];
  const written = NOWHERE.map((_, at) => {
    const more = at % 3 === 2 ? ', language: KO' : '';
    return `a${at}: ${writes[at % 3]}(input: { ref: $r${at}${more} }) { userErrors { path code } }`;
  });
  const { body } = await app.graphql(`mutation (${declared}) { ${written.join(' ')} }`, variables, { as: 'editor' });
  expect(Object.values(body.data)).toMatchObject(NOWHERE.map(() => ({ userErrors: [{ code }] })));
});

test.each(['databaseId: 1, slug: "both"', 'slug: null', ''])('{ %s } is no document, whoever asks', async (ref) => {
  for (const query of [
    `{ ${KINDS.map(([type]) => `${type.toLowerCase()}(ref: { ${ref} }) { id }`).join(' ')} }`,
    `mutation { ${KINDS.map(([type]) => `delete${type}(input: { ref: { ${ref} } }) { clientMutationId }`).join(' ')} }`,
  ]) {
    const { body } = await app.graphql(query);
    const invalid = expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
    expect(body).toEqual({ errors: KINDS.map(() => invalid) });
  }
});

test.each([
  ['Event', {}],
  ['Venue', { id: null }],
  ['Category', { databaseId: null, slug: null }],
  ['Tag', { databaseId: 1, slug: 'x' }],
] as const)('a variable for a reference to one %s as %o is refused', async (type, ref) => {
  const name = type.toLowerCase();
  for (const query of [
    `query ($ref: RecordRef!) { it: ${name}(ref: $ref) { id } }`,
    `mutation ($ref: RecordRef!) { it: update${type}(input: { ref: $ref }) { clientMutationId } }`,
  ]) {
    const { body } = await app.graphql(query, { ref }, { as: 'administrator' });
    expect([body.data, body.errors[0].extensions.code]).toEqual([undefined, 'BAD_USER_INPUT']);
  }
});

describe('who may not', () => {
  /** The first error of a mutation, or of its payload. */
  async function refusal(mutation: string, as: Caller): Promise<string> {
    const { body } = await app.graphql(`mutation { it: ${mutation} { userErrors { code } } }`, {}, { as });
    return body.errors?.[0].extensions.code ?? body.data.it.userErrors[0].code;
  }

  test.each([
    ['Event', 'anonymous', 'databaseId: 999', 'UNAUTHENTICATED'],
    ['Event', 'contributor', 'slug: "nowhere"', 'EVENT_NOT_FOUND'],
    ['Venue', 'anonymous', 'databaseId: 999', 'VENUE_NOT_FOUND'],
    ['Tag', 'subscriber', 'databaseId: 999', 'TAG_NOT_FOUND'],
  ] as const)('for a translation of no %s, as %s with %s, is told %s', async (type, as, ref, code) => {
    expect(await refusal(`delete${type}Translation(input: { ref: { ${ref} }, language: KO })`, as)).toBe(code);
  });

  test.each([
    ['Event', 'author'],
    ['Venue', 'author'],
    ['Category', 'contributor'],
  ] as const)('is not told whether an %s has a translation', async (type, as) => {
    const ref = `{ databaseId: ${idOf(type)} }`;
    expect(await refusal(`delete${type}Translation(input: { ref: ${ref}, language: KO })`, as)).toBe('FORBIDDEN');
  });

  test.each([
    ['editor', '', 'IMAGE_NOT_FOUND'],
    ['author', '', 'IMAGE_NOT_FOUND'],
    ['contributor', '', 'FORBIDDEN'],
    ['anonymous', '', 'UNAUTHENTICATED'],
    ['anonymous', 'alternativeText: "\\u0000"', 'INVALID_TEXT'],
  ] as const)('for an image that is not there, as %s with "%s", is told %s', async (as, patch, code) => {
    expect(await refusal(`updateImage(input: { ref: { databaseId: 999999 } ${patch} })`, as)).toBe(code);
  });
});
