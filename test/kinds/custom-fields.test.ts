import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CustomField, type Customized, customIn } from '../../src/domain/fields/custom-fields.ts';
import { readCustom } from '../../src/domain/fields/custom-inputs.ts';
import { capitalized } from '../../src/domain/text.ts';
import { customAfter } from '../../src/kinds/custom-fields/values.ts';
import { EVENT_LINKS } from '../../src/kinds/event-links.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { defineField, defineFields, FIELDS, OWNERS } from '../support/custom-fields.ts';
import { NAME, ONE, type Plural, post as postAny } from '../support/making.ts';
import { invalid, outcomeOf } from '../support/outcome.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await defineFields(app);
});
afterAll(() => app.close());

const OF = ['events', ...EVENT_LINKS.map(({ inEvents }) => inEvents)] as const;
type Root = (typeof OF)[number];

let count = 0;

/** Sends a new record under a name of its own: another of the same name would be written into. */
function post(app: TestApp, plural: Plural, fields: object, as: Caller = 'administrator') {
  count += 1;
  return postAny(app, plural, { [NAME[plural]]: `Record ${count}`, ...fields }, as);
}

async function made(app: TestApp, plural: Plural, fields: object = {}, as: Caller = 'administrator') {
  const { status, body } = await post(app, plural, fields, as);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const labelOf = (key: string): string => {
  const { en, es } = FIELDS.find((field) => field.key === key)!.label;
  return (en ?? es)!;
};

/** What bodies show of these values. */
const shown = (values: Record<string, string>): object =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { label: labelOf(key), value }]));

const read = async (plural: Root, id: number, query = '') => (await app.rest('GET', `/${plural}/${id}${query}`)).body;
const update = (plural: Root, id: number, json: object, query = '') =>
  app.rest('PATCH', `/${plural}/${id}${query}`, { as: 'administrator', json });

const asGraphql = async (plural: Root, id: number, selection: string) => {
  const query = `query ($id: ID!) { it: ${ONE[plural]}(ref: { databaseId: $id }) { ${selection} } }`;
  return (await app.graphql(query, { id })).body.data.it;
};

const DEFINED = new Map(
  FIELDS.map((field) => [field.key, { ...field, kind: field.kind.toLowerCase() } as object as CustomField]),
);
const BLANK: Customized = { text: {}, original: 'en' };

/** What a new record shows for a value that is sent beside the parameters, or why it is refused. */
function kept(key: string, wire: unknown): unknown {
  const reading = readCustom(wire);
  if ('fault' in reading) return reading.fault.code;
  const sent = [{ key, value: reading.value! }];
  const ctx = { language: 'en', now: 0, zone: 'UTC' } as const;
  const { record, problems } = customAfter(BLANK, { sent, fields: DEFINED }, ctx);
  return problems[0]?.code ?? customIn(record, DEFINED.get(key)!, 'en');
}

test.each([
  ['a text with tags', 'colour', 'a <b>bold</b> & plain\r\ntext', 'a bold & plain\ntext'],
  ['0 as a text', 'colour', '0', '0'],
  ['a long text', 'colour', 'x'.repeat(10_000), 'x'.repeat(10_000)],
  ['a number as text', 'size', '1e3', 1000],
  ['a number below 0', 'size', -0.5, -0.5],
  ['1 as true', 'covered', 1, true],
  ['capitals as false', 'covered', 'FALSE', false],
  ['a leap day', 'opened', ' 2020-02-29 ', '2020-02-29'],
  ['an address', 'more', 'https://a.example/?a=1&copy=2', 'https://a.example/?a=1&copy=2'],
  ['a value beside its label', 'age', { label: 'Any', value: '6+' }, '6+'],
  ['a longer text', 'colour', 'x'.repeat(10_001), 'too_long'],
  ['a list', 'colour', ['Red'], 'invalid_type'],
  ['a sign that no text has', 'colour', 'a\u0000b', 'invalid_text'],
  ['a word for a number', 'size', 'large', 'invalid_type'],
  ['a comma', 'size', '1,5', 'invalid_type'],
  ['a word for a switch', 'covered', 'maybe', 'invalid_type'],
  ['a day that is not there', 'opened', '2021-02-29', 'invalid_date'],
  ['a word for a day', 'opened', 'tomorrow', 'invalid_date'],
  ['an address without a scheme', 'more', 'a.example', 'invalid_url'],
  ['a script', 'more', 'javascript:alert(1)', 'invalid_url'],
  ['another choice', 'age', '7+', 'not_in_enum'],
  ['an object', 'age', { value: { a: 1 } }, 'invalid_type'],
])('%s is kept or refused', (_, key, sent, expected) => {
  expect(kept(key, sent)).toEqual(expected);
});

