import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formsOf } from '../../src/api/rest/request.ts';
import { ROUTES } from '../../src/api/rest/table.ts';
import { wireProblemCode } from '../../src/domain/errors.ts';
import { LIMITS } from '../../src/domain/fields/limits.ts';
import type { FieldTable } from '../../src/domain/fields/table.ts';
import { imagePatch } from '../../src/kinds/image/fields.ts';
import { type Answered, buildApp, type TestApp } from '../support/app.ts';
import { operationOf, type Sample, samplesOf, whole } from '../support/lengths.ts';
import { KINDS } from '../support/parity/kinds.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

// Nobody asks: what is refused is refused before rights, and what is not comes to "who are you", or to an empty list.

type Fields = Record<string, unknown>;

/** Everything that REST takes: each field of each table of each row, with what is tried. */
const TAKEN_BY_REST = ROUTES.flatMap((route) => {
  const [method] = route.methods;
  const path = route.path.replace('<id>', '1').replace('<slug>', 'x');
  return formsOf(route).flatMap(({ table }) =>
    Object.entries(table).flatMap(([key, field]) =>
      samplesOf(field).map((sample) => ({
        name: `${method} ${route.path}: ${field.wire}, ${sample.what}`,
        ...{ method: method!, path, input: route.input ?? {}, key, field, sample },
      })),
    ),
  );
});

const problemAt = ({ body }: Answered, wire: string): string | undefined => body.data?.details?.[wire]?.code;

const FORMS = {
  JSON: (fields: Fields) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }),
  form: (fields: Fields) => ({ body: new URLSearchParams(pairsOf(fields)) }),
  multipart: (fields: Fields) => {
    const body = new FormData();
    for (const [name, value] of pairsOf(fields)) body.append(name, value);
    return { body };
  },
};

/** Fields as forms have them: lists with brackets, and what stands in them as well. */
const pairsOf = (fields: object, within = ''): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const at = within ? `${within}[${name}]` : name;
    return typeof value === 'object' ? pairsOf(value, at) : [[at, String(value)]];
  });

async function restAnswers(fields: Fields, { method, path }: { method: string; path: string }): Promise<Answered[]> {
  if (method === 'GET') return [await app.rest(method, `${path}?${new URLSearchParams(pairsOf(fields))}`)];
  return Promise.all(Object.values(FORMS).map((form) => app.rest(method, path, form(fields))));
}

/** Plain texts: what is not too long has nothing else that could be wrong. */
const isPlain = ({ kind, stored }: FieldTable[string]): boolean =>
  stored !== undefined && kind.type === 'String' && kind.limit !== LIMITS.url;

describe('REST', () => {
  test.each(TAKEN_BY_REST)('$name pass, and one more is refused by name', async ({ field, sample, input, ...at }) => {
    const told = async (past: 0 | 1) => {
      const fields = { ...whole(input, 'wire'), [field.wire]: sample.rest(past) };
      return (await restAnswers(fields, at)).map((answer) => problemAt(answer, field.wire));
    };
    const tooLong = wireProblemCode(sample.code);
    expect(new Set(await told(1))).toEqual(new Set([tooLong]));
    const atLimit = await told(0);
    expect(atLimit).not.toContain(tooLong);
    expect(isPlain(field) ? atLimit.filter((code) => code !== undefined && code !== 'invalid_email') : []).toEqual([]);
  });
});

/** Everything that the input types of GraphQL take. */
const TAKEN_BY_GRAPHQL = KINDS.flatMap(({ name, fields, where }) =>
  (
    [
      ['create', fields],
      ['patch', fields],
      ['filter', where],
    ] as const
  ).flatMap(([use, table]) => samplesIn(table).map((row) => ({ ...row, table, ...operationOf(name, use) }))),
).concat(
  samplesIn(imagePatch).map((row) => ({
    ...{ ...row, table: {}, root: 'updateImage' },
    query: 'mutation ($value: UpdateImageInput!) { it: updateImage(input: $value) { userErrors { path code } } }',
  })),
);

function samplesIn(table: FieldTable) {
  return Object.entries(table).flatMap(([key, field]) =>
    samplesOf(field).flatMap((sample) =>
      sample.graphql ? [{ key, field, what: sample.what, value: sample.graphql, code: sample.code }] : [],
    ),
  );
}

interface Problem {
  path: string[];
  code: string;
}

async function graphqlProblems(query: string, value: Fields): Promise<Problem[]> {
  const { body, text } = await app.graphql(query, { value });
  expect(text).not.toContain('BAD_USER_INPUT');
  if (body.data?.it?.userErrors) return body.data.it.userErrors;
  const problems: { field: string; code: string }[] = body.errors?.[0].extensions.problems ?? [];
  // A list of more than 200 is refused by its nearest name.
  return problems.map(({ field, code }) => ({ path: ['input', field], code: code.toUpperCase() }));
}

