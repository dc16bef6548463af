import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { KINDS } from '../support/parity/kinds.ts';
import { furnish, type World } from '../support/parity/world.ts';

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await buildApp();
  world = await furnish(app);
});
afterAll(() => app.close());

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The first error of a query, by its extensions. */
async function refusal(query: string, as: Caller): Promise<Record<string, unknown>> {
  const { status, body } = await app.graphql(query, {}, { as });
  expect(status).toBe(200);
  return body.errors[0].extensions;
}

const REFS = ['id: 999999', 'id: 0', 'slug: "nowhere"', 'slug: ""'];

describe.each(KINDS)('$name', ({ name }) => {
  const type = capital(name);
  const code = `${name.toUpperCase()}_NOT_FOUND`;

  test.each(REFS)(`{ %s } that names none is ${code} to whatever is asked of it`, async (ref) => {
    const queries = [
      `{ ${name}(ref: { ${ref} }) { id } }`,
      `mutation { update${type}(ref: { ${ref} }, patch: {}) { id } }`,
      `mutation { delete${type}(ref: { ${ref} }) { id } }`,
      `mutation { delete${type}Translation(ref: { ${ref} }, language: KO) { id } }`,
    ];
    const expected = { code, viewerCan: { update: true, delete: true } };
    for (const query of queries) expect(await refusal(query, 'editor')).toEqual(expected);
  });
});

test.each(['id: 1, slug: "both"', ''])('{ %s } is bad input, whoever asks', async (ref) => {
  const error = { code: 'INVALID_FIELD', problems: [expect.objectContaining({ field: 'ref' })] };
  for (const { name } of KINDS) {
    expect(await refusal(`{ ${name}(ref: { ${ref} }) { id } }`, 'anonymous')).toEqual(error);
    const type = capital(name);
    expect(await refusal(`mutation { delete${type}(ref: { ${ref} }) { id } }`, 'anonymous')).toEqual(error);
  }
});

const KO = ', language: KO) { id } }';

test.each([
  ['an event of nobody', 'event', 'anonymous', 'id: 999', 'UNAUTHENTICATED'],
  ['an event of nobody', 'event', 'contributor', 'slug: "nowhere"', 'EVENT_NOT_FOUND'],
  ['a venue of nobody', 'venue', 'anonymous', 'id: 999', 'VENUE_NOT_FOUND'],
  ['a tag of nobody', 'tag', 'subscriber', 'id: 999', 'TAG_NOT_FOUND'],
] as const)('a translation of %s (%s), taken away by %s: %s is %s', async (_, name, as, ref, code) => {
  const type = capital(name);
  expect(await refusal(`mutation { delete${type}Translation(ref: { ${ref} }${KO}`, as)).toMatchObject({ code });
});

test.each([
  ['event', 'opening', 'author'],
  ['venue', 'hall', 'author'],
  ['category', 'music', 'contributor'],
] as const)('whether a %s has a translation is not said to those who may not change it', async (name, label, as) => {
  const type = capital(name);
  const query = `mutation { delete${type}Translation(ref: { id: ${world.id(label)} }${KO}`;
  expect(await refusal(query, as)).toMatchObject({ code: 'FORBIDDEN' });
});

test.each([
  ['editor', '{}', 'IMAGE_NOT_FOUND'],
  ['author', '{}', 'IMAGE_NOT_FOUND'],
  ['contributor', '{}', 'FORBIDDEN'],
  ['anonymous', '{}', 'UNAUTHENTICATED'],
  ['anonymous', '{ alternativeText: "\\u0000" }', 'INVALID_FIELD'],
] as const)('an image that is not there, changed by %s with %s, is %s', async (as, patch, code) => {
  expect(await refusal(`mutation { updateImage(id: 999999, patch: ${patch}) { id } }`, as)).toMatchObject({ code });
});
