import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_SIGNS, signsIn } from '../../src/domain/html.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { post } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const as = 'administrator';
const MESSAGE = 'Must not have more than 30,000 of <, >, & and line breaks together.';

describe('HTML with as many signs as may be made safe at once', () => {
  test('is taken by REST, and one more is a problem of the field', async () => {
    const most = 'x<b>'.repeat(MOST_SIGNS / 2);
    expect((await post(app, 'tags', { name: 'Safe', description: most })).status).toBe(201);
    const { status, body } = await post(app, 'tags', { description: `${most}\n` });
    expect([status, body.data.params]).toEqual([400, { description: MESSAGE }]);
  });

  test('is taken by GraphQL, and one more is a problem of the field', async () => {
    const create =
      'mutation ($description: String) { createTag(input: { name: "Signs", description: $description }) { userErrors { path code message } } }';
    const sent = (description: string) => app.graphql(create, { description }, { as });
    const refused = await sent('>'.repeat(MOST_SIGNS + 1));
    expect(refused.body.data.createTag.userErrors).toEqual([
      { path: ['input', 'description'], code: 'TOO_LONG', message: MESSAGE },
    ]);
    expect((await sent('>'.repeat(MOST_SIGNS))).body.data.createTag.userErrors).toEqual([]);
  });
});

test('signs of HTML are angle brackets, ampersands, and line breaks in any form', () => {
  const part = fc.oneof(
    fc.constantFrom('<', '>', '&', '\n', '\r\n').map((text) => ({ text, signs: 1 })),
    fc.constantFrom('', 'x', ' ', '"', '\t', '\u2028', '한').map((text) => ({ text, signs: 0 })),
  );
  fc.assert(
    fc.property(fc.array(part), fc.nat({ max: 20 }), (parts, most) => {
      const count = parts.reduce((sum, { signs }) => sum + signs, 0);
      const text = parts.map((each) => each.text).join('');
      expect(signsIn(text)).toBe(count);
      expect(signsIn(text, most)).toBe(Math.min(count, most + 1));
    }),
  );
  expect(signsIn('a\rb\r\nc\n\rd')).toBe(4);
});
