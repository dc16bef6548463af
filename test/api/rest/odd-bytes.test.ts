import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';
import { invalid, missing, outcomeOf } from '../../support/outcome.ts';
import { sendRaw } from '../../support/sending.ts';

let app: TestApp;
let venue: number;

beforeAll(async () => {
  app = await buildApp({ now: FRIDAY });
  venue = (await made(app, 'venues', { venue: 'Hall' })).id;
  await made(app, 'events', { title: 'Concert', venue });
});
afterAll(() => app.close());

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const NO_JSON = [
  '{',
  '{"a":1,}',
  '{a:1}',
  "{'venue':'x'}",
  'nul',
  'undefined',
  'NaN',
  '[1',
  '"x',
  '{"venue":"x"}}',
  'venue=x',
  '\u0000',
  '{"venue":"\u0001"}',
  '{"venue":"x"',
  ' ',
  '\n',
];

test.each(NO_JSON)('the body %j is no JSON', async (body) => {
  expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, body))).toEqual([400, 'rest_invalid_json', []]);
});

test('what is no JSON is refused before a visitor is', async () => {
  const answer = await app.rest('PATCH', `/venues/${venue}`, { headers: { 'Content-Type': JSON_TYPE }, body: '{' });
  expect(outcomeOf(answer)).toEqual([400, 'rest_invalid_json', []]);
});

const BYTES = {
  'a byte that is no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  'half a character': Buffer.concat([Buffer.from('{"venue":"'), Buffer.from([0xed, 0x95]), Buffer.from('"}')]),
  'a surrogate': Buffer.concat([Buffer.from('{"venue":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  'an overlong form': Buffer.concat([Buffer.from('{"venue":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
  'UTF-16': Buffer.from('\ufeff{"venue":"x"}', 'utf16le'),
};

test.each(Object.entries(BYTES))('JSON with %s is refused', async (_, body) => {
  expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, body))).toEqual([400, 'rest_invalid_json', []]);
});

const HALVES = [
  '\\ud800',
  '\\uDFFF',
  'a\\udbffb',
  '\\ude00\\ud83d',
  '\\ud800\\ud800\\udc00',
  '\\\\\\ud800',
  '\\ud800\\u0041',
];

const PLACES = ['{"venue":"HALF"}', '{"HALF":1,"venue":"x"}', '{"venue":"x","unknown":[{"a":"HALF"}]}'];

test.each(HALVES.map((half, index) => [half, PLACES[index % 3]!.replace('HALF', () => half)] as const))(
  'JSON with %s, half a character, is refused wherever it stands: %s',
  async (_, body) => {
    expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, body))).toEqual([400, 'rest_invalid_json', []]);
  },
);

const WHOLES = [
  ['\\ud83c\\udf89', '🎉'],
  ['\\uD83C\\uDF89\\ud83c\\udf89', '🎉🎉'],
  ['\\\\ud800', '\\ud800'],
  ['\\\\\\\\udfff', '\\\\udfff'],
  ['\\ud7ff\\ue000', '\ud7ff\ue000'],
  ['\\u005cud800', '\\ud800'],
] as const;

test.each(WHOLES)('JSON with %s is whole', async (written, name) => {
  const answer = await sendRaw(app, '/organizers', JSON_TYPE, `{"organizer":"${written}"}`);
  expect([answer.status, answer.body.organizer]).toEqual([201, name]);
});

test.each(['null', '[]', '5', '"x"', 'true', '[{"venue":"x"}]', '{}', ''])(
  'the body %s is JSON without fields',
  async (body) => {
    expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, body))).toEqual(missing('venue'));
  },
);

test.each([
  ['application/json; charset=utf-8', 201],
  ['APPLICATION/JSON', 201],
  ['application/vnd.api+json', 201],
])('JSON may come as %s', async (type, status) => {
  expect(outcomeOf(await sendRaw(app, '/venues', type, '{"venue":"Typed"}'))).toBe(status);
});

test.each(['text/plain', 'application/jsonp', 'multipart/mixed; boundary=x', FORM_TYPE, ''])(
  'JSON that comes as "%s" has no fields',
  async (type) => {
    expect(outcomeOf(await sendRaw(app, '/venues', type, '{"venue":"Typed"}'))).toEqual(missing('venue'));
  },
);

test.each([
  ['venue=a%ff%zz%', 'a\ufffd%zz%'],
  [Buffer.concat([Buffer.from('venue=b'), Buffer.from([0xff, 0xfe])]), 'b\ufffd\ufffd'],
  ['=x&&&=&venue=c+d&venue', undefined],
  ['venue=c+d%20e', 'c d e'],
])('of the form %j what can be read is read', async (body, name) => {
  const answer = await sendRaw(app, '/venues', FORM_TYPE, body);
  expect(answer.body.venue).toBe(name);
  expect(outcomeOf(answer)).toEqual(name === undefined ? invalid('venue') : 201);
});

test.each(['a%00b', '%00'])('NUL in a form is refused: %s', async (value) => {
  expect(outcomeOf(await sendRaw(app, '/venues', FORM_TYPE, `venue=${value}`))).toEqual(invalid('venue'));
});

const many = (count: number, each: (index: number) => string): string => [...Array(count).keys()].map(each).join('&');

test('of 10,000 parameters the first thousand are read', async () => {
  const early = await app.rest('GET', `/venues?page=0&${many(10_000, (index) => `p${index}=1`)}`);
  expect(outcomeOf(early)).toEqual(invalid('page'));
  const late = await app.rest('GET', `/venues?${many(10_000, (index) => `p${index}=1`)}&page=0`);
  expect(outcomeOf(late)).toBe(200);
});

