import fc from 'fast-check';
import { MOMENTS, TEXTS, TOO_BIG } from './naughty.ts';

/** Fields by their names in REST. */
export type Values = Readonly<Record<string, unknown>>;

/** Values as the text of a query or a form, with objects and lists in brackets. */
export function inForm(values: Values): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      const list = Array.isArray(value);
      for (const [key, below] of Object.entries(value).slice(0, 40)) add(`${name}[${list ? '' : key}]`, below);
    } else pairs.push(`${encoded(name)}=${encoded(value === TOO_BIG ? '1e309' : String(value))}`);
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return pairs.join('&');
}

/** Text as it stands in a path, a query or a form. */
export const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/%20/g, '+');

/** JSON text, with numbers that only JSON can write. */
const inJson = (value: unknown): string => JSON.stringify(value).replaceAll(`"${TOO_BIG}"`, '1e309');

const raw: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS, ...MOMENTS),
  fc.constantFrom(
    '{',
    '[]',
    '"x"',
    '1e309',
    'null',
    '{"title":1e309}',
    '{"a":1,"a":2}',
    '{"__proto__":{"title":"x"}}',
    '[[[[[[',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.json({ maxDepth: 4, stringUnit: 'binary' }),
);

const JSON_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/vnd.x+json',
  'APPLICATION/JSON',
];
const FORM_TYPES = ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'];
const OTHER_TYPES = [
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  '',
  'x',
  'application/jsonx',
];

/** A body of some fields, as JSON or as a form, now and then something else. */
export const bodyOf = (values: Values): fc.Arbitrary<{ type: string; body: string }> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...JSON_TYPES).map((type) => ({ type, body: inJson(values) })), weight: 8 },
    { arbitrary: fc.constantFrom(...FORM_TYPES).map((type) => ({ type, body: inForm(values) })), weight: 4 },
    {
      arbitrary: fc.record({ type: fc.constantFrom(...JSON_TYPES, ...FORM_TYPES, ...OTHER_TYPES), body: raw }),
      weight: 2,
    },
  );
