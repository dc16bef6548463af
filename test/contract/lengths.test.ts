import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formsOf } from '../../src/api/rest/request.ts';
import { ROUTES } from '../../src/api/rest/table.ts';
import { wireProblemCode } from '../../src/domain/errors.ts';
import { coerce, fromObject } from '../../src/domain/fields/coerce.ts';
import { examine, type Form, type Sent } from '../../src/domain/fields/examine.ts';
import { INPUT_LIMITS } from '../../src/domain/fields/limits.ts';
import type { FieldTable } from '../../src/domain/fields/table.ts';
import { signsIn } from '../../src/domain/html.ts';
import { imagePatch } from '../../src/kinds/image/fields.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { KINDS, kindOf } from '../support/parity/kinds.ts';

// The rule is tested with every field of every table, without an app; each API with one field for each kind of limit.

type Field = FieldTable[string];

/** Values of a field in REST: at a limit, and one past it. */
interface Sample {
  what: string;
  /** Why the value past the limit is refused. */
  code: 'too_long' | 'too_many_items';
  rest(past: 0 | 1): unknown;
}

/** A text of so many characters: an address if the limit is that of addresses. Others have two units and four bytes each. */
const ofCharacters = (count: number): string =>
  count >= INPUT_LIMITS.url.characters ? 'https://a.example/'.padEnd(count, 'x') : '😀'.repeat(count);

const ofBytes = (count: number): string => '한'.padEnd(count - 2, 'x');

const times = (count: number, value: unknown): unknown[] => Array(count).fill(value);

const longest = ({ characters, bytes }: Field['kind']['limit'], past: 0 | 1): string =>
  bytes === undefined ? ofCharacters(characters! + past) : ofBytes(bytes + past);

/** What a new record of a table must have. */
const whole = (table: FieldTable, name: 'key' | 'wire'): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { required }]) => required)
      .map(([key, { wire }]) => [{ key, wire }[name], /date/i.test(key) ? '2027-01-01' : 'x']),
  );

/** One value of a list. */
const itemOf = ({ type }: Field['kind']): unknown => (type === 'String' ? 'x' : ((Object(type).words ?? [])[0] ?? 1));

/** The samples of the limits of a field, made from its declaration alone. */
function samplesOf({ kind, inline }: Field): Sample[] {
  const { characters, bytes, signs, values, inline: fresh } = kind.limit;
  const isCustom = /^CustomField/.test(Object(kind.type).input);
  const custom = (count: number) => Object.fromEntries([...Array(count).keys()].map((at) => [`field_${at}`, 'x']));
  const many: Sample = {
    what: `${values} values`,
    code: 'too_many_items',
    rest: (past) => (isCustom ? custom(values! + past) : times(values! + past, itemOf(kind))),
  };
  const made: Sample = {
    what: `${fresh} new records`,
    code: 'too_many_items',
    rest: (past) => times(fresh! + past, whole(inline!, 'wire')),
  };
  const long: Sample = {
    what: `${characters ?? bytes} of text`,
    code: 'too_long',
    rest: (past) => (kind.list ? [longest(kind.limit, past)] : longest(kind.limit, past)),
  };
  const tangled: Sample = {
    what: `${signs} signs of HTML`,
    code: 'too_long',
    rest: (past) => 'x<b>'.repeat(signs! / 2) + '\n'.repeat(past),
  };
  return [
    ...(signs === undefined ? [] : [tangled]),
    ...(values === undefined ? [] : [many]),
    ...(inline && fresh ? [made] : []),
    ...((characters ?? bytes) ? [long] : []),
  ];
}

const rowsOf = (forms: readonly (readonly [FieldTable, Form['use']])[]) =>
  [...new Map(forms)].flatMap(([table, use]) =>
    Object.entries(table).map(([key, field]) => ({ table, use, key, field, name: `${use} ${field.wire}` })),
  );

type Row = ReturnType<typeof rowsOf>[number];

/** Everything that each API takes, once for each table. */
const TAKEN_BY_REST = rowsOf(ROUTES.flatMap(formsOf).map(({ table, use }) => [table, use]));
const TAKEN_BY_GRAPHQL = rowsOf([
  ...KINDS.flatMap(({ fields, where }) => [[fields, 'create'] as const, [where, 'filter'] as const]),
  [imagePatch, 'patch'],
]);

const AT = { now: 0, zone: 'UTC' };

const codesOf = ({ table, use, key }: Row, sent: Sent) =>
  examine({ table, use }, sent, AT)
    .problems.filter(({ field }) => field === key)
    .map(({ code }) => code);

/** Plain texts: what is not too long has nothing else that could be wrong. */
const isPlain = ({ kind, stored }: Field): boolean =>
  stored !== undefined && kind.type === 'String' && kind.limit !== INPUT_LIMITS.url;

