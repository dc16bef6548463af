import { expect, test } from 'vitest';
import { message, messageIn } from '../../src/domain/message.ts';
import { MESSAGE_WORDS, TRANSLATIONS } from '../../src/domain/translations.ts';
import { KINDS } from '../../src/kinds/kinds.ts';
import { sourceFiles } from '../contract/source-imports.ts';

const ROWS = Object.entries(TRANSLATIONS);

const placesOf = (text: string): string[] => (text.match(/\{\d\}/g) ?? []).sort();

test('every message is thrown somewhere', () => {
  const texts = sourceFiles().filter(({ path }) => path !== 'domain/translations.ts');
  const all = texts.map(({ text }) => text).join('\n');
  expect(ROWS.map(([pattern]) => pattern).filter((pattern) => !all.includes(`'${pattern}'`))).toEqual([]);
});

test('a message has the same places for values in every language', () => {
  const differing = ROWS.filter(([english, others]) =>
    Object.values(others).some((other) => `${placesOf(other)}` !== `${placesOf(english)}`),
  );
  expect(differing).toEqual([]);
});

test('a message is a whole sentence in every language, and polite in Korean', () => {
  const texts = ROWS.flatMap(([english, { ko, es }]) => [english, ko, es]);
  expect(texts.filter((text) => !/\S\.$/.test(text))).toEqual([]);
  expect(ROWS.filter(([, { ko }]) => !/(?:다|요|세요)\.|: .*\.$/.test(ko))).toEqual([]);
});

test('in Korean, no particle that depends on its word follows a value', () => {
  expect(ROWS.filter(([, { ko }]) => /\{\d\}(?:을|를|이|가|은|는|과|와|으로|로)(?=[\s.,])/.test(ko))).toEqual([]);
});

test('every kind of record, and every other word that is put into messages, is translated', () => {
  const texts = sourceFiles().map(({ text }) => text);
  const put = texts.flatMap((text) => [...text.matchAll(/\{ word: '([^']+)' \}/g)].map(([, word]) => word!));
  const words = [...KINDS.map(({ name }) => name), ...put];
  expect(words).toContain('user');
  expect(words.filter((word) => !Object.hasOwn(MESSAGE_WORDS, word))).toEqual([]);
});

test.each([
  ['a text as it is', message('Not accepted: {0}.', '{0}, $&'), 'Not accepted: {0}, $&.', 'No se acepta: {0}, $&.'],
  [
    'a number as the language writes it',
    message('Must not be longer than {0} bytes.', 500_000),
    'Must not be longer than 500,000 bytes.',
    'No puede tener más de 500.000 bytes.',
  ],
  [
    'the name of a field as the API gives it',
    message('Must be after {0}.', { field: 'start' }),
    'Must be after its start.',
    'Debe ser posterior a its start.',
  ],
  [
    'a word of ours in that language',
    message('There is no {0} with ID {1}.', { word: 'category' }, '10000'),
    'There is no category with ID 10000.',
    'No existe categoría con el ID 10000.',
  ],
  [
    'a word that nobody has translated as it is',
    message('There is no {0} with this id.', { word: 'speaker' }),
    'There is no speaker with this id.',
    'No existe speaker con este ID.',
  ],
])('a message shows %s', (_, said, en, es) => {
  const nameOf = (key: string): string => `its ${key}`;
  expect([messageIn(said, 'en', nameOf), messageIn(said, 'es', nameOf)]).toEqual([en, es]);
});

test('a message is English as a text and in JSON', () => {
  const said = message('Must be after {0}.', { field: 'start' });
  expect([`${said}`, JSON.stringify({ said })]).toEqual(['Must be after start.', '{"said":"Must be after start."}']);
});
