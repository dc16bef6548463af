import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { mismatchesIn, resolved } from '../../support/json-schema.ts';
import { ask } from '../mcp/asking.ts';
import { folderOf, OURS } from './folder.ts';

let app: TestApp;
let closed: TestApp['fetch'];
// biome-ignore lint/suspicious/noExplicitAny: documents have any members
let doc: any;

beforeAll(async () => {
  app = await buildApp({ env: { OPERATIONS: folderOf(OURS), MCP: 'true' } });
  closed = app.secondServer({ INTROSPECTION: 'false' });
  const json = { title: 'Concert', start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00', status: 'publish' };
  await app.rest('POST', '/events', { as: 'administrator', json });
  doc = (await app.fetch('/operations/openapi.json')).body;
});
afterAll(() => app.close());

describe('the OpenAPI document of operations', () => {
  test('has a row for each, at a server of its own', async () => {
    expect(doc.servers[0].url).toMatch(/\/operations$/);
    const rows = Object.entries<object>(doc.paths).map(([path, row]) => `${Object.keys(row)} ${path}`);
    expect(rows).toEqual([
      'get /Concerts',
      'get /OneEvent',
      'get /Around',
      'get /CityNames',
      'get /Any',
      'post /Announce',
      'post /Rename',
    ]);
    expect(doc.paths['/Concerts'].get).toMatchObject({
      operationId: 'Concerts',
      summary: 'Concerts in a city',
      description: 'Those that begin first at first.',
    });
  });

  test('describes objects and lists as generated clients write them, and deeper ones as JSON', () => {
    const parameters = [...doc.paths['/Concerts'].get.parameters, ...doc.paths['/Any'].get.parameters];
    const told = Object.fromEntries(parameters.map(({ name, ...parameter }) => [name, parameter]));
    expect(told.city).toMatchObject({ required: false, description: 'Name of the city.', schema: { type: 'string' } });
    expect(told.near).toMatchObject({ style: 'deepObject', schema: { $ref: '#/components/schemas/Near' } });
    expect(told.categories).toMatchObject({ style: 'form', explode: true, schema: { type: 'array' } });
    expect(told.where.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/EventWhere' });
  });

  test('has examples that fit its schemas', () => {
    const mismatches = mismatchesIn(doc);
    const wrong = Object.entries<Record<string, Row>>(doc.paths).flatMap(([path, row]) =>
      Object.values(row).flatMap(({ parameters, requestBody, responses }) =>
        [...parameters, requestBody, responses[200]]
          .flatMap((part) => part?.content?.['application/json'] ?? part ?? [])
          .filter(({ example }) => example !== undefined)
          .flatMap(({ example, schema }) => mismatches(example, schema).map((each) => `${path}${each}`)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test.each(['/Concerts', '/CityNames', '/OneEvent?ref[slug]=concert', '/Any?where={"and":[{"when":"ALL"}]}'])(
    'describes the answer of %s',
    async (address) => {
      const { body, status } = await app.fetch(`/operations${address}`);
      expect(status).toBe(200);
      const [path] = address.split('?');
      const { schema } = doc.paths[path!].get.responses[200].content['application/json'];
      expect(mismatchesIn(doc)(body, schema)).toEqual([]);
    },
  );

  test('names every error that its operations have', () => {
    const references = JSON.stringify(doc).match(/#\/components\/\w+\/\w+/g) ?? [];
    expect(references.filter((each) => resolved(doc, each) === undefined)).toEqual([]);
    expect(Object.keys(doc.paths['/Rename'].post.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '410',
      '412',
      '413',
      '422',
      '429',
      '503',
    ]);
  });
});

interface Row {
  parameters: Described[];
  requestBody?: Described;
  responses: Record<string, Described>;
}

interface Described {
  content?: Record<string, Example>;
  example?: unknown;
  schema: object;
}

interface Example {
  example?: unknown;
  schema: object;
}

test.each([
  ['/operations/', 'en', 'Concerts in a city', 'Those that begin first at first.', 'or after <code>after</code>'],
  ['/ko/operations/', 'ko', '도시의 공연', '<code>GET /ko/operations/Concerts</code>'],
  ['/es/operations/', 'es', 'Conciertos en una ciudad', 'href="../../es/feeds/Concerts.ics"'],
])('%s lists them for people, in %s', async (address, language, ...texts) => {
  const { status, headers, text } = await app.fetch(address);
  expect([status, headers.get('Content-Type'), headers.get('X-Robots-Tag')]).toEqual([
    200,
    'text/html; charset=utf-8',
    'noindex',
  ]);
  expect(text).toContain(`<html lang="${language}">`);
  for (const each of texts) expect(text).toContain(each);
});

test('an address without its last slash leads to the page', async () => {
  const { status, headers } = await app.fetch('/operations');
  expect([status, headers.get('Location')]).toEqual([301, 'operations/']);
});

test.each(['/operations', '/operations/', '/ko/operations/', '/operations/openapi.json'])(
  '%s is nothing where the schema is not shown, as REST says it',
  async (address) => {
    const { status, body } = await closed(address);
    expect([status, body.code, body.data.status]).toEqual([404, 'rest_no_route', 404]);
  },
);

test('feeds and tools have the title in the language of the request', async () => {
  expect((await app.fetch('/es/feeds/Concerts.feed.json')).body.title).toContain('Conciertos en una ciudad');
  const file = (await app.fetch('/ko/feeds/Concerts.ics')).headers.get('Content-Disposition');
  expect(file).toBe('inline; filename="Concerts.ics"');
  const { tools } = (await ask(app.fetch, 'tools/list')).result;
  const told = Object.fromEntries(tools.map(({ name, title }: Record<string, string>) => [name, title]));
  expect(told).toMatchObject({ Concerts: 'Concerts in a city', OneEvent: 'OneEvent' });
});

test('a tool with an input that contains itself names it', async () => {
  const { tools } = (await ask(app.fetch, 'tools/list')).result;
  const { inputSchema } = tools.find(({ name }: Record<string, string>) => name === 'Any');
  expect(inputSchema.properties.where.$ref).toBe('#/$defs/EventWhere');
  expect(inputSchema.$defs.EventWhere.properties.and.items).toEqual({ $ref: '#/$defs/EventWhere' });
});