test('as many ids as a list may have are a list, however they come', async () => {
  const queries = (count: number) => [
    many(count, () => `venue[]=${venue}`),
    many(count, () => `venue=${venue}`),
    `venue=${Array(count).fill(venue).join(',')}`,
    `venue=[${Array(count).fill(venue).join(',')}]`,
  ];
  for (const query of queries(200)) {
    const answer = await app.rest('GET', `/events?${query}`);
    expect([outcomeOf(answer), answer.body.total]).toEqual([200, 1]);
  }
  for (const query of queries(201))
    expect(outcomeOf(await app.rest('GET', `/events?${query}`))).toEqual(invalid('venue'));
});

/** Levels of JSON that are read; the record itself is the first. */
const DEEPEST = 512;

const nestsOf = (depth: number) => ({
  lists: `${'['.repeat(depth)}${']'.repeat(depth)}`,
  'lists around an id': `${'['.repeat(depth)}1${']'.repeat(depth)}`,
  'ids in ids': `${'{"id":'.repeat(depth)}1${'}'.repeat(depth)}`,
  names: `${'{"name":'.repeat(depth)}"x"${'}'.repeat(depth)}`,
});

describe.each(Object.entries(nestsOf(DEEPEST - 1)))('%s, as deep as JSON may be', (_, nest) => {
  test.each([
    'title',
    'author',
    'image',
    'venue',
    'organizer',
    'categories',
    'tags',
    'featured',
    'status',
    'start_date',
  ])('are refused as %s', async (field) => {
    const fields = { title: '"x"', start_date: '"2027-01-01"', end_date: '"2027-01-02"', [field]: nest };
    const body = `{${Object.entries(fields).map(([name, value]) => `"${name}":${value}`)}}`;
    const answer = await sendRaw(app, '/events', JSON_TYPE, body);
    expect(outcomeOf(answer)).toEqual(invalid(field));
  });

  test('are passed over where nobody asks for them', async () => {
    const body = `{"venue":"Deep","x":${nest}}`;
    expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, body))).toBe(201);
  });
});

const TOO_DEEP = [DEEPEST, 100_000].flatMap((depth) =>
  Object.entries(nestsOf(depth)).map(([name, nest]) => [`${name}, ${depth} deep,`, nest] as const),
);

test.each([...TOO_DEEP, ['lists, 400,000 deep,', nestsOf(400_000).lists]] as const)(
  '%s are no JSON that is read, whoever asks for it',
  async (_, nest) => {
    for (const body of [`{"venue":${nest}}`, `{"venue":"Deep","x":${nest}}`, `[${nest}]`]) {
      expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, body))).toEqual([400, 'rest_invalid_json', []]);
      const asked = {
        method: 'POST',
        headers: { 'Content-Type': JSON_TYPE },
        body: `{"query":"{ a }","variables":${body}}`,
      };
      const { status, body: told } = await app.fetch('/graphql', asked);
      expect([status, told.errors[0].extensions.code]).toEqual([400, 'INVALID_JSON']);
    }
  },
);

test('brackets in texts of JSON nest nothing', async () => {
  const venue = `\\"${'[{'.repeat(400)}"`;
  expect(outcomeOf(await sendRaw(app, '/venues', JSON_TYPE, JSON.stringify({ venue })))).toBe(201);
});

test.each([
  ['named', `venue${'[a]'.repeat(20_000)}=1`],
  ['empty', `venue${'[]'.repeat(20_000)}=1`],
  ['numbered', `page${'[0]'.repeat(6)}=1`],
])('brackets without end are refused: %s ones', async (_, query) => {
  expect(outcomeOf(await app.rest('GET', `/events?${query}`))).toEqual(invalid(query.split('[')[0] ?? ''));
});

test.each([
  ['behind a name', `venue${'['.repeat(50_000)}=1`],
  ['alone', '['.repeat(50_000)],
  ['that close only', `${']'.repeat(50_000)}=1`],
  ['of which one closes', `a${'[b'.repeat(20_000)}]=1`],
])('brackets that do not close name nothing: %s', async (_, query) => {
  expect(outcomeOf(await app.rest('GET', `/events?${query}`))).toBe(200);
});

const MEGABYTE = 1_000_000;

describe.each([JSON_TYPE, FORM_TYPE])('a body as %s', (type) => {
  const whole = type === JSON_TYPE ? '{"venue":"Large"}' : 'venue=Large&';

  test('may have a million bytes', async () => {
    expect(outcomeOf(await sendRaw(app, '/venues', type, whole.padEnd(MEGABYTE)))).toBe(201);
  });

  test('may not have one more', async () => {
    const answer = await sendRaw(app, '/venues', type, whole.padEnd(MEGABYTE + 1));
    expect(outcomeOf(answer)).toEqual([413, 'rest_body_too_large', []]);
  });

  test('counts bytes and not characters', async () => {
    const answer = await sendRaw(app, '/venues', type, whole.padEnd(MEGABYTE / 2, '한'));
    expect(outcomeOf(answer)).toEqual([413, 'rest_body_too_large', []]);
  });
});

test('a description may have 500,000 bytes, and no more', async () => {
  const send = (length: number) =>
    sendRaw(app, '/venues', JSON_TYPE, `{"venue":"Long","description":"한${'x'.repeat(length - 3)}"}`);
  expect(outcomeOf(await send(500_000))).toBe(201);
  expect(outcomeOf(await send(500_001))).toEqual(invalid('description'));
});
