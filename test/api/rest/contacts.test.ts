import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { fuzzSeed, runsOf } from '../../support/fuzz/seed.ts';
import { post } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';
const GRAPHQL = `mutation ($input: CreateOrganizerInput!) { createOrganizer(input: $input) { organizer { website email } userErrors { path } } }`;

/** The status of REST and what it shows, and what GraphQL shows or names as wrong. */
async function atBothDoors(field: 'website' | 'email', value: string) {
  const rest = await post(app, 'organizers', { [field]: value });
  const { body } = await app.graphql(GRAPHQL, { input: { name: 'Ann', [field]: value } }, { as });
  const { organizer, userErrors } = body.data.createOrganizer;
  const wrong = userErrors.map(({ path }: { path: string[] }) => path[1]);
  return [rest.status === 201 ? rest.body[field] : Object.keys(rest.body.data.params), organizer?.[field] ?? wrong];
}

describe('a website', () => {
  test.each([
    ['https://e.example/?q="a"', 'https://e.example/?q=%22a%22'],
    ['https://e.example/<b>', 'https://e.example/%3Cb%3E'],
    ['HTTP://e.example', 'HTTP://e.example'],
    ['ftp://e.example/%22', 'ftp://e.example/%22'],
    ["https://e.example/it's(1)[2]*;!@$,", "https://e.example/it's(1)[2]*;!@$,"],
    ['https://e.example/a\\b^c`d{e}|f', 'https://e.example/a%5Cb%5Ec%60d%7Be%7D%7Cf'],
    ['mailto:"ann"@e.example', 'mailto:%22ann%22@e.example'],
    ['tel:+34-600', 'tel:+34-600'],
  ])('%s is kept as %s', async (website, shown) => {
    expect(await atBothDoors('website', website)).toEqual([shown, shown]);
  });

  test.each([
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'ws://e.example/',
      'ftps://e.example',
    ],
    ...[
      'sms:+34',
      'about:blank',
      'blob:https://e.example/1',
      'urn:isbn:1',
      'x:y',
      'https:e.example',
      'https://',
      'ftp:x',
    ],
    ...['mailto:', 'http://<e>.example/', 'https://e.example/a b', 'https://e.example/ñ', '//e.example', 'e.example'],
  ])('%s is refused', async (website) => {
    expect(await atBothDoors('website', website)).toEqual([['website'], ['website']]);
  });

  test('is shown without quotes and angle brackets, and the same again when it is sent back', async () => {
    const { body: venue } = await post(app, 'venues');
    const part = fc.string({ unit: fc.constantFrom(...'ab"<>\'%2?=/#[]{}|^`\\'), maxLength: 12 });
    const address = fc.tuple(
      fc.constantFrom('https://e.example/', 'http://e.example?', 'ftp://e.example/', 'tel:'),
      part,
    );
    const update = (website: string) => app.rest('PUT', `/venues/${venue.id}`, { as, json: { website } });
    await fc.assert(
      fc.asyncProperty(address, async ([start, rest]) => {
        const { status, body } = await update(`${start}1${rest}`);
        expect([status, body.website]).toEqual([200, expect.not.stringMatching(/["<>]/)]);
        expect((await update(body.website)).body.website).toBe(body.website);
      }),
      { numRuns: runsOf(25, 150), seed: fuzzSeed() },
    );
  });

  test('of a venue inside an event is kept in the same way', async () => {
    const venue = { venue: 'Hall', website: 'https://e.example/"' };
    expect((await post(app, 'events', { venue })).body.venue.website).toBe('https://e.example/%22');
    const refused = await post(app, 'events', { venue: { ...venue, website: 'ws://e.example' } });
    expect([refused.status, Object.keys(refused.body.data.params)]).toEqual([400, ['venue']]);
  });
});

describe('an e-mail address', () => {
  test.each([
    ...['ann@e.example', 'nope', 'a@b', "o'hara+x@e.example", 'ann&co@e.example', '한국@e.example', 'a b@e.example'],
    ...['ann@e.example,bob@e.example', 'ann@e.example,  bob@e.example', 'a\u00a0b', '0'],
  ])('%s is kept as it is', async (email) => {
    expect(await atBothDoors('email', email)).toEqual([email, email]);
  });

  test.each(['"ann"@e.example', 'Ann <ann@e.example>', 'a>b', 'a\tb', 'a\nb', 'a\u0085b'])(
    '%j is refused',
    async (email) => {
      expect(await atBothDoors('email', email)).toEqual([['email'], ['email']]);
    },
  );
});
