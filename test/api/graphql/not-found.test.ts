import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../../src/domain/node-id.ts';
import { buildApp, type Caller, type TestApp } from '../../support/app.ts';
import { KINDS } from '../../support/parity/kinds.ts';
import { furnish, type World } from '../../support/parity/world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await buildApp();
  world = await furnish(app);
});
afterAll(() => app.close());

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The first error of a query, by its extensions, or of the payload of a mutation. */
async function refusal(query: string, as: Caller): Promise<Record<string, unknown>> {
  const { status, body } = await app.graphql(query, {}, { as });
  expect(status).toBe(200);
  return (
    body.errors?.[0].extensions ??
    Object.values<{ userErrors: Record<string, unknown>[] }>(body.data)[0]!.userErrors[0]!
  );
}

const REFS = [
  ...[
    'databaseId: 999999',
    'databaseId: "999999"',
    'databaseId: 0',
    'databaseId: "none"',
    'slug: "nowhere"',
    'slug: ""',
  ],
  ...[`id: "${nodeId('user', 1)}"`, 'id: ""', 'id: 1', 'url: "/nowhere/"', 'url: ""', 'url: "//[/event/show/"'],
];

describe.each(KINDS)('$name', ({ name }) => {
  const type = capital(name);
  const code = `${name.toUpperCase()}_NOT_FOUND`;

  test.each(REFS)(`{ %s } that names none is ${code} to whatever is asked of it`, async (ref) => {
    const queries = [
      `{ ${name}(ref: { ${ref} }) { id: databaseId } }`,
      `mutation { update${type}(input: { ref: { ${ref} } }) { userErrors { path code } } }`,
      `mutation { delete${type}(input: { ref: { ${ref} } }) { userErrors { path code } } }`,
      `mutation { delete${type}Translation(input: { ref: { ${ref} }, language: KO }) { userErrors { path code } } }`,
    ];
    for (const query of queries) expect(await refusal(query, 'editor')).toMatchObject({ code });
  });
});

test.each(['databaseId: 1, slug: "both"', 'slug: null', ''])('{ %s } is no document, whoever asks', async (ref) => {
  for (const { name } of KINDS) {
    const type = capital(name);
    for (const query of [
      `{ ${name}(ref: { ${ref} }) { id } }`,
      `mutation { delete${type}(input: { ref: { ${ref} } }) { clientMutationId } }`,
    ]) {
      const { body } = await app.graphql(query);
      expect(body).toEqual({
        errors: [expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })],
      });
    }
  }
});

const KO = ', language: KO }) { userErrors { path code } } }';

test.each([
  ['an event of nobody', 'event', 'anonymous', 'databaseId: 999', 'UNAUTHENTICATED'],
  ['an event of nobody', 'event', 'contributor', 'slug: "nowhere"', 'EVENT_NOT_FOUND'],
  ['a venue of nobody', 'venue', 'anonymous', 'databaseId: 999', 'VENUE_NOT_FOUND'],
  ['a tag of nobody', 'tag', 'subscriber', 'databaseId: 999', 'TAG_NOT_FOUND'],
] as const)('a translation of %s (%s), taken away by %s: %s is %s', async (_, name, as, ref, code) => {
  const type = capital(name);
  expect(await refusal(`mutation { delete${type}Translation(input: { ref: { ${ref} }${KO}`, as)).toMatchObject({
    code,
  });
});

test.each([
  ['event', 'opening', 'author'],
  ['venue', 'hall', 'author'],
  ['category', 'music', 'contributor'],
] as const)('whether a %s has a translation is not said to those who may not change it', async (name, label, as) => {
  const type = capital(name);
  const query = `mutation { delete${type}Translation(input: { ref: { databaseId: ${world.id(label)} }${KO}`;
  expect(await refusal(query, as)).toMatchObject({ code: 'FORBIDDEN' });
});

test.each([
  ['editor', '', 'IMAGE_NOT_FOUND'],
  ['author', '', 'IMAGE_NOT_FOUND'],
  ['contributor', '', 'FORBIDDEN'],
  ['anonymous', '', 'UNAUTHENTICATED'],
  ['anonymous', 'alternativeText: "\\u0000"', 'INVALID_TEXT'],
] as const)('an image that is not there, changed by %s with %s, is %s', async (as, patch, code) => {
  expect(
    await refusal(
      `mutation { updateImage(input: { ref: { databaseId: 999999 } ${patch} }) { userErrors { path code } } }`,
      as,
    ),
  ).toMatchObject({ code });
});
