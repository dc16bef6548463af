import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { incomingOf, responseOf } from '../../support/web.ts';

let app: TestApp;
let hall: { id: number };

beforeAll(async () => {
  app = await buildApp();
  hall = await made(app, 'venues', { venue: 'Grand Hall' });
});
afterAll(() => app.close());

/** What must never leave the house: stacks, paths and names of what runs below. */
const INTERNAL = /\bat .*[(:]\d+|node_modules|\.ts\b|stack|originalError|nedb|mongo/i;

test('an error of a field carries its code and its problems, and the answer is 200', async () => {
  const answer = await app.graphql('{ venuePage(page: 0, where: { search: "" }) { total } }');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    data: { venuePage: null },
    errors: [
      {
        message: expect.any(String),
        path: ['venuePage'],
        locations: [{ line: 1, column: 3 }],
        extensions: {
          code: 'INVALID_FIELD',
          problems: [
            { field: 'page', code: 'invalid_number', message: expect.any(String) },
            { field: 'search', code: 'empty', message: expect.any(String) },
          ],
        },
      },
    ],
  });
});

test('an error without problems carries its code and facts', async () => {
  const answer = await app.graphql('{ venue(ref: { databaseId: 999999 }) { name } }', {}, { as: 'editor' });
  const facts = { viewerCan: { update: true, delete: true } };
  expect(answer.body.errors[0].extensions).toEqual({ code: 'VENUE_NOT_FOUND', ...facts });
});

test('a field that fails leaves the others as they are', async () => {
  const query = `{ good: venue(ref: { databaseId: ${hall.id} }) { name } bad: venue(ref: { databaseId: 999 }) { name } }`;
  const answer = await app.graphql(query);
  expect(answer.body).toMatchObject({ data: { good: { name: 'Grand Hall' }, bad: null }, errors: [{ path: ['bad'] }] });
  expect(answer.status).toBe(200);
});

test('an unknown token is 401 with a JSON body and nothing internal', async () => {
  const answer = await app.graphql('{ venuePage { total } }', {}, { headers: { Authorization: 'Bearer wrong' } });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
  expect(answer.body.errors).toEqual([{ message: expect.any(String), extensions: { code: 'BAD_CREDENTIALS' } }]);
  expect(answer.text).not.toMatch(INTERNAL);
});

describe('a request that is no valid GraphQL', () => {
  test.each([
    ['a syntax error', '{ venuePage {', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ venuePage { secrets } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown argument', '{ venuePage(limit: 5) { total } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a value of the wrong type', '{ venuePage(page: "one") { total } }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a directive of REST',
      '{ venue(ref: { databaseId: 1 }) { name @ifEmpty(omit: true) } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('%s gives a standard error and no data', async (_, query, code) => {
    const answer = await app.graphql(query);
    expect(answer.body).toEqual({
      errors: [{ message: expect.any(String), locations: expect.any(Array), extensions: { code } }],
    });
    expect(answer.text).not.toMatch(INTERNAL);
  });

  test('a body that is no JSON is 400', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await app.fetch('/graphql', { method: 'POST', body: '{', headers });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(INTERNAL);
  });
});

test('a query can be asked with GET', async () => {
  const answer = await app.fetch(`/graphql?query=${encodeURIComponent('{ venuePage { total } }')}`);
  expect(answer.body).toEqual({ data: { venuePage: { total: 1 } } });
});

test('a mutation cannot be sent with GET', async () => {
  const query = encodeURIComponent(
    `mutation { deleteVenue(input: { ref: { databaseId: ${hall.id} } }) { venue { id: databaseId } } }`,
  );
  const answer = await app.fetch(`/graphql?query=${query}`, { as: 'administrator' });
  expect(answer.status).toBe(405);
  expect(answer.body.data).toBeUndefined();
});

test.each([
  [
    'CreateEventInput!',
    { title: 'X', startDate: 5, endDate: 'tomorrow' },
    'at "i.startDate"',
    'String cannot represent',
  ],
  ['CreateEventInput!', { startDate: 'tomorrow' }, '', 'Field "title" of required type "String!"'],
  [
    'CreateEventInput!',
    { title: 'X', startsAt: 'tomorrow' },
    'at "i.startsAt"',
    'Must be a date and time with an offset',
  ],
  [
    'CreateEventInput!',
    { title: 'X', startDate: 'now', endDate: 'now', venues: { set: [{ id: 1 }, { create: { city: 1 } }] } },
    'at "i.venues.set[1].create.city"',
    'String cannot represent',
  ],
  [
    'CreateEventInput!',
    { title: 'X', startDate: 'now', endDate: 'now', colour: 1 },
    '',
    'Field "colour" is not defined',
  ],
  ['CreateEventInput!', [{ title: 'X' }], '', 'Expected type "CreateEventInput" to be an object.'],
] as const)('input %$: a wrong %s is refused by its place and its reason', async (type, i, place, reason) => {
  const answer = await app.graphql(`mutation ($i: ${type}) { createEvent(input: $i) { event { id: databaseId } } }`, {
    i,
  });
  const [first] = answer.body.errors;
  expect(first.message).toMatch(/^Variable "\$i" got invalid value /);
  expect(first.message).toContain(place);
  expect(first.message).toContain(reason);
  expect(first).toMatchObject({ locations: [{ line: 1, column: 11 }], extensions: { code: 'BAD_USER_INPUT' } });
});

test('GraphQL over HTTP is as its specification says, in every audit of graphql-http', async () => {
  const results = await auditServer({
    url: 'http://127.0.0.1:4000/graphql',
    async fetchFn(url: string, init: RequestInit) {
      const request = new Request(url, init);
      return responseOf(await app.answer(incomingOf(request)), request.method);
    },
  });
  expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(results).toHaveLength(61);
});
