import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commonFields } from '../../src/api/rest/common.ts';
import { FEED_ROUTES, ROUTES } from '../../src/api/rest/table.ts';
import { pageFields } from '../../src/domain/fields/paging.ts';
import type { FieldTable } from '../../src/domain/fields/table.ts';
import { FEED_FORMS } from '../../src/kinds/addresses.ts';
import { KINDS } from '../../src/kinds/kinds.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { mismatchesIn, resolved } from '../support/json-schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are looked at, not typed
type Document = any;

let app: TestApp;
let doc: Document;

beforeAll(async () => {
  app = await buildApp();
  doc = (await app.rest('GET', '/doc')).body;
});
afterAll(() => app.close());

const inBraces = (path: string): string => path.replace(/<(\w+)>/g, '{$1}');

const OPERATIONS = ROUTES.flatMap((route) => route.methods.map((method) => [method, route.path, route] as const));

/** A part of the document, also where it is described elsewhere. */
const described = (part: Document): Document => (part?.$ref ? resolved(doc, part.$ref) : part);

const operation = (method: string, path: string): Document => doc.paths[inBraces(path)]?.[method.toLowerCase()];

const parametersOf = (method: string, path: string): Document[] => operation(method, path).parameters.map(described);

test('it is OpenAPI 3.1 with the address that it is answered at', () => {
  expect(doc.openapi).toMatch(/^3\.1\.\d+$/);
  expect(doc.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  expect(doc.servers).toMatchObject([{ url: 'http://127.0.0.1:4000/wp-json/calendar/events/v1' }]);
});

test('its operations are those of the routes, and the two of the namespace', () => {
  const documented = Object.entries<Document>(doc.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  const answered = OPERATIONS.map(([method, path]) => `${method.toLowerCase()} ${inBraces(path)}`);
  const feeds = new Set(
    FEED_ROUTES.flatMap(({ path }) => FEED_FORMS.map((form) => `get ${inBraces(path).replace('{form}', form)}`)),
  );
  // One of all events, one at the id of each record, and one at the slug of each post; and those of a range and of a series.
  const addresses = 1 + KINDS.length + KINDS.filter(({ rest }) => rest.bySlug).length;
  expect(feeds.size).toBe(addresses * FEED_FORMS.length + 2);
  expect(documented.sort()).toEqual([...answered, ...feeds, 'get /', 'get /doc'].sort());
});

/** A value, and every object below it. */
const partsOf = (value: unknown): Document[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [];

const wires = (...tables: (FieldTable | undefined)[]): string[] =>
  tables.flatMap((table) => Object.values(table ?? {}).map(({ wire }) => wire));

describe.each(OPERATIONS)('%s %s', (method, path, route) => {
  test('names its parameters: those of the query, and those of the path', () => {
    const parameters = parametersOf(method, path);
    const named = (place: string) =>
      parameters.filter((each: Document) => each.in === place).map(({ name }: Document) => name);
    expect(named('query')).toEqual(
      wires(
        route.filter && !route.lines ? pageFields : undefined,
        route.filter,
        route.variables,
        route.deletion,
        commonFields,
      ),
    );
    expect(named('path')).toEqual([...path.matchAll(/<(\w+)>/g)].map(([, name]) => name));
    expect(parameters.every(({ description }: Document) => /\w/.test(description))).toBe(true);
  });

  test('names the fields of its body, and which of them a new record must have', () => {
    const table = route.input ?? route.patch;
    const content = described(operation(method, path).requestBody)?.content ?? {};
    const types = table ? ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] : [];
    expect(Object.keys(content)).toEqual(types);
    const required = Object.values(route.input ?? {}).filter((field) => field.required);
    for (const type of types) {
      const schema = described(content[type].schema);
      expect(Object.keys(schema.properties)).toEqual(wires(table));
      expect(schema.required ?? []).toEqual(required.map(({ wire }) => wire));
    }
  });

  test('describes every answer in words and by a schema', () => {
    for (const [status, part] of Object.entries<Document>(operation(method, path).responses)) {
      const answer = described(part);
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(answer.description).toMatch(/\w/);
      expect(Object.values<Document>(answer.content)[0].schema).toBeTypeOf('object');
    }
  });
});

test('a schema with forms has no type of its own but all of theirs', () => {
  const schemas = partsOf(doc.components.schemas);
  const formed = schemas.filter((part) => part.oneOf ?? part.anyOf);
  expect(formed.length).toBeGreaterThan(5);
  const typesOf = ({ oneOf, anyOf }: Document) => (oneOf ?? anyOf).map(({ type }: Document) => type);
  const typed = formed.filter((part) => 'type' in part);
  expect(typed.map(({ type }) => type)).toEqual(typed.map(typesOf));
});

test('every operation says that it may have been asked too often or at a bad moment, and when to ask again', () => {
  const operations = Object.values<Document>(doc.paths).flatMap((item) => Object.values<Document>(item));
  for (const status of [429, 503]) {
    const answers = operations.map(({ responses }) => described(responses[status]));
    expect(answers.map((answer) => Object.keys(answer?.headers ?? {}))).toEqual(answers.map(() => ['Retry-After']));
  }
});

test('a body that is too large is an answer wherever there is a body', () => {
  const operations = Object.values<Document>(doc.paths).flatMap((item) => Object.values<Document>(item));
  const withBody = operations.filter(({ requestBody }) => requestBody);
  expect(operations.filter(({ responses }) => responses[413])).toEqual(withBody);
});

/** A body that is sent or answered: where it is described, and how. */
interface Body {
  at: string;
  schema: object;
  examples: unknown[];
}

/** Forms that a standard describes, or that has no end. */
const FEEDS = ['text/calendar', 'application/rss+xml', 'application/feed+json', 'application/x-ndjson'];

/** All bodies of all operations but feeds and exports, by the names that operations and answers have. */
const bodies = (): Body[] =>
  Object.values<Document>(doc.paths)
    .flatMap((item) => Object.values<Document>(item))
    .flatMap(({ operationId, requestBody, responses }) =>
      Object.entries<Document>({ ...responses, ...(requestBody ? { request: requestBody } : {}) }).flatMap(
        ([name, part]) =>
          Object.entries<Document>(described(part).content).map(([type, content]) => ({
            at: `${operationId} ${name} ${type}`,
            schema: content.schema,
            examples: [content.example, ...Object.values<Document>(content.examples ?? {}).map(({ value }) => value)],
          })),
      ),
    )
    .filter(({ at }) => !FEEDS.includes(at.split(' ')[2]!))
    .map(({ examples, ...rest }) => ({ ...rest, examples: examples.filter((example) => example !== undefined) }));

test('there is an example of every body that is sent or answered but feeds, errors too', () => {
  expect(bodies().length).toBeGreaterThan(300);
  expect(bodies().filter(({ examples }) => examples.length === 0)).toEqual([]);
});

test('every example is what its schema says', () => {
  const mismatches = mismatchesIn(doc);
  const wrong = bodies().flatMap(({ at, schema, examples }) =>
    examples.flatMap((example) => mismatches(example, schema).map((problem) => `${at}${problem}`)),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['CreateVenue', '/venues'],
  ['CreateOrganizer', '/organizers'],
  ['CreateCategory', '/categories'],
  ['CreateTag', '/tags'],
  ['CreateEvent', '/events'],
])('the example of %s can be sent', async (operation, path) => {
  const { example } = doc.components.requestBodies[operation].content['application/json'];
  const { status, text } = await app.rest('POST', path, { as: 'administrator', json: example });
  expect([status, text]).toEqual([201, text]);
});

test.each([
  [[], ': must be object'],
  [{}, ": must have required property 'id'"],
  [{ id: '1' }, '/id: must be integer'],
  [{ id: 1, one: [1] }, '/one: must match exactly one schema in oneOf'],
  [{ id: 1, of: 'x' }, '/of: must be number,null'],
  [{ id: 1, more: 1 }, ': must NOT have additional properties (more)'],
])('the checker of schemas finds that %j is wrong', (value, problem) => {
  const one = { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
  const properties = { id: { type: 'integer' }, one, of: { $ref: '#/components/schemas/of' } };
  const wrong = mismatchesIn({ components: { schemas: { of: { type: ['number', 'null'] } } } });
  const schema = { type: 'object', required: ['id'], properties };
  expect(wrong(value, schema)).toContain(problem);
  expect(wrong({ id: 1, one: ['x'], of: null }, schema)).toEqual([]);
});
