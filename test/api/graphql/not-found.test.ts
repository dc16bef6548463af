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

const REFS: readonly object[] = [
  ...[
    { databaseId: 999_999 },
    { databaseId: '999999' },
    { databaseId: 0 },
    { databaseId: 'none' },
    { slug: 'nowhere' },
  ],
  ...[{ slug: '' }, { id: nodeId('user', 1) }, { id: '' }, { id: 1 }],
  ...[{ url: '/nowhere/' }, { url: '' }, { url: '//[/event/show/' }],
];

test.each(KINDS)(
  'a reference that names no $name is told with a code of its own, whatever is asked of it',
  async (kind) => {
    const type = capital(kind.name);
    const variables = Object.fromEntries(REFS.map((ref, at) => [`r${at}`, ref]));
    const declared = REFS.map((_, at) => `$r${at}: RecordRef!`).join(' ');
    const all = (field: (ref: string) => string) => REFS.map((_, at) => `a${at}: ${field(`ref: $r${at}`)}`).join(' ');
    const code = `${kind.name.toUpperCase()}_NOT_FOUND`;
    const read = `query (${declared}) { ${all((ref) => `${kind.name}(${ref}) { id }`)} }`;
    const { errors } = (await app.graphql(read, variables)).body;
    expect(errors).toMatchObject(REFS.map(() => ({ extensions: { code } })));
    for (const [name, more] of [
      [`update${type}`, ''],
      [`delete${type}`, ''],
      [`delete${type}Translation`, ', language: KO'],
    ]) {
      const written = all((ref) => `${name}(input: { ${ref}${more} }) { userErrors { path code } }`);
      const { body } = await app.graphql(`mutation (${declared}) { ${written} }`, variables, { as: 'editor' });
      expect(Object.values(body.data)).toMatchObject(REFS.map(() => ({ userErrors: [{ code }] })));
    }
  },
);

test.each(['databaseId: 1, slug: "both"', 'slug: null', ''])('{ %s } is no document, whoever asks', async (ref) => {
  for (const query of [
    `{ ${KINDS.map(({ name }) => `${name}(ref: { ${ref} }) { id }`).join(' ')} }`,
    `mutation { ${KINDS.map(({ name }) => `delete${capital(name)}(input: { ref: { ${ref} } }) { clientMutationId }`).join(' ')} }`,
  ]) {
    const { body } = await app.graphql(query);
    const invalid = expect.objectContaining({ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
    expect(body).toEqual({ errors: KINDS.map(() => invalid) });
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
