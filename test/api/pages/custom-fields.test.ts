import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../support/app.ts';
import { defineField, defineFields } from '../../support/custom-fields.ts';
import { made } from '../../support/making.ts';
import { elementsOf, pageAt } from './support.ts';

let app: TestApp;

const VALUES = {
  colour: 'Red & <i>green</i>\nand blue',
  covered: true,
  opened: '1999-12-31',
  more: 'https://a.example/?a=1&copy=2',
  age: '6+',
};

beforeAll(async () => {
  app = await buildApp();
  await defineFields(app);
});
afterAll(() => app.close());

const urlIn = async (root: string, id: number, language: string): Promise<string> => {
  const query = `query ($id: ID!, $language: Language) { it: ${root}(ref: { databaseId: $id }) { url(language: $language) } }`;
  return (await app.graphql(query, { id, language })).body.data.it.url;
};

test.each([
  ['events', 'event'],
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const)(
  'the page of one of the %s tells its custom fields, by name, in the language of the page',
  async (plural, root) => {
    const { id } = await made(app, plural, VALUES);
    const { text } = await pageAt(app, await urlIn(root, id, 'KO'));
    const elements = elementsOf(text);
    const facts = elements.filter(({ path }) => path.endsWith('dl.facts div'));
    const told = facts.flatMap(({ name, text }) => (name === 'dt' || name === 'dd' ? [text] : []));
    const at = told.indexOf('색');
    expect(told.slice(at, at + 10)).toEqual([
      '색',
      'Red & greenand blue',
      'Covered',
      '예',
      'Abierto',
      '1999년 12월 31일 금요일',
      'More',
      VALUES.more,
      '나이',
      '6+',
    ]);
    const said = elements.find(({ name, text }) => name === 'span' && text.startsWith('Red'));
    expect(said?.attributes.lang).toBe('en');
    expect(elements.some(({ name, path }) => name === 'br' && path.endsWith('dd span'))).toBe(true);
    expect(elements.find(({ name, text }) => name === 'a' && text === VALUES.more)?.attributes.href).toBe(VALUES.more);
  },
);

test('nothing in a label or a value is taken for a part of the page', async () => {
  const evil = '"><script>alert(1)</script>';
  await defineField(app, 'EVENT', { key: 'evil', kind: 'CHOICE', label: { en: evil }, choices: [evil] });
  const { id } = await made(app, 'events', { evil });
  const elements = elementsOf((await pageAt(app, await urlIn('event', id, 'EN'))).text);
  const scripts = elements.filter(({ name, attributes }) => name === 'script' && attributes.type === undefined);
  expect(scripts.map(({ attributes, text }) => [attributes.src, text])).toEqual([
    [expect.stringMatching(/^\.\.\/\.\.\/files\/pages-\w+\.js$/), ''],
  ]);
  expect(elements.find(({ name, text }) => name === 'dt' && text === evil)).toBeDefined();
  expect(elements.find(({ name, text }) => name === 'dd' && text === evil)).toBeDefined();
});
