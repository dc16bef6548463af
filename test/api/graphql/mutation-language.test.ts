import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { made } from '../../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

test('every mutation takes a language, but those whose input names the one to delete', () => {
  const fields = Object.values(schema.getMutationType()!.getFields());
  const without = fields.filter(({ args }) => !args.some(({ name }) => name === 'language')).map(({ name }) => name);
  expect(without.map((name) => name.replace(/^delete(Category|Event|Organizer|Tag|Venue)Translation$/, ''))).toEqual(
    Array(5).fill(''),
  );
});

const TITLES = 'en: title(language: EN) ko: title(language: KO) es: title(language: ES)';

/** What a mutation says of titles, at an address that asks for another language twice. */
async function said(mutation: string) {
  const path = '/es/graphql?multilang_language=es';
  const { body } = await app.fetch(path, { method: 'POST', as: 'administrator', json: { query: mutation } });
  return Object.values<Record<string, unknown>>(body.data)[0];
}

const DATES = 'startDate: "2031-01-01 10:00", endDate: "2031-01-01 11:00"';

test('a mutation writes in the language that it names, whatever path and parameter say', async () => {
  const created = await said(
    `mutation { createEvent(language: KO, input: { title: "처음", ${DATES} }) { event { ${TITLES} } } }`,
  );
  expect(created).toEqual({ event: { en: '처음', ko: '처음', es: '처음' } });
  const { id } = await made(app, 'events', { title: 'First' });
  const change = (language: string, title: string) =>
    said(
      `mutation { updateEvent(language: ${language}, input: { ref: { databaseId: ${id} }, title: "${title}" }) { event { ${TITLES} title } } }`,
    );
  expect(await change('KO', '둘째')).toEqual({ event: { en: 'First', ko: '둘째', es: 'First', title: 'First' } });
  expect(await change('null', 'Tercero')).toEqual({
    event: { en: 'First', ko: '둘째', es: 'Tercero', title: 'Tercero' },
  });
});

test('a batch writes all its items in the language that it names', async () => {
  const { id } = await made(app, 'events', { title: 'First' });
  const items = `[{ ref: { databaseId: ${id} }, title: "둘째" }]`;
  expect(
    await said(
      `mutation { updateEvents(language: KO, input: { items: ${items} }) { results { event { ${TITLES} } } } }`,
    ),
  ).toEqual({ results: [{ event: { en: 'First', ko: '둘째', es: 'First' } }] });
});