describe.each(OF)('a record of %s', (plural) => {
  const none = { events: [] }[plural as string];
  const selection = 'customFields { key kind value number boolean date url textLanguage }';

  test('without values shows as little as it did', async () => {
    const body = await made(app, plural);
    expect(body.custom_fields).toEqual(none);
    expect(await asGraphql(plural, body.id, selection)).toEqual({ customFields: [] });
  });

  test('takes values inside of custom_fields and beside the parameters, and shows all in their order', async () => {
    const custom_fields = { age: { label: 'Whatever', value: '6+' }, colour: 'Red', opened: '1999-12-31' };
    const beside = { size: 2.5, covered: false, more: 'https://a.example/' };
    const { id, ...body } = await made(app, plural, { custom_fields, ...beside });
    const values = { colour: 'Red', size: '2.5', covered: 'false', opened: '1999-12-31', more: beside.more, age: '6+' };
    expect(body.custom_fields).toEqual(shown(values));
    expect(Object.keys(body.custom_fields)).toEqual(Object.keys(values));
    expect((await read(plural, id)).custom_fields).toEqual(shown(values));
    const nothing = { number: null, boolean: null, date: null, url: null, textLanguage: null };
    expect((await asGraphql(plural, id, selection)).customFields).toEqual([
      { ...nothing, key: 'colour', kind: 'TEXT', value: 'Red', textLanguage: 'EN' },
      { ...nothing, key: 'size', kind: 'NUMBER', value: '2.5', number: 2.5 },
      { ...nothing, key: 'covered', kind: 'BOOLEAN', value: 'false', boolean: false },
      { ...nothing, key: 'opened', kind: 'DATE', value: '1999-12-31', date: '1999-12-31' },
      { ...nothing, key: 'more', kind: 'URL', value: beside.more, url: beside.more },
      { ...nothing, key: 'age', kind: 'CHOICE', value: '6+' },
    ]);
  });

  test('is refused each value that is wrong by the name under which it was sent, and is not made', async () => {
    const before = await app.store.count(plural, {});
    const answer = await post(app, plural, { size: 'x', custom_fields: { age: '7+', nowhere: 1 } });
    expect(outcomeOf(answer)).toEqual(invalid('custom_fields', 'size'));
    const { params, details } = answer.body.data;
    expect(params).toEqual({
      size: 'Must be a number.',
      custom_fields: 'age: Must be one of 6+, 12+. nowhere: There is no custom field with this key.',
    });
    expect(details.custom_fields.code).toBe('rest_not_in_enum');
    expect(await app.store.count(plural, {})).toBe(before);
    // Beside the parameters, what is not known is ignored.
    expect((await made(app, plural, { nowhere: 1, _ecp_custom_7: 'x' })).custom_fields).toEqual(none);
  });

  test('is found by what it has, in any language, and by all that is asked for', async () => {
    const { id } = await made(app, plural, { colour: 'Only this', size: 7.25 });
    await update(plural, id, { colour: '이것만' }, '?multilang_language=ko');
    const Root = capitalized(ONE[plural]);
    const query = `query ($where: ${Root}Where) { it: ${plural}(where: $where) { nodes { databaseId } } }`;
    const found = async (...customFields: [key: string, value: string][]) => {
      const where = { customFields: customFields.map(([key, value]) => ({ key, value })) };
      const { body } = await app.graphql(query, { where });
      return (
        body.errors?.[0].extensions.problems ??
        body.data.it.nodes.map((node: { databaseId: number }) => node.databaseId)
      );
    };
    expect(await found(['colour', 'Only this'])).toEqual([id]);
    expect(await found(['colour', '이것만'], ['size', '7.250'])).toEqual([id]);
    expect(await found(['colour', 'Only this'], ['size', '7'])).toEqual([]);
    expect(await found(['colour', 'only this'])).toEqual([]);
    expect(await found(['nowhere', 'x'])).toMatchObject([{ field: 'customFields', code: 'unknown', at: [0, 'key'] }]);
    expect(await found(['size', 'large'])).toMatchObject([{ code: 'invalid_type' }]);
    expect(await found(['colour', 'x'.repeat(201)])).toMatchObject([{ code: 'too_long' }]);
  });
});

