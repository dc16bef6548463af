import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const ERRORS = 'userErrors { path code message }';

/** What a mutation gives for its input. */
async function sent(name: string, input: object, { as = 'editor', shows = '' }: { as?: Caller; shows?: string } = {}) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { it: ${name}(input: $input) { clientMutationId ${shows} ${ERRORS} } }`;
  return (await app.graphql(query, { input }, { as })).body;
}

const message = expect.stringMatching(/^[A-Z].*\.$/);

test('a payload has the record under the name of its kind, and what the client calls the mutation', async () => {
  const shows = 'venue { name version }';
  const { data, errors } = await sent('createVenue', { name: 'Hall', clientMutationId: 'mine' }, { shows });
  expect(errors).toBeUndefined();
  expect(data.it).toEqual({ venue: { name: 'Hall', version: 1 }, userErrors: [], clientMutationId: 'mine' });
});

test('the schema describes each code of a user error, also those named after a kind', async () => {
  const query = '{ __type(name: "UserErrorCode") { enumValues { name description } } }';
  const { enumValues } = (await app.graphql(query)).body.data.__type;
  const described = new Map<string, string>(
    enumValues.map((each: Record<string, string>) => [each.name, each.description]),
  );
  expect([...described].filter(([, description]) => !/^[A-Z][^*]*\.$/.test(description))).toEqual([]);
  expect([...described.keys()]).toEqual(
    expect.arrayContaining(['MISSING', 'CONFLICT', 'NOT_DONE', 'VENUE_NOT_FOUND', 'BLANK_ORGANIZER_RENAME']),
  );
  expect(
    [...described.keys()].filter((code) => /^(INVALID_FIELD|FORBIDDEN_.*|.*_NOT_ACCESSIBLE|TOO_LARGE)$/.test(code)),
  ).toEqual([]);
});

test('everything that is wrong is told at once, each by its path', async () => {
  const venues = { create: [{ name: 'Fine' }, { name: ' ', website: 'no' }] };
  const input = { title: 'x', startDate: 'garbage', endDate: '2027-01-01', cost: '1'.repeat(201), venues };
  const { data } = await sent('createEvent', input, { shows: 'event { id }' });
  expect(data.it).toEqual({
    event: null,
    clientMutationId: null,
    userErrors: [
      { path: ['input', 'startDate'], code: 'INVALID_DATE', message },
      { path: ['input', 'cost'], code: 'TOO_LONG', message },
      { path: ['input', 'venues', 'create', '1', 'name'], code: 'EMPTY', message },
      { path: ['input', 'venues', 'create', '1', 'website'], code: 'INVALID_URL', message },
    ],
  });
});

test('a record that is not there is told of `ref`, and so is a slug that is too long', async () => {
  const unknown = await sent('deleteTag', { ref: { databaseId: 999_999 } });
  expect(unknown.data.it.userErrors).toEqual([{ path: ['input', 'ref'], code: 'TAG_NOT_FOUND', message }]);
  const long = await sent('updateTag', { ref: { slug: 'x'.repeat(1001) }, slug: 'y' });
  expect(long.data.it.userErrors).toEqual([{ path: ['input', 'ref', 'slug'], code: 'TOO_LONG', message }]);
});

test.each([
  ['event', 'events'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const)('deleting one %s gives its id, and none where nothing was done', async (kind, plural) => {
  const { id } = await made(app, plural, {});
  const name = `delete${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const shows = `deletedId ${kind} { id }`;
  const refused = await sent(name, { ref: { databaseId: id }, ifVersion: 99 }, { shows });
  expect(refused.data.it).toMatchObject({ deletedId: null, userErrors: [{ code: 'CONFLICT' }] });
  const { data } = await sent(name, { ref: { databaseId: id } }, { shows });
  expect(data.it).toMatchObject({ deletedId: refused.data.it[kind].id, userErrors: [] });
});

test('a name that is taken is told with the record that has it', async () => {
  const { id } = await made(app, 'tags', { name: 'Taken' });
  const { data } = await sent('createTag', { name: 'taken' }, { shows: 'tag { databaseId }' });
  expect(data.it).toMatchObject({
    tag: { databaseId: id },
    userErrors: [{ path: ['input'], code: 'TERM_EXISTS', message }],
  });
});

test('a text of nothing but white space has its own code, at its path', async () => {
  const { data } = await sent('createVenue', { name: ' ' });
  expect(data.it.userErrors).toEqual([{ path: ['input', 'name'], code: 'BLANK_VENUE_NAME', message }]);
});

describe('what is no fault of the input is an error of the response', () => {
  test.each([
    ['anonymous', 'UNAUTHENTICATED'],
    ['subscriber', 'FORBIDDEN'],
  ] as const)('for the %s it is %s', async (as, code) => {
    const { data, errors } = await sent('createTag', { name: 'No' }, { as });
    expect(data).toEqual({ it: null });
    expect(errors).toMatchObject([{ path: ['it'], extensions: { code } }]);
  });
});

describe('creating and upserting', () => {
  const shows = 'venue { databaseId city }';

  test('a venue is made again by its name, and used when it is upserted', async () => {
    const first = (await sent('createVenue', { name: 'Twice' }, { shows })).data.it.venue;
    const second = (await sent('createVenue', { name: 'Twice' }, { shows })).data.it.venue;
    expect(second.databaseId).not.toBe(first.databaseId);
    const third = await sent('upsertVenue', { name: 'twice', city: 'Soria' }, { shows });
    expect(third.data.it.venue).toEqual({ databaseId: first.databaseId, city: 'Soria' });
  });
});

describe('restoring', () => {
  test.each(['event', 'venue', 'organizer'] as const)('brings an %s back as what it was', async (kind) => {
    const Kind = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const { id } = await made(app, `${kind}s`, { status: 'private' });
    const shows = `${kind} { status slug }`;
    const ref = { databaseId: id };
    const before = (await sent(`update${Kind}`, { ref }, { shows })).data.it[kind];
    const trashed = await sent(`delete${Kind}`, { ref }, { shows });
    expect(trashed.data.it[kind].status).toBe('TRASH');
    const restored = await sent(`restore${Kind}`, { ref }, { shows });
    expect(restored.data.it[kind]).toEqual(before);
    expect((await sent(`restore${Kind}`, { ref }, { shows })).data.it[kind]).toEqual(before);
  });
});
