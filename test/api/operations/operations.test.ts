import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { listing } from '../feeds/support.ts';
import { call } from '../mcp/asking.ts';
import { folderOf, OURS } from './folder.ts';

let app: TestApp;
let closed: TestApp['fetch'];
let id: number;

const OPERATIONS = folderOf(OURS);
const LISTED = listing('query Concerts { events { totalCount } }', 'query OneEvent { events { totalCount } }');
const EVENTS = '/events';

beforeAll(async () => {
  app = await buildApp({ env: { OPERATIONS, MCP: 'true' } });
  closed = app.secondServer({ PERSISTED_ONLY: 'true', INTROSPECTION: 'false', MCP: 'write' });
  const dates = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00', status: 'publish' };
  const as = 'administrator';
  const concert = {
    ...dates,
    title: 'Concert <1>',
    venue: { venue: 'Hall', city: 'Washington, D.C.' },
    categories: ['music'],
  };
  id = (await app.rest('POST', EVENTS, { as, json: concert })).body.id;
  await app.rest('POST', EVENTS, { as, json: { ...dates, title: 'Draft', status: 'draft' } });
  await app.fetch(`/ko/wp-json/calendar/events/v1/events/${id}`, { method: 'PATCH', as, json: { title: '공연' } });
});
afterAll(() => app.close());

const titles = async (address: string) =>
  (await app.fetch(address)).body.events.map(({ title }: { title: string }) => title);

test.each([
  ['/operations/Concerts', ['Concert <1>']],
  ['/operations/Concerts?city=Washington, D.C.', ['Concert <1>']],
  ['/operations/Concerts?city=Seoul', []],
  ['/operations/Concerts?when=past', []],
  ['/operations/Concerts?categories=music,music&first=5', ['Concert <1>']],
  ['/operations/Concerts?free=TRUE', []],
  ['/operations/Concerts/', ['Concert <1>']],
  ['/ko/operations/Concerts', ['공연']],
  ['/operations/Concerts?multilang_language=ko', ['공연']],
])('%s has %j', async (address, expected) => {
  expect(await titles(address)).toEqual(expected);
});

