import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageFields } from '../../src/fields/paging.ts';
import type { FieldTable } from '../../src/fields/table.ts';
import { commonFields } from '../../src/rest/common.ts';
import { ROUTES } from '../../src/rest/table.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { mismatches, resolved } from '../support/json-schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are looked at, not typed
type Document = any;

let app: TestApp;
let doc: Document;

beforeAll(async () => {
  app = await buildApp();
  doc = (await app.rest('GET', '/doc')).body;
});
afterAll(() => app.close());

const inBraces = (path: string): string => path.replace(/<(\w+)>/, '{$1}');

const OPERATIONS = ROUTES.flatMap((route) => route.methods.map((method) => [method, route.path, route] as const));

const operation = (method: string, path: string): Document => doc.paths[inBraces(path)]?.[method.toLowerCase()];

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

test('it is OpenAPI 3.1 with the address that it is answered at', () => {
  expect(doc.openapi).toMatch(/^3\.1\.\d+$/);
  expect(doc.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  expect(doc.servers).toEqual([{ url: 'http://127.0.0.1:4000/wp-json/calendar/events/v1' }]);
});

test('its operations are those of the routes, and the two of the namespace', () => {
  const documented = Object.entries<Document>(doc.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  const answered = OPERATIONS.map(([method, path]) => `${method.toLowerCase()} ${inBraces(path)}`);
  expect(documented.sort()).toEqual([...answered, 'get /', 'get /doc'].sort());
});

test('every operation has an id of its own', () => {
  const ids = Object.values<Document>(doc.paths).flatMap((item) =>
    Object.values<Document>(item).map(({ operationId }) => operationId),
  );
  expect(ids.every((id) => /^[A-Z][A-Za-z]+$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Every `$ref` below a value. */
const references = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : references(inner)));

test('every reference leads to a schema', () => {
  const found = [...new Set(references(doc))];
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter((reference) => typeof resolved(doc, reference) !== 'object')).toEqual([]);
});

const wires = (...tables: (FieldTable | undefined)[]): string[] =>
  tables.flatMap((table) => Object.values(table ?? {}).map(({ wire }) => wire));

describe.each(OPERATIONS)('%s %s', (method, path, route) => {
  test('names its parameters: those of the query, and those of the path', () => {
    const { parameters } = operation(method, path);
    const named = (place: string) =>
      parameters.filter((each: Document) => each.in === place).map(({ name }: Document) => name);
    expect(named('query')).toEqual(wires(route.filter && pageFields, route.filter, commonFields));
    expect(named('path')).toEqual([...path.matchAll(/<(\w+)>/g)].map(([, name]) => name));
    expect(parameters.every(({ description }: Document) => /\w/.test(description))).toBe(true);
  });

  test('names the fields of its body, and which of them a new record must have', () => {
    const table = route.input ?? route.patch;
    const content = operation(method, path).requestBody?.content ?? {};
    const types = table ? ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] : [];
    expect(Object.keys(content)).toEqual(types);
    const required = Object.values(route.input ?? {}).filter((field) => field.required);
    for (const type of types) {
      expect(Object.keys(content[type].schema.properties)).toEqual(wires(table));
      expect(content[type].schema.required ?? []).toEqual(required.map(({ wire }) => wire));
    }
  });

  test('describes every answer in words and by a schema', () => {
    for (const [status, answer] of Object.entries<Document>(operation(method, path).responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(answer.description).toMatch(/\w/);
      expect(answer.content['application/json'].schema).toBeTypeOf('object');
    }
  });
});

test('a path item has no other methods than OpenAPI knows', () => {
  const methods = Object.values<Document>(doc.paths).flatMap((item) => Object.keys(item));
  expect(methods.filter((method) => !METHODS.includes(method))).toEqual([]);
});

describe('the checker of schemas', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      is: { enum: ['a', 'b'] },
      one: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      no: { const: [] },
      of: { $ref: '#/of' },
    },
  };
  const wrong = (value: unknown) => mismatches(value, schema, { of: { type: ['number', 'null'] } });

  test('finds nothing wrong with what fits', () => {
    expect(wrong({ id: 1, is: 'a', one: ['x'], no: [], of: 1.5 })).toEqual([]);
    expect(wrong({ id: 1, one: 'x', of: null })).toEqual([]);
  });

  test.each([
    [[], '$: array, not object'],
    [{}, '$.id: missing'],
    [{ id: '1' }, '$.id: string, not integer'],
    [{ id: 1.5 }, '$.id: number, not integer'],
    [{ id: 1, is: 'c' }, '$.is: "c" is none of the enum'],
    [{ id: 1, one: [1] }, '$.one: fits 0 of oneOf'],
    [{ id: 1, no: {} }, '$.no: not the constant'],
    [{ id: 1, of: 'x' }, '$.of: string, not number,null'],
    [{ id: 1, more: 1 }, '$.more: not documented'],
  ])('%j is wrong', (value, problem) => {
    expect(wrong(value)).toContain(problem);
  });

  test('says so when a reference leads nowhere', () => {
    expect(mismatches(1, { $ref: '#/nowhere' }, {})).toEqual(['$: #/nowhere is not there']);
  });
});
