import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { defineField, defineFields, FIELDS, OWNERS } from '../support/custom-fields.ts';
import { type Plural, post as postAny } from '../support/making.ts';
import { invalid, outcomeOf } from '../support/outcome.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
  await defineFields(app);
});
afterAll(() => app.close());

const ROOTS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;
type Root = keyof typeof ROOTS & Plural;
const PLURALS = Object.keys(ROOTS) as Root[];

let count = 0;

/** Sends a new record under a name of its own: another of the same name would be written into. */
function post(app: TestApp, plural: Plural, fields: object, as: Caller = 'administrator') {
  count += 1;
  const names = { venues: { venue: `Venue ${count}` }, organizers: { organizer: `Organizer ${count}` } };
  return postAny(app, plural, { ...names[plural as 'venues'], ...fields }, as);
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
  const query = `query ($id: ID!) { it: ${ROOTS[plural]}(ref: { databaseId: $id }) { ${selection} } }`;
  return (await app.graphql(query, { id })).body.data.it;
};

describe.each(PLURALS)('a record of %s', (plural) => {
  const none = { events: [], venues: undefined, organizers: undefined }[plural];

  test('without values shows as little as it did', async () => {
    const body = await made(app, plural);
    expect(body.custom_fields).toEqual(none);
    expect(await asGraphql(plural, body.id, 'customFields { key } customField(key: "colour") { key }')).toEqual({
      customFields: [],
      customField: null,
    });
  });

  test('takes values inside of custom_fields and beside the parameters, as they are shown too, and shows them in their order', async () => {
    const custom_fields = { age: { label: 'Whatever', value: '12+' }, colour: 'Red' };
    const { id, ...body } = await made(app, plural, { custom_fields, size: 2.5, covered: true });
    const values = shown({ colour: 'Red', size: '2.5', covered: 'true', age: '12+' });
    expect(body.custom_fields).toEqual(values);
    expect(Object.keys(body.custom_fields)).toEqual(['colour', 'size', 'covered', 'age']);
    expect((await read(plural, id)).custom_fields).toEqual(values);
  });

  test('gives typed values in GraphQL', async () => {
    const values = {
      colour: 'Red',
      size: 2.5,
      covered: 'false',
      opened: '1999-12-31',
      more: 'https://a.example/',
      age: '6+',
    };
    const { id } = await made(app, plural, { custom_fields: values });
    const nothing = { number: null, boolean: null, date: null, url: null, textLanguage: null };
    const selection = 'customFields { key kind value number boolean date url textLanguage }';
    expect((await asGraphql(plural, id, selection)).customFields).toEqual([
      { ...nothing, key: 'colour', kind: 'TEXT', value: 'Red', textLanguage: 'EN' },
      { ...nothing, key: 'size', kind: 'NUMBER', value: '2.5', number: 2.5 },
      { ...nothing, key: 'covered', kind: 'BOOLEAN', value: 'false', boolean: false },
      { ...nothing, key: 'opened', kind: 'DATE', value: '1999-12-31', date: '1999-12-31' },
      { ...nothing, key: 'more', kind: 'URL', value: 'https://a.example/', url: 'https://a.example/' },
      { ...nothing, key: 'age', kind: 'CHOICE', value: '6+' },
    ]);
  });

  test('keeps what is not sent, and loses what is sent as null or empty', async () => {
    const { id } = await made(app, plural, { colour: 'Red', size: 1, age: '6+' });
    for (const json of [
      {},
      { custom_fields: [] },
      { custom_fields: null },
      { custom_fields: {} },
      { description: 'X' },
    ])
      expect((await update(plural, id, json)).body.custom_fields).toEqual(
        shown({ colour: 'Red', size: '1', age: '6+' }),
      );
    expect((await update(plural, id, { size: null })).body.custom_fields).toEqual(shown({ colour: 'Red', age: '6+' }));
    expect((await update(plural, id, { colour: '', custom_fields: { age: null } })).body.custom_fields).toEqual(none);
  });

  test('has texts in each language, and all else once', async () => {
    const { id } = await made(app, plural, { colour: 'Red', size: 1 });
    await update(plural, id, { colour: '빨강', size: 2 }, '?multilang_language=ko');
    const [ko, es] = await Promise.all(['ko', 'es'].map((each) => read(plural, id, `?multilang_language=${each}`)));
    expect(ko.custom_fields).toEqual({ colour: { label: '색', value: '빨강' }, size: { label: '크기', value: '2' } });
    expect(es.custom_fields).toEqual({ colour: { label: 'Color', value: 'Red' }, size: { label: 'Size', value: '2' } });
    const selection =
      'ko: customField(key: "colour", language: KO) { value label } es: customFields(language: ES) { value }';
    expect(await asGraphql(plural, id, selection)).toEqual({
      ko: { value: '빨강', label: '색' },
      es: [{ value: 'Red' }, { value: '2' }],
    });
    // An empty text is said as well: the original does not shine through.
    await update(plural, id, { colour: '' }, '?multilang_language=ko');
    expect((await read(plural, id, '?multilang_language=ko')).custom_fields).not.toHaveProperty('colour');
    expect((await read(plural, id)).custom_fields).toHaveProperty('colour');
  });

  test('can be sent back as it was read in another language, and changes nothing', async () => {
    const { id } = await made(app, plural, { colour: 'Red', size: 1 });
    const body = await read(plural, id, '?multilang_language=ko');
    await update(plural, id, body, '?multilang_language=ko');
    await update(plural, id, { colour: 'Green' });
    expect((await read(plural, id, '?multilang_language=ko')).custom_fields.colour.value).toBe('Green');
  });

  test.each([
    ['colour', 'a <b>bold</b> & plain\r\ntext', 'a bold & plain\ntext'],
    ['colour', '0', '0'],
    ['colour', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['size', '1e3', '1000'],
    ['size', -0.5, '-0.5'],
    ['covered', 1, 'true'],
    ['covered', 'FALSE', 'false'],
    ['opened', ' 2020-02-29 ', '2020-02-29'],
    ['more', 'https://a.example/?a=1&copy=2', 'https://a.example/?a=1&copy=2'],
  ])('takes %s as %j', async (key, sent, value) => {
    const { custom_fields } = await made(app, plural, { [key]: sent });
    expect(custom_fields[key].value).toBe(value);
  });

  test.each([
    ['colour', 'x'.repeat(10_001)],
    ['colour', ['Red']],
    ['colour', 'a\u0000b'],
    ['size', 'large'],
    ['size', '1,5'],
    ['covered', 'maybe'],
    ['opened', '2021-02-29'],
    ['opened', 'tomorrow'],
    ['more', 'a.example'],
    ['more', 'javascript:alert(1)'],
    ['age', '7+'],
    ['age', { value: { a: 1 } }],
  ])('refuses %s as %j by the name under which it was sent, and makes nothing', async (key, value) => {
    const all = { total: await app.store.count(plural, {}) };
    expect(outcomeOf(await post(app, plural, { [key]: value }))).toEqual(invalid(key));
    expect(outcomeOf(await post(app, plural, { custom_fields: { [key]: value } }))).toEqual(invalid('custom_fields'));
    expect(await app.store.count(plural, {})).toBe(all.total);
  });

  test('refuses a key that there is not inside of custom_fields, and ignores it beside the parameters', async () => {
    expect(outcomeOf(await post(app, plural, { custom_fields: { nowhere: 1 } }))).toEqual(invalid('custom_fields'));
    expect((await made(app, plural, { nowhere: 1, _ecp_custom_7: 'x' })).custom_fields).toEqual(none);
  });

  test('of several that are wrong each is named', async () => {
    const { body } = await post(app, plural, { size: 'x', custom_fields: { age: '7+', nowhere: 1 } });
    expect(body.data.params).toEqual({
      size: 'Must be a number.',
      custom_fields: 'age: Must be one of 6+, 12+. nowhere: There is no custom field with this key.',
    });
  });

  test('of several that are wrong inside of custom_fields the first gives the code, and all are named', async () => {
    const { body } = await post(app, plural, { custom_fields: { nowhere: 'x', size: 'large' } });
    expect(body.data.details.custom_fields.code).toBe('unknown');
    expect(body.data.params.custom_fields).toMatch(/^nowhere: .+ size: /);
  });

  test('is found by what it has, in any language, and by all that is asked for', async () => {
    const { id } = await made(app, plural, { colour: 'Only this', size: 7.25 });
    await update(plural, id, { colour: '이것만' }, '?multilang_language=ko');
    const found = async (...customFields: [key: string, value: string][]) => {
      const where = { customFields: customFields.map(([key, value]) => ({ key, value })) };
      const Root = { events: 'Event', venues: 'Venue', organizers: 'Organizer' }[plural];
      const { body } = await app.graphql(
        `query ($where: ${Root}Where) { ${plural}(where: $where) { nodes { databaseId } } }`,
        { where },
      );
      return (
        body.errors?.[0].extensions.problems ??
        body.data[plural].nodes.map((node: { databaseId: number }) => node.databaseId)
      );
    };
    expect(await found(['colour', 'Only this'])).toEqual([id]);
    expect(await found(['colour', '이것만'], ['size', '7.250'])).toEqual([id]);
    expect(await found(['colour', 'Only this'], ['size', '7'])).toEqual([]);
    expect(await found(['colour', 'only this'])).toEqual([]);
    expect(await found(['nowhere', 'x'])).toMatchObject([{ field: 'customFields', code: 'unknown', at: [0, 'value'] }]);
    expect(await found(['size', 'large'])).toMatchObject([{ code: 'invalid_type' }]);
    expect(await found(['colour', 'x'.repeat(201)])).toMatchObject([{ code: 'too_long' }]);
  });

  test('loses the texts of a language with its translation', async () => {
    const { id } = await made(app, plural, { colour: 'Red' });
    await update(plural, id, { colour: '빨강' }, '?multilang_language=ko');
    const Root = ROOTS[plural].replace(/^./, (first) => first.toUpperCase());
    const query = `mutation ($input: Delete${Root}TranslationInput!) { delete${Root}Translation(input: $input) { userErrors { code } } }`;
    await app.graphql(query, { input: { ref: { databaseId: id }, language: 'KO' } }, { as: 'administrator' });
    expect((await read(plural, id, '?multilang_language=ko')).custom_fields.colour.value).toBe('Red');
  });
});

describe('a form', () => {
  test.each([
    ['custom_fields[colour]=Red&custom_fields[size]=2'],
    ['colour=Red&size=2'],
    ['custom_fields[colour][value]=Red&custom_fields[colour][label]=x&size=2'],
  ])('says %s', async (fields) => {
    const body = new URLSearchParams(`title=X&start_date=2026-12-01&end_date=2026-12-01&${fields}`);
    const { body: event } = await app.rest('POST', '/events', { as: 'administrator', body });
    expect(event.custom_fields).toEqual(shown({ colour: 'Red', size: '2' }));
  });
});

describe('a venue that is made with an event', () => {
  test('has its custom fields, which the event shows', async () => {
    const { venue } = await made(app, 'events', { venue: { venue: 'Covered', custom_fields: { covered: true } } });
    expect(venue.custom_fields).toEqual(shown({ covered: 'true' }));
  });

  test('is refused by the name of the event’s field where one of them does not fit', async () => {
    const answer = await post(app, 'events', { venue: { venue: 'Bad', custom_fields: { size: 'large' } } });
    expect(outcomeOf(answer)).toEqual(invalid('venue'));
  });
});

test('each kind of record has its own fields', async () => {
  expect(OWNERS).toHaveLength(PLURALS.length);
  await defineField(app, 'VENUE', { key: 'only_here', kind: 'TEXT', label: { en: 'Here' } });
  expect((await made(app, 'events', { only_here: 'x' })).custom_fields).toEqual([]);
  expect((await made(app, 'venues', { venue: 'Own', only_here: 'x' })).custom_fields).toMatchObject({
    only_here: { value: 'x' },
  });
});