test('an answer is the value of the one field, as REST sends it', async () => {
  const { status, headers, body } = await app.fetch('/operations/CityNames');
  expect([status, body]).toEqual([200, [{ city: 'Washington, D.C.' }]]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=UTF-8',
    'x-robots-tag': 'noindex',
    'content-language': 'en',
    allow: 'GET',
    vary: expect.stringContaining('Authorization'),
    etag: expect.stringMatching(/^W\//),
    'cache-control': expect.stringContaining('max-age'),
  });
  const again = await app.fetch('/operations/CityNames', { headers: { 'If-None-Match': headers.get('ETag')! } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(await app.fetch('/operations/CityNames', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  const fields = await app.fetch('/operations/Concerts?_fields=events.title&_jsonp=show');
  expect(fields.text).toBe('/**/show({"events":[{"title":"Concert \\u003c1>"}]})');
});

test('a record has the date of its last change, and a strong tag', async () => {
  const { headers, body } = await app.fetch(`/operations/OneEvent?ref[databaseId]=${id}`);
  expect(body).toEqual({ title: 'Concert <1>', databaseId: id });
  expect(headers.get('Last-Modified')).toMatch(/GMT$/);
  expect(headers.get('ETag')).toMatch(/^"/);
});

describe('an error', () => {
  test.each([
    ['/operations/Nothing', 404, 'rest_no_route', undefined],
    ['/operations/Nothing/more/', 404, 'rest_no_route', undefined],
    ['/operations/Concerts?town=Seoul&first=ten', 400, 'rest_invalid_param', ['town', 'first']],
    ['/operations/Concerts?city=a&city=b', 400, 'rest_invalid_param', ['city']],
    ['/operations/Concerts?first=101', 400, 'rest_invalid_param', ['first']],
    ['/operations/Concerts?near[latitude]=99&near[longitude]=0&near[radiusKm]=1', 400, 'rest_invalid_param', ['near']],
    ['/operations/Concerts?near={"latitude":1}', 400, 'rest_invalid_param', ['near']],
    ['/operations/Around?lat=99&lng=0', 400, 'rest_invalid_param', ['lat', 'lng']],
    ['/operations/Around', 400, 'rest_missing_callback_param', ['0', '1']],
    ['/operations/Concerts?multilang_language=xx', 400, 'rest_invalid_param', ['multilang_language']],
    ['/operations/OneEvent?ref[databaseId]=999', 404, 'rest-event-not-found', undefined],
  ])('of %s is %i %s', async (address, status, code, params) => {
    const { body, ...answer } = await app.fetch(address);
    expect([answer.status, body.code, body.data.status]).toEqual([status, code, status]);
    expect(body.data.params && Object.keys(body.data.params)).toEqual(params);
  });

  test('names what is wrong in the JSON of a parameter', async () => {
    const near = encodeURIComponent('{"latitude":99,"longitude":0,"radiusKm":1}');
    const { body } = await app.fetch(`/operations/Concerts?near=${near}`);
    expect(Object.keys(body.data.params)).toEqual(['near']);
  });

  test('of another method is 405, and says which is taken', async () => {
    const posted = await app.fetch('/operations/Concerts', { method: 'POST', json: {} });
    expect([posted.status, posted.headers.get('Allow'), posted.body.code]).toEqual([
      405,
      'GET',
      'rest_method_not_allowed',
    ]);
    const read = await app.fetch('/operations/Rename');
    expect([read.status, read.headers.get('Allow')]).toEqual([405, 'POST']);
    const asked = await app.fetch('/operations/Rename', { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('Allow')]).toEqual([204, 'POST']);
  });

  test('names the words of the schema only where it is shown', async () => {
    const address = '/operations/Concerts?when=UPCOMIN';
    expect((await app.fetch(address)).body.data.params.when).toBe('Must be one of ALL, PAST, RUNNING, UPCOMING.');
    const hidden = 'Is not one of the words that are known here.';
    expect((await closed(address)).body.data.params.when).toBe(hidden);
    expect((await closed('/feeds/Concerts.ics?when=UPCOMIN')).body.params.when).toBe(hidden);
    const told = await call(closed, 'Concerts', { when: 'UPCOMIN' });
    expect(told.structuredContent.userErrors).toEqual([{ path: ['when'], code: 'NOT_IN_ENUM', message: hidden }]);
  });

  test.each([
    ['first=ten', 'first', 'Must be a whole number.', '정수여야 합니다.'],
    ['free=maybe', 'free', 'Must be true or false.', 'true 또는 false여야 합니다.'],
    ['near=x', 'near', 'Must be an object.', '객체여야 합니다.'],
    [
      'near[latitude]=x&near[longitude]=1&near[radiusKm]=1',
      'near',
      'latitude: Must be a number.',
      'latitude: 숫자여야 합니다.',
    ],
    ['near={"latitude":1,"longitude":1}', 'near', 'radiusKm: Is required.', 'radiusKm: 필수 항목입니다.'],
    [
      'near={"at":1}',
      'near',
      /^Has no such member: at\. latitude: Is required\./,
      /^그런 항목이 없습니다: at\. latitude: 필수/,
    ],
  ] as const)('of %s is a sentence in each language', async (query, field, english, korean) => {
    for (const [path, expected] of [
      ['', english],
      ['/ko', korean],
    ] as const) {
      const { body, status } = await app.fetch(`${path}/operations/Concerts?${query}`);
      expect([status, body.data.params[field]]).toEqual([
        400,
        typeof expected === 'string' ? expected : expect.stringMatching(expected),
      ]);
    }
  });

  test.each(['x', '99999999999999999', '0', '999'])('of the id %s says it as it was sent', async (sent) => {
    const { body } = await app.fetch(`/operations/OneEvent?ref[databaseId]=${sent}`);
    expect(body.message).toBe(`There is no event with ID ${sent}.`);
  });
});

test('a mutation is posted as JSON, once for each key', async () => {
  const json = { title: 'Made', startDate: '2027-04-01 10:00', endDate: '2027-04-01 11:00' };
  const asked = { method: 'POST', as: 'editor', json, headers: { 'Idempotency-Key': 'a-key-of-mine' } } as const;
  const [first, second] = [
    await app.fetch('/operations/Announce', asked),
    await app.fetch('/operations/Announce', asked),
  ];
  expect([first.status, first.body.event.title]).toEqual([200, 'Made']);
  expect(second.body).toEqual(first.body);
  const other = await app.fetch('/operations/Announce', { ...asked, json: { ...json, title: 'Other' } });
  expect([other.status, other.body.code]).toEqual([422, 'rest_idempotency_conflict']);
});

test.each([
  ['Announce', 'anonymous', { title: 'X', startDate: '2027-04-01', endDate: '2027-04-01' }, 401, undefined],
  ['Announce', 'editor', { title: 'X', startDate: '2027-04-01', endDate: 'nothing' }, 400, ['endDate']],
  ['Announce', 'editor', { title: 'X', startDate: '2027-04-01', endDate: '2027-04-01', x: 1 }, 400, ['x']],
  ['Announce', 'editor', [], 400, undefined],
  ['Rename', 'author', { ref: { slug: 'concert-1' }, title: 'X' }, 403, undefined],
  ['Rename', 'editor', { ref: { databaseId: 999 }, title: 'X' }, 404, undefined],
  ['Rename', 'editor', { ref: { slug: 'concert-1' }, title: '' }, 400, ['title']],
] as const)('%s by %s with %j is refused with %i', async (name, as, json, status, params) => {
  const { body, ...answer } = await app.fetch(`/operations/${name}`, { method: 'POST', as, json });
  expect([answer.status, body.data.status, body.data.params && Object.keys(body.data.params)]).toEqual([
    status,
    status,
    params,
  ]);
});

test('a write is refused beside a version that has gone, and as the form of another site', async () => {
  const asked = { method: 'POST', as: 'editor', json: { ref: { databaseId: id }, title: 'X' } } as const;
  const stale = await app.fetch('/operations/Rename', { ...asked, headers: { 'If-Match': '"0-x"' } });
  expect(stale.status).toBe(412);
  const headers = { Origin: 'https://other.example', 'Content-Type': 'text/plain' };
  expect((await app.fetch('/operations/Rename', { ...asked, headers })).status).toBe(403);
});

test('its name is the id of its document, also where no others run', async () => {
  const json = { documentId: 'Concerts', variables: { first: 1 } };
  for (const fetch of [app.fetch, closed]) {
    const { body } = await fetch('/graphql', { method: 'POST', json });
    expect(body.data.events.events).toHaveLength(1);
  }
  const other = await closed('/graphql', { method: 'POST', json: { query: '{ events { totalCount } }' } });
  expect(other.status).toBe(403);
});

test('what lists events is a feed, and each is a tool', async () => {
  expect((await app.fetch('/feeds/Concerts.ics?city=Washington, D.C.')).text).toContain('SUMMARY:Concert <1>');
  expect((await app.fetch('/feeds/OneEvent.ics')).status).toBe(404);
  const { structuredContent } = await call(app.fetch, 'Concerts', { city: 'Washington, D.C.' });
  expect(structuredContent.events).toMatchObject([{ title: 'Concert <1>' }]);
  expect((await call(app.fetch, 'CityNames')).structuredContent).toEqual({ cities: [{ city: 'Washington, D.C.' }] });
});

test('of a listed feed and an operation of one name, the operation is the feed', async () => {
  const both = app.secondServer(LISTED);
  expect((await both('/feeds/Concerts.ics?city=Seoul')).text).not.toContain('SUMMARY');
  expect((await both('/feeds/OneEvent.ics')).text).toContain('SUMMARY:Concert <1>');
});

test('hostile text is refused, and never a fault', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '%',
      '%00',
      '"',
      ',',
      '&',
      '=',
      'near',
      'city',
      'ref',
      '__proto__',
      'null',
      '\\u0000',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const names = fc.constantFrom('Concerts', 'OneEvent', 'Around', 'CityNames');
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.constantFrom('', 'near=', 'city=', 'ref=', 'categories='),
      text,
      async (name, start, rest) => {
        const { status } = await app.fetch(`/operations/${name}?${start}${encodeURI(rest.replaceAll('#', ''))}`);
        expect([200, 400, 404]).toContain(status);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['query ListEvents { events { totalCount } }', /ours\.graphql:1: ListEvents is the name of an operation of REST\.$/],
  ['query find_events { events { totalCount } }', /find_events is the name of a tool of ours for assistants\.$/],
])('%s stops the start', (document, message) => {
  expect(() => app.secondServer({ OPERATIONS: folders[document]! })).toThrow(message);
});
const folders: Record<string, string> = Object.fromEntries(
  ['ListEvents', 'find_events'].map((name) => [
    `query ${name} { events { totalCount } }`,
    folderOf(`query ${name} { events { totalCount } }`),
  ]),
);

test('a folder that is not there stops the start', () => {
  expect(() => app.secondServer({ OPERATIONS: '/nowhere/at/all' })).toThrow(/^OPERATIONS cannot be read: ENOENT/);
});