describe('the rule', () => {
  test('takes from REST what is at the limit of a field, and refuses one more', () => {
    const samples = TAKEN_BY_REST.flatMap((row) => samplesOf(row.field).map((sample) => ({ row, sample })));
    const told = samples.map(({ row, sample }) => {
      const [at, past] = ([0, 1] as const).map((more) =>
        codesOf(row, coerce(row.table, fromObject({ [row.field.wire]: sample.rest(more) }))),
      ) as [string[], string[]];
      const wrong = isPlain(row.field) ? at.filter((code) => code !== 'invalid_email') : [];
      return { name: `${row.name}, ${sample.what}`, past, taken: !at.includes(sample.code), wrong };
    });
    expect(told.length).toBeGreaterThan(200);
    expect(told).toEqual(
      samples.map(({ sample }, index) => ({ name: told[index]!.name, past: [sample.code], taken: true, wrong: [] })),
    );
  });

  test('takes from GraphQL a text at the limit of a field, and refuses one more', () => {
    const texts = TAKEN_BY_GRAPHQL.filter(({ field: { kind } }) => kind.type === 'String' && !kind.list);
    const told = (past: 0 | 1) =>
      texts.map((row) => codesOf(row, { values: { [row.key]: longest(row.field.kind.limit, past) } }));
    expect(texts.length).toBeGreaterThan(50);
    expect(told(1)).toEqual(texts.map(() => ['too_long']));
    expect(told(0).flat()).not.toContain('too_long');
  });

  const inside = KINDS.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([at, { wire, inline = {} }]) =>
      Object.entries(inline).flatMap(([key, field]) =>
        samplesOf(field).map((sample) => ({ table: fields, at, wire, inline, key, field, sample })),
      ),
    ),
  );

  test.each([0, 1] as const)('holds in the records inside of an event: past the limit by %i', (past) => {
    const told = inside.map(({ table, wire, inline, key, field, sample }) => {
      const record = { ...whole(inline, 'wire'), [field.wire]: sample.rest(past) };
      const { problems } = examine({ table, use: 'patch' }, coerce(table, fromObject({ [wire]: record })), AT);
      const codes = problems.flatMap((problem) => problem.inside ?? []).filter((problem) => problem.field === key);
      return [`${wire}.${key}`, codes.some(({ code }) => code === sample.code)];
    });
    expect(told.length).toBeGreaterThan(25);
    expect(told).toEqual(inside.map(({ wire, key }) => [`${wire}.${key}`, past === 1]));
  });
});

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

// Nobody asks: what is refused is refused before rights, and what is not comes to "who are you", or to an empty list.

const EVENT = kindOf('event').fields;

/** A value of an event for each kind of limit of values, at it or past it. */
const valuesOf = (past: 0 | 1) => ({
  title: ofCharacters(1000 + past),
  description: ofBytes(500_000 + past),
  cost: ofCharacters(200 + past),
  website: ofCharacters(2000 + past),
  customFields: samplesOf(EVENT.customFields!)[0]!.rest(past),
});

const pairsOf = (fields: object, within = ''): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const at = within ? `${within}[${name}]` : name;
    return typeof value === 'object' ? pairsOf(value, at) : [[at, String(value)]];
  });

const BODIES = {
  JSON: (fields: object) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }),
  form: (fields: object) => ({ body: new URLSearchParams(pairsOf(fields)) }),
  multipart: (fields: object) => {
    const body = new FormData();
    for (const [name, value] of pairsOf(fields)) body.append(name, value);
    return { body };
  },
};

test.each(Object.entries(BODIES))('REST refuses in %s what is past each kind of limit', async (_, bodyOf) => {
  const codes = async (past: 0 | 1) => {
    const fields = Object.entries(valuesOf(past)).map(([key, value]) => [EVENT[key]!.wire, value]);
    const [tags, venue] = [times(200 + past, 'x'), times(50 + past, { venue: 'x', phone: '1' })];
    const organizer = { organizer: 'x', phone: 'x'.repeat(1000 + past) };
    const sent = { ...whole(EVENT, 'wire'), ...Object.fromEntries(fields), tags, venue, organizer };
    const { status, body } = await app.rest('POST', '/events', bodyOf(sent));
    return [
      status,
      ...Object.entries<{ code: string }>(body.data.details ?? {}).map(([name, { code }]) => `${name} ${code}`),
    ];
  };
  const [long, many] = [wireProblemCode('too_long'), wireProblemCode('too_many_items')];
  const texts = ['title', 'description', 'cost', 'website', 'organizer'].map((name) => `${name} ${long}`);
  const lists = ['custom_fields', 'tags', 'venue'].map((name) => `${name} ${many}`);
  expect((await codes(1)).sort()).toEqual([400, ...texts, ...lists].sort());
  expect(await codes(0)).toEqual([401]);
});

