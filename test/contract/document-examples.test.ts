import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { type Mismatches, mismatchesIn, resolved } from '../support/json-schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are looked at, not typed
type Document = any;

let app: TestApp;
let doc: Document;
let mismatches: Mismatches;

beforeAll(async () => {
  app = await buildApp();
  doc = (await app.rest('GET', '/doc')).body;
  mismatches = mismatchesIn(doc);
});
afterAll(() => app.close());

/** A body that is sent or answered: where it is described, and how. */
interface Described {
  at: string;
  schema: object;
  examples: unknown[];
}

/** Forms that a standard describes, or that has no end. */
const FEEDS = ['text/calendar', 'application/rss+xml', 'application/feed+json', 'application/x-ndjson'];

/** All bodies of all operations but feeds and exports, by the names that operations and answers have. */
const described = (): Described[] =>
  Object.values<Document>(doc.paths)
    .flatMap((item) => Object.values<Document>(item))
    .flatMap(({ operationId, requestBody, responses }) =>
      Object.entries<Document>({ ...responses, ...(requestBody ? { request: requestBody } : {}) }).flatMap(
        ([name, part]) =>
          Object.entries<Document>((part.$ref ? resolved(doc, part.$ref) : part).content).map(([type, content]) => ({
            at: `${operationId} ${name} ${type}`,
            schema: content.schema,
            examples: [content.example, ...Object.values<Document>(content.examples ?? {}).map(({ value }) => value)],
          })),
      ),
    )
    .filter(({ at }) => !FEEDS.includes(at.split(' ')[2]!))
    .map(({ examples, ...rest }) => ({ ...rest, examples: examples.filter((example) => example !== undefined) }));

test('there is an example of every body that is sent or answered but feeds, errors too', () => {
  expect(described().length).toBeGreaterThan(300);
  expect(described().filter(({ examples }) => examples.length === 0)).toEqual([]);
});

test('every example is what its schema says', () => {
  const wrong = described().flatMap(({ at, schema, examples }) =>
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