const ABOUT = { ref: { databaseId: 1 } };

describe('GraphQL', () => {
  test.each(TAKEN_BY_GRAPHQL)('$root: $key, $what pass, and one more is refused by name', async (row) => {
    const { query, root, table, key, field, value, code } = row;
    const needed = root === 'create' ? whole(table, 'key') : root === 'update' || root === 'updateImage' ? ABOUT : {};
    const told = (past: 0 | 1) => graphqlProblems(query, { ...needed, [key]: value(past) });
    const tooLong = code.toUpperCase();
    expect((await told(1)).map(({ path, code }) => ({ path: path.slice(0, 2), code }))).toEqual([
      { path: ['input', expect.stringMatching(`^(${key}|set)$`)], code: tooLong },
    ]);
    const atLimit = (await told(0)).filter(({ path }) => path[1] === key).map((problem) => problem.code);
    expect(atLimit).not.toContain(tooLong);
    expect(isPlain(field) ? atLimit.filter((each) => each !== 'INVALID_EMAIL') : []).toEqual([]);
  });

  test.each(KINDS)('a slug that means a $name is no longer than a line', async ({ name }) => {
    const query = `query ($slug: String) { ${name}(ref: { slug: $slug }) { id: databaseId } }`;
    const codes = async (length: number) =>
      (await app.graphql(query, { slug: 'x'.repeat(length) })).body.errors[0].extensions;
    expect(await codes(1001)).toMatchObject({ code: 'INVALID_FIELD', problems: [{ field: 'slug', code: 'too_long' }] });
    expect(await codes(1000)).toMatchObject({ code: `${name.toUpperCase()}_NOT_FOUND` });
  });
});

/** What can be written of a record inside of an event. */
const INSIDE = KINDS.flatMap(({ fields }) => Object.entries(fields))
  .flatMap(([at, { wire, inline = {} }]) =>
    Object.entries(inline).map(([key, field]) => ({ at, wire, key, field, inline })),
  )
  .flatMap((row) =>
    samplesOf(row.field).map((sample) => ({ ...row, sample, name: `${row.wire}: ${row.key}, ${sample.what}` })),
  );

describe('a record inside of an event', () => {
  const event = KINDS.find(({ name }) => name === 'event')!.fields;

  test.each(INSIDE)('$name pass, and one more is refused in the name of the field', async (row) => {
    const { wire, at, key, field, inline, sample } = row;
    const inRest = (past: 0 | 1) => {
      const record = { ...whole(inline, 'wire'), [field.wire]: sample.rest(past) };
      return app.rest('POST', '/events', { json: { ...whole(event, 'wire'), [wire]: record } });
    };
    const { body } = await inRest(1);
    expect(body.data.details[wire]).toMatchObject({
      code: wireProblemCode(sample.code),
      message: expect.stringContaining(`${field.wire}: `),
    });
    expect(problemAt(await inRest(0), wire)).not.toBe(wireProblemCode(sample.code));
    await Promise.all([sample.graphql].flatMap((value) => (value ? [inGraphql(value)] : [])));

    async function inGraphql(value: NonNullable<Sample['graphql']>) {
      const { query } = operationOf('event', 'create');
      const told = (past: 0 | 1) => {
        const create = { ...whole(inline, 'key'), [key]: value(past) };
        return graphqlProblems(query, { ...whole(event, 'key'), [at]: { create: [create] } });
      };
      const tooLong = sample.code.toUpperCase();
      expect(await told(1)).toMatchObject([{ path: ['input', at, 'create', '0', key], code: tooLong }]);
      expect(JSON.stringify(await told(0))).not.toContain(tooLong);
    }
  });
});

test('every limit is documented, for programs and for people', async () => {
  const { components } = (await app.rest('GET', '/doc')).body;
  const { properties } = components.schemas.EventInput;
  expect(properties.title.maxLength).toBe(1000);
  expect(properties.description.maxLength).toBe(500_000);
  expect(properties.cost.maxLength).toBe(200);
  expect(properties.website.maxLength).toBe(2000);
  expect(properties.venue.description).toContain('50');
  expect(properties.venue.anyOf).toContainEqual(expect.objectContaining({ type: 'array', maxItems: 200 }));
  expect(properties.tags.maxItems).toBe(200);
  const { body } = await app.rest('OPTIONS', '/events');
  expect(body.endpoints[0].args.search).toMatchObject({ maxLength: 200, description: expect.stringContaining('10') });
  expect(body.endpoints[0].args.include.maxItems).toBe(200);
});