test('REST refuses in a query what is past each kind of limit', async () => {
  const codes = async (past: 0 | 1) => {
    const query = { search: 'x'.repeat(200 + past), include: times(200 + past, 1) };
    const { status, body } = await app.rest('GET', `/events?${new URLSearchParams(pairsOf(query))}`);
    return [status, ...Object.values<{ code: string }>(body.data?.details ?? {}).map(({ code }) => code)];
  };
  expect((await codes(1)).sort()).toEqual([400, 'rest_too_long', 'rest_too_many_items']);
  expect(await codes(0)).toEqual([200]);
});

type Values = Record<string, unknown>;

/** What is wrong with values: where it stands in the input, or the name of the field, with codes. */
async function graphqlProblems(query: string, value: Values): Promise<string[]> {
  const { body, text } = await app.graphql(query, { value });
  expect(text).not.toContain('BAD_USER_INPUT');
  const errors: { path: string[]; code: string }[] = body.data?.it?.userErrors ?? [];
  const problems: { field: string; code: string }[] = body.errors?.[0].extensions.problems ?? [];
  return [
    ...errors.map(({ path, code }) => `${path.slice(1).join('.')} ${code}`),
    ...problems.map(({ field, code }) => `${field} ${code}`),
  ].sort();
}

const CREATE = 'mutation ($value: CreateEventInput!) { it: createEvent(input: $value) { userErrors { path code } } }';
const LIST = 'query ($value: EventWhere) { it: eventPage(where: $value) { total } }';
const IMAGE = 'mutation ($value: UpdateImageInput!) { it: updateImage(input: $value) { userErrors { path code } } }';

const customOf = (values: object) => Object.entries(values).map(([key, value]) => ({ key, value }));

const event = (past: 0 | 1): Values => {
  const { customFields, ...texts } = valuesOf(past);
  return {
    ...whole(EVENT, 'key'),
    ...texts,
    customFields: customOf(customFields as object),
    venues: { set: times(50 + past, { create: { name: 'x' } }) },
    organizers: { create: [{ name: 'x', phone: 'x'.repeat(1000 + past) }] },
    tags: { set: [{ upsert: { name: ofCharacters(200 + past) } }] },
  };
};
const list = (past: 0 | 1): Values => ({ search: 'x'.repeat(200 + past), city: 'x'.repeat(1000 + past) });
const ids = (past: 0 | 1): Values => ({ in: times(200 + past, 1) });
const dates = (past: 0 | 1): Values => ({
  ...whole(EVENT, 'key'),
  recurrence: { rdates: times(500 + past, '2037-03-06') },
});
const image = (past: 0 | 1): Values => ({ ref: { databaseId: 1 }, alternativeText: 'x'.repeat(1000 + past) });

const TOO_LONG = ['cost', 'description', 'organizers.create.0.phone', 'tags.set.0.upsert', 'title', 'website'];

// A list of more than 500 is refused by its nearest name.
test.each([
  [
    'an event',
    CREATE,
    event,
    [
      ...TOO_LONG.map((at) => `${at} TOO_LONG`),
      ...['customFields', 'venues'].map((at) => `${at} TOO_MANY_ITEMS`),
    ].sort(),
  ],
  ['a list', LIST, list, ['city too_long', 'search too_long']],
  ['the dates of a series', CREATE, dates, ['rdates too_many_items']],
  ['the ids of a list', LIST, ids, ['in too_many_items']],
  ['an image', IMAGE, image, ['alternativeText TOO_LONG']],
])('GraphQL refuses what is past each kind of limit in %s', async (_, query, of, problems) => {
  expect(await graphqlProblems(query, of(1))).toEqual(problems);
  expect(await graphqlProblems(query, of(0))).toEqual([]);
});

test.each(['event', 'tag'])('a slug that means an %s is no longer than a line', async (name) => {
  const query = `query ($slug: String) { ${name}(ref: { slug: $slug }) { id: databaseId } }`;
  const told = async (length: number) =>
    (await app.graphql(query, { slug: 'x'.repeat(length) })).body.errors[0].extensions;
  expect(await told(1001)).toMatchObject({ code: 'INVALID_FIELD', problems: [{ field: 'slug', code: 'too_long' }] });
  expect(await told(1000)).toMatchObject({ code: `${name.toUpperCase()}_NOT_FOUND` });
});

test('every limit is documented, for programs and for people', async () => {
  const { components } = (await app.rest('GET', '/doc')).body;
  const { properties } = components.schemas.EventInput;
  expect(properties.title.maxLength).toBe(1000);
  expect(properties.description.maxLength).toBe(500_000);
  expect(properties.cost.maxLength).toBe(200);
  expect(properties.website.maxLength).toBe(2000);
  expect(properties.venue.description).toContain('50');
  expect(properties.venue.anyOf).toContainEqual(expect.objectContaining({ type: 'array', maxItems: 200 }));
  expect(properties.tags.maxItems).toBe(200);
  const { body } = await app.rest('OPTIONS', '/events');
  expect(body.endpoints[0].args.search).toMatchObject({ maxLength: 200, description: expect.stringContaining('10') });
  expect(body.endpoints[0].args.include.maxItems).toBe(200);
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
