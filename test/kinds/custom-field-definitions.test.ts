import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isCustomKey } from '../../src/domain/fields/custom-fields.ts';
import type { StoredFields } from '../../src/kinds/custom-fields/definitions.ts';
import { findDamaged } from '../../src/kinds/damaged.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { defineField, defineFields, deleteField, FIELDS } from '../support/custom-fields.ts';
import { made, upTo } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await defineFields(app);
});
afterAll(() => app.close());

const shownOf = async (id: number) => (await app.rest('GET', `/events/${id}`)).body.custom_fields;
const update = (id: number, json: object) => app.rest('PATCH', `/events/${id}`, { as: 'administrator', json });

const inGraphql = async (id: number) => {
  const query =
    'query ($id: ID!) { event(ref: { databaseId: $id }) { customFields { key } customField(key: "mood") { key } } }';
  return (await app.graphql(query, { id })).body.data.event;
};

describe('a definition', () => {
  const DEFINE =
    'mutation ($input: CreateCustomFieldInput!) { it: createCustomField(input: $input) { customField { key label choices } userErrors { path code } } }';
  const CHANGE =
    'mutation ($input: UpdateCustomFieldInput!) { it: updateCustomField(input: $input) { customField { key label choices } userErrors { path code } } }';
  const DELETE =
    'mutation ($input: DeleteCustomFieldInput!) { it: deleteCustomField(input: $input) { customField { key } userErrors { path code } } }';
  const NEW = { of: 'EVENT', kind: 'TEXT', label: { en: 'New' } };

  const run = async (query: string, input: object, as: Caller = 'administrator') => {
    const { body } = await app.graphql(query, { input }, { as });
    return body.errors?.[0].extensions.code ?? body.data.it;
  };
  const codesOf = async (query: string, input: object) =>
    (await run(query, input)).userErrors.map(({ path, code }: { path: string[]; code: string }) => [
      path.slice(1).join('.'),
      code,
    ]);

  test.each(['anonymous', 'editor'] as const)('is nothing for the %s to make, change or delete', async (as) => {
    const refused = as === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
    expect(await run(DEFINE, { ...NEW, key: 'mine' }, as)).toBe(refused);
    expect(await run(CHANGE, { of: 'EVENT', key: 'colour', label: { en: 'Mine' } }, as)).toBe(refused);
    expect(await run(DELETE, { of: 'EVENT', key: 'colour' }, as)).toBe(refused);
  });

  test('is to be seen by everybody, in each language', async () => {
    const query = '{ customFieldDefinitions { event { of key kind label(language: KO) choices } } }';
    const { body } = await app.graphql(query);
    expect(body.data.customFieldDefinitions.event.slice(0, 6)).toEqual(
      FIELDS.map(({ key, kind, label, choices = [] }) => ({
        of: 'EVENT',
        key,
        kind,
        choices,
        label: label.ko ?? label.en ?? label.es,
      })),
    );
  });

  test('has a key of small letters, digits and underscores, or one of the plug-in', () => {
    const keys = ['a', 'a_2', '_ecp_custom_0', 'z'.repeat(64), 'constructor'];
    const others = ['', 'z'.repeat(65), 'Colour', 'a-b', '2nd', '_mine', '_ecp_custom_x', 'a\nb'];
    expect([...keys, ...others].filter(isCustomKey)).toEqual(keys);
  });

  test.each([
    ['_ecp_custom_0', []],
    ['constructor', []],
    ['Colour', [['key', 'INVALID_KEY']]],
    ['colour', [['key', 'DUPLICATE']]],
    ...['title', 'venue', 'custom_fields', 'json_ld', 'multilang_language', 'stateprovince', 'rest_url'].map(
      (key): [string, string[][]] => [key, [['key', 'RESERVED']]],
    ),
  ])('of an event may be called %s or is refused: %j', async (key, codes) => {
    expect(await codesOf(DEFINE, { ...NEW, key })).toEqual(codes);
  });

  test.each([
    ['no label', { label: {} }, [['label', 'EMPTY']]],
    ['an empty label', { label: { en: ' ' } }, [['label', 'EMPTY']]],
    ['a long label', { label: { en: 'x'.repeat(201) } }, [['label.en', 'TOO_LONG']]],
    ['a label with a control character', { label: { ko: 'a\u0007b' } }, [['label.ko', 'INVALID_TEXT']]],
    ['no choices', { kind: 'CHOICE' }, [['choices', 'MISSING']]],
    ['empty choices', { kind: 'CHOICE', choices: [] }, [['choices', 'EMPTY']]],
    ['a choice twice', { kind: 'CHOICE', choices: ['a', ' a '] }, [['choices', 'INVALID_TYPE']]],
    ['101 choices', { kind: 'CHOICE', choices: upTo(101).map(String) }, [['choices', 'TOO_MANY_ITEMS']]],
    ['choices of a text', { kind: 'TEXT', choices: ['a'] }, [['choices', 'AT_ODDS']]],
  ])('with %s is refused', async (_, part, codes) => {
    expect(await codesOf(DEFINE, { ...NEW, key: 'refused', ...part })).toEqual(codes);
  });

  test('changes its names and its choices; what is chosen no more is kept and not shown', async () => {
    await defineField(app, 'EVENT', {
      key: 'level',
      kind: 'CHOICE',
      label: { en: 'Level', ko: '수준' },
      choices: ['low', 'high'],
    });
    const { id } = await made(app, 'events', { level: 'low' });
    const changed = await run(CHANGE, {
      of: 'EVENT',
      key: 'level',
      label: { en: 'Grade', ko: null },
      choices: ['high'],
    });
    expect(changed).toEqual({ customField: { key: 'level', label: 'Grade', choices: ['high'] }, userErrors: [] });
    expect(await shownOf(id)).toEqual([]);
    await run(CHANGE, { of: 'EVENT', key: 'level', choices: ['high', 'low'] });
    expect(await shownOf(id)).toEqual({ level: { label: 'Grade', value: 'low' } });
    expect(await codesOf(CHANGE, { of: 'EVENT', key: 'level', label: { en: '' } })).toEqual([['label', 'EMPTY']]);
    expect(await codesOf(CHANGE, { of: 'EVENT', key: 'nowhere', label: { en: 'x' } })).toEqual([['key', 'UNKNOWN']]);
  });

  test('that is deleted leaves its values, which a new one of the same kind shows again', async () => {
    const text = { key: 'mood', kind: 'TEXT', label: { en: 'Mood' } } as const;
    await defineField(app, 'EVENT', text);
    const { id } = await made(app, 'events', { mood: 'Merry' });
    await deleteField(app, 'EVENT', 'mood');
    expect(await shownOf(id)).toEqual([]);
    expect(await inGraphql(id)).toEqual({
      customFields: [],
      customField: null,
    });
    await update(id, { title: 'Changed meanwhile', mood: 'Ignored' });
    await defineField(app, 'EVENT', { ...text, kind: 'NUMBER' });
    expect(await shownOf(id)).toEqual([]);
    await deleteField(app, 'EVENT', 'mood');
    await defineField(app, 'EVENT', text);
    expect(await shownOf(id)).toEqual({ mood: { label: 'Mood', value: 'Merry' } });
  });

  test('is seen by answers that were kept', async () => {
    const key = 'kept';
    await defineField(app, 'EVENT', { key, kind: 'TEXT', label: { en: 'Before' } });
    const { id } = await made(app, 'events', { kept: 'x' });
    for (const _ of [1, 2, 3]) expect((await shownOf(id)).kept.label).toBe('Before');
    await run(CHANGE, { of: 'EVENT', key, label: { en: 'After' } });
    expect((await shownOf(id)).kept.label).toBe('After');
  });

  describe('beside what is put there by hand', () => {
    let known: StoredFields;
    const put = async (fields: object[]) => {
      await app.store.put('custom_fields', [{ ...known, fields }]);
      await app.tellAll();
    };
    beforeAll(async () => {
      known = (await app.store.byIds<StoredFields>('custom_fields', ['event']))[0]!;
    });
    afterEach(() => put([...known.fields]));

    test('is one of 64 of a kind at the most', async () => {
      await put(upTo(63).map((at) => ({ ...known.fields[0], key: `field_${at}` })));
      expect(await codesOf(DEFINE, { ...NEW, key: 'the_last' })).toEqual([]);
      expect(await codesOf(DEFINE, { ...NEW, key: 'one_more' })).toEqual([['of', 'TOO_MANY_ITEMS']]);
      expect(await codesOf(DEFINE, { ...NEW, of: 'VENUE', key: 'one_more' })).toEqual([]);
    });

    test('that was damaged is named by check-data and not shown, and the others are', async () => {
      const { id } = await made(app, 'events', { colour: 'Red', size: 5 });
      await put(known.fields.map((field) => (field.key === 'size' ? { ...field, kind: 'colour' } : field)));
      expect(await shownOf(id)).toEqual({ colour: { label: 'Colour', value: 'Red' } });
      expect(await run(DEFINE, { ...NEW, key: 'more_of_it' })).toBe('DAMAGED_RECORD');
      const lines: string[] = [];
      expect(await findDamaged(app.store, { repair: false, found: (line) => void lines.push(line) })).toEqual({
        damaged: 1,
        repaired: 0,
      });
      expect(lines).toEqual([expect.stringMatching(/^custom_fields event: damaged, fields is /)]);
    });
  });
});