test('an organizer keeps what is not sent, and loses what is sent as null or empty', async () => {
  const { id } = await made(app, 'organizers', { colour: 'Red', size: 1, age: '6+' });
  const after = async (json: object) => (await update('organizers', id, json)).body.custom_fields;
  const all = shown({ colour: 'Red', size: '1', age: '6+' });
  for (const said of [[], null, {}]) expect(await after({ custom_fields: said })).toEqual(all);
  expect(await after({ description: 'X' })).toEqual(all);
  expect(await after({ size: null })).toEqual(shown({ colour: 'Red', age: '6+' }));
  expect(await after({ colour: '', custom_fields: { age: null } })).toBe(undefined);
});

test('a venue has texts in each language, and all else once', async () => {
  const { id } = await made(app, 'venues', { colour: 'Red', size: 1 });
  const fieldsIn = async (language: string) =>
    (await read('venues', id, `?multilang_language=${language}`)).custom_fields;
  await update('venues', id, { colour: '빨강', size: 2 }, '?multilang_language=ko');
  expect(await fieldsIn('ko')).toEqual({ colour: { label: '색', value: '빨강' }, size: { label: '크기', value: '2' } });
  expect(await fieldsIn('es')).toEqual({
    colour: { label: 'Color', value: 'Red' },
    size: { label: 'Size', value: '2' },
  });
  const selection =
    'ko: customField(key: "colour", language: KO) { value label } es: customFields(language: ES) { value }';
  expect(await asGraphql('venues', id, selection)).toEqual({
    ko: { value: '빨강', label: '색' },
    es: [{ value: 'Red' }, { value: '2' }],
  });
  // An empty text is said as well: the original does not shine through.
  await update('venues', id, { colour: '' }, '?multilang_language=ko');
  expect(await fieldsIn('ko')).not.toHaveProperty('colour');
  expect(await fieldsIn('en')).toHaveProperty('colour');
});

test('an event that is sent back as it was read in another language changes nothing', async () => {
  const { id } = await made(app, 'events', { colour: 'Red', size: 1 });
  const ko = '?multilang_language=ko';
  await update('events', id, await read('events', id, ko), ko);
  await update('events', id, { colour: 'Green' });
  expect((await read('events', id, ko)).custom_fields.colour.value).toBe('Green');
});

test('an event loses the texts of a language with its translation', async () => {
  const { id } = await made(app, 'events', { colour: 'Red' });
  await update('events', id, { colour: '빨강' }, '?multilang_language=ko');
  const query =
    'mutation ($input: DeleteEventTranslationInput!) { deleteEventTranslation(input: $input) { userErrors { code } } }';
  await app.graphql(query, { input: { ref: { databaseId: id }, language: 'KO' } }, { as: 'administrator' });
  expect((await read('events', id, '?multilang_language=ko')).custom_fields.colour.value).toBe('Red');
});

test.each([
  ['custom_fields[colour]=Red&custom_fields[size]=2'],
  ['custom_fields[colour][value]=Red&custom_fields[colour][label]=x&size=2'],
])('a form says %s', async (fields) => {
  const body = new URLSearchParams(`title=X&start_date=2026-12-01&end_date=2026-12-01&${fields}`);
  const { body: event } = await app.rest('POST', '/events', { as: 'administrator', body });
  expect(event.custom_fields).toEqual(shown({ colour: 'Red', size: '2' }));
});

test('a venue that is made with an event has its fields, and is refused by the name of the event’s field', async () => {
  const { venue } = await made(app, 'events', { venue: { venue: 'Covered', custom_fields: { covered: true } } });
  expect(venue.custom_fields).toEqual(shown({ covered: 'true' }));
  const answer = await post(app, 'events', { venue: { venue: 'Bad', custom_fields: { size: 'large' } } });
  expect(outcomeOf(answer)).toEqual(invalid('venue'));
});

test('each kind of record has its own fields', async () => {
  expect(OWNERS).toHaveLength(OF.length);
  await defineField(app, 'VENUE', { key: 'only_here', kind: 'TEXT', label: { en: 'Here' } });
  expect((await made(app, 'events', { only_here: 'x' })).custom_fields).toEqual([]);
  expect((await made(app, 'venues', { venue: 'Own', only_here: 'x' })).custom_fields).toMatchObject({
    only_here: { value: 'x' },
  });
});
