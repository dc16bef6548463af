import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { fuzzSeed, runsOf } from '../../support/fuzz/seed.ts';
import { made, type Plural } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const HTML = '<p>Tom &amp; <b>Jerry</b></p><p>5 &lt; 6</p>';
const PLAIN = 'Tom & Jerry\n\n5 < 6';

/** The json_ld of a new record. */
async function jsonLdOf(kind: Plural, fields: object) {
  const { id } = await made(app, kind, fields);
  return (await app.rest('GET', `/${kind}/${id}`)).body.json_ld;
}

describe('json_ld', () => {
  test.each([
    ['of the excerpt', { excerpt: HTML, description: 'Longer.' }, PLAIN],
    ['of the text when there is no excerpt', { description: HTML }, PLAIN],
    ['of the text when the excerpt says nothing', { excerpt: '<p> </p>', description: HTML }, PLAIN],
    ['of nothing', {}, ''],
  ])('of an event has the plain text %s', async (_, fields, description) => {
    expect(await jsonLdOf('events', fields)).toMatchObject({ description });
  });

  test.each(['venues', 'organizers'] as const)('of %s has their plain text and their image', async (kind) => {
    const names = { venues: { venue: 'A & B' }, organizers: { organizer: 'A & B' } };
    const fields = { ...names[kind], description: HTML, image: 'https://e.example/a.png' };
    const shown = { name: 'A & B', description: PLAIN, image: 'https://e.example/a.png' };
    expect(await jsonLdOf(kind, fields)).toMatchObject(shown);
    const { id } = await made(app, kind, fields);
    const inside = await jsonLdOf('events', { [kind.slice(0, -1)]: id });
    expect(inside[{ venues: 'location', organizers: 'organizer' }[kind]]).toMatchObject(shown);
  });

  test.each(['venues', 'organizers'] as const)('of %s without an image has none', async (kind) => {
    expect(await jsonLdOf(kind, {})).not.toHaveProperty('image');
  });

  test.each([
    ['15,000원', '15000', 'KRW'],
    ['$10', '10', 'USD'],
    ['€5 – €12.50', '5 – 12.50', 'EUR'],
    ['Free', '0', 'USD'],
    ['무료', '0', 'USD'],
    ['Free, £20', '0 – 20', 'GBP'],
    ['0', '0', 'USD'],
  ])('of an event that costs %s offers it for %s %s', async (cost, price, priceCurrency) => {
    expect((await jsonLdOf('events', { cost })).offers).toMatchObject({ price, priceCurrency });
  });
});

describe('every answer of REST', () => {
  const text = fc
    .array(fc.constantFrom('<', '</script>', '<!--', '&lt;', '\\', '"', '<b>x</b>', ' ', 'a'), { maxLength: 6 })
    .map((parts) => parts.join(''));

  test('has no raw < in its text, and says the same as GraphQL when it is parsed', async () => {
    const query = `query ($id: ID!) { venue(ref: { databaseId: $id }) { name(format: HTML) description address jsonLd } }`;
    await fc.assert(
      fc.asyncProperty(text, async (text) => {
        const fields = { venue: `Hall${text}`, description: text, address: text };
        const { id } = await made(app, 'venues', fields);
        const answer = await app.rest('GET', `/venues/${id}`);
        const { body } = await app.graphql(query, { id });
        expect(answer.text).not.toContain('<');
        const { venue: name, description = '', address = '', json_ld: jsonLd } = answer.body;
        expect({ name, description, address, jsonLd }).toEqual(body.data.venue);
      }),
      { numRuns: runsOf(5, 60), seed: fuzzSeed() },
    );
  });

  test.each(['/venues?_envelope=1', '/venues?_jsonp=take', '/venues?search=%3Cb%3E', '/doc', '/%3Cb%3E'])(
    'has no raw < in %s',
    async (path) => {
      await made(app, 'venues', { venue: '<b>', description: '<b>bold</b>' });
      expect((await app.rest('GET', path)).text).not.toContain('<');
    },
  );
});
