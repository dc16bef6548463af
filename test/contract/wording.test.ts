import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/api/graphql/schema.ts';
import { formsOf } from '../../src/api/rest/request.ts';
import { ROUTES } from '../../src/api/rest/table.ts';
import { withFieldNames } from '../../src/domain/fields/describe.ts';
import type { FieldTable } from '../../src/domain/fields/table.ts';
import { buildApp } from '../support/app.ts';

/** A description, and where it stands. */
interface Described {
  at: string;
  text: string;
}

/** What a type says of itself and of all that it has, and the names it uses for it. */
function insideOf(type: GraphQLNamedType): { texts: Described[]; names: string[] } {
  const own = isEnumType(type)
    ? type.getValues()
    : isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
      ? Object.values(type.getFields())
      : [];
  const all = own.flatMap((each) => [each, ...('args' in each ? each.args : [])]);
  const described = [{ name: '', description: type.description }, ...all];
  return {
    texts: described.map(({ name, description }) => ({ at: `${type.name}.${name}`, text: description ?? '' })),
    names: [type.name, ...all.map(({ name }) => name)],
  };
}

const TYPES = Object.values(schema.getTypeMap())
  .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
  .map(insideOf);
const TEXTS = TYPES.flatMap(({ texts }) => texts);
const NAMES = new Set(TYPES.flatMap(({ names }) => names));

const TABLES: readonly FieldTable[] = ROUTES.flatMap((route) => formsOf(route).map(({ table }) => table));
const PARAMETERS = new Set(TABLES.flatMap((table) => Object.values(table).map(({ wire }) => wire)));

/** Parameters of REST that are words of plain English too. */
const ENGLISH = new Set(['event', 'exclude', 'include', 'order', 'post']);

/** Names of two words or more, as programs write them. */
const isCompound = (word: string): boolean => /_|^[a-z]+[A-Z]/.test(word);

/** The words of texts that are wrong, with their places. */
const wordsOf = (texts: readonly Described[], isWrong: (word: string) => boolean): string[] =>
  texts.flatMap(({ at, text }) => (text.match(/\w+/g) ?? []).filter(isWrong).map((word) => `${at}: ${word}`));

describe('the descriptions of GraphQL', () => {
  test('name fields as GraphQL does', () => {
    expect(wordsOf(TEXTS, (word) => isCompound(word) && !NAMES.has(word))).toEqual([]);
  });

  test('name no parameters of REST', () => {
    expect(PARAMETERS).toContain('stateprovince');
    expect(wordsOf(TEXTS, (word) => PARAMETERS.has(word) && !NAMES.has(word) && !ENGLISH.has(word))).toEqual([]);
    expect(wordsOf(TEXTS, (word) => word.startsWith('rest_'))).toEqual([]);
  });

  test('leave no placeholder for a field name', () => {
    expect(TEXTS.filter(({ text }) => /[{}]/.test(text))).toEqual([]);
  });
});

describe('the descriptions of REST', () => {
  let texts: Described[];

  beforeAll(async () => {
    const app = await buildApp();
    const { body } = await app.rest('GET', '/doc');
    texts = descriptionsIn(body, '');
    await app.close();
  });

  test('name parameters as REST does', () => {
    expect(texts.length).toBeGreaterThan(100);
    expect(wordsOf(texts, (word) => isCompound(word) && !PARAMETERS.has(word))).toEqual([]);
  });

  test('leave no placeholder for a field name', () => {
    expect(texts.filter(({ text }) => /[{}]/.test(text))).toEqual([]);
  });
});

const descriptionsIn = (value: unknown, at: string): Described[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]) =>
        (key === 'description' || key === 'summary') && typeof member === 'string'
          ? [{ at, text: member }]
          : descriptionsIn(member, `${at}/${key}`),
      );

/** Whether a text says what becomes of a record that is there when a field is not sent: nothing, and no other field's text. */
const saysThatItStays = ({ text }: Described): boolean =>
  !/likewise/.test(text) &&
  (!/without (it|this|that|either|\{?\w+\}?,)|omitted|default:/i.test(text) || /stays|zone of the event/.test(text));

describe('a description of an update that says what holds without a field', () => {
  const isUpdate = ({ at }: Described): boolean => /^Update\w+Input\./.test(at);

  test('says at GraphQL that the field stays', () => {
    const texts = TEXTS.filter(isUpdate);
    expect(texts.filter(({ text }) => /if omitted/i.test(text)).length).toBeGreaterThan(9);
    expect(texts.filter((each) => !saysThatItStays(each))).toEqual([]);
  });

  test('says at REST that the field stays', () => {
    const texts = ROUTES.flatMap(({ operation, patch = {} }) =>
      Object.values(patch).map(({ wire, description }) => ({ at: `${operation}.${wire}`, text: description })),
    );
    expect(texts.filter(({ text }) => /if omitted/i.test(text)).length).toBeGreaterThan(10);
    expect(texts.filter((each) => !saysThatItStays(each))).toEqual([]);
  });
});

describe('a description that names other fields', () => {
  test('has their names in each API', async () => {
    const app = await buildApp();
    const { paths } = (await app.rest('GET', '/doc')).body;
    const { description } = paths['/events'].get.parameters.find(
      ({ name }: { name: string }) => name === 'geoloc_radius',
    );
    await app.close();
    expect(description).toContain('geoloc_lat and geoloc_lng');
    expect(TEXTS.find(({ at }) => at === 'EventWhere.withDescendants')?.text).toContain(
      'categoriesIn and categoriesNotIn',
    );
  });

  test('has its placeholders replaced by field names', () => {
    expect(withFieldNames('Beside {a} and {b}.', (key) => key.toUpperCase())).toBe('Beside A and B.');
    expect(withFieldNames('Beside nothing.', () => 'x')).toBe('Beside nothing.');
  });
});
