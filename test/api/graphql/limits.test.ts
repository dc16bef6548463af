import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getIntrospectionQuery,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isUnionType,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmission } from '../../../src/api/graphql/admission.ts';
import { combinesFilters, costOf, greatestCostOf } from '../../../src/api/graphql/cost.ts';
import { loadDocuments } from '../../../src/api/graphql/documents.ts';
import { countsOf, DOCUMENT_LIMITS, refuseBeyond } from '../../../src/api/graphql/limits.ts';
import { schema } from '../../../src/api/graphql/schema.ts';
import { withShapeDirectives } from '../../../src/api/graphql/writer/shape.ts';
import { readOperations, readPageOperations } from '../../../src/schema-files.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { runsOf } from '../../support/fuzz/seed.ts';
import { sampled } from '../../support/sample.ts';
import { withoutShapeDirectives } from '../../support/shape-directives.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const times = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(' ');

const nested = (levels: number, inner: string): string => `${'{ a '.repeat(levels)}${inner}${' }'.repeat(levels)}`;

test.each([
  ['aliases', `{ eventPage { ${times(201, (at) => `a${at}: total`)} } }`, 201, 200],
  ['depth', nested(21, ''), 21, 20],
  ['depth', `{ eventPage(where: { in: ${'['.repeat(19)}${']'.repeat(19)} }) { total } }`, 21, 20],
  ['depth', `query ($a: ${'['.repeat(21)}Int${']'.repeat(21)}) { __typename }`, 21, 20],
  ['rootFields', `{ ${times(51, () => '__typename')} }`, 51, 50],
  [
    'rootFields',
    `{ ...A ... { ${times(25, () => '__typename')} } } fragment A on Query { ${times(26, () => '__typename')} }`,
    51,
    50,
  ],
  ['directives', `{ __typename ${times(51, () => '@include(if: true)')} }`, 51, 50],
  ['introspectionAliases', `{ __schema { types { ${times(11, (at) => `a${at}: name`)} } } }`, 11, 10],
  ['introspectionAliases', `{ ${times(11, (at) => `a${at}: __schema { description }`)} }`, 11, 10],
  [
    'introspectionAliases',
    `{ __schema { types { ...T } } } fragment T on __Type { ${times(11, (at) => `a${at}: name`)} }`,
    11,
    10,
  ],
])(
  'number %$: a document with too many %s is refused with the count and the limit',
  async (what, query, count, limit) => {
    const answer = await app.graphql(query);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      errors: [
        {
          message: expect.stringContaining(limit.toLocaleString('en')),
          extensions: { code: 'QUERY_TOO_COMPLEX', [what]: count, limit },
        },
      ],
    });
  },
);

test('a document of more than 2,000 tokens is refused', async () => {
  const answer = await app.graphql(`{ ${times(1999, () => '__typename')} }`);
  expect(answer.body.errors).toEqual([expect.objectContaining({ message: expect.stringContaining('2000 tokens') })]);
});

test('five thousand levels are no fault of ours', async () => {
  const answer = await app.graphql(nested(5000, ''));
  expect(answer.body.errors).toEqual([expect.objectContaining({ extensions: { code: 'GRAPHQL_PARSE_FAILED' } })]);
});

test('a document of more than 64 KB is refused, in bytes', async () => {
  const query = `{ __typename } #${'한'.repeat(21_840)}`;
  expect((await app.graphql(query)).body).toEqual({ data: { __typename: 'Query' } });
  const answer = await app.graphql(`${query}한`);
  expect(answer.status).toBe(413);
  expect(answer.body.errors[0].extensions.code).toBe('TOO_LARGE');
});

describe('a document that costs too much is refused', () => {
  const refused = (cost: number) => ({
    errors: [
      {
        message: expect.stringContaining(cost.toLocaleString('en')),
        extensions: { code: 'QUERY_TOO_COMPLEX', cost, limit: 10_000 },
      },
    ],
  });
  /** 45 pages of ten events with their totals, and six that search: the operation, and of each list, its records and its total. */
  const PAGES = Math.ceil(30 + 45 * (150 + 10 * 1.5 + 60.1));
  const SEARCHES = Math.ceil(30 + 6 * (150 + 500 + 10 * 1.5 + 1860.1));
  const pages = (count: number, args: string) => `{ ${times(count, (at) => `a${at}: eventPage(${args}) { total }`)} }`;

  const batch = (at: number) => {
    const items = times(100, () => '{ ref: { slug: "none" } }');
    return `a${at}: deleteEvents(input: { items: [${items}] }) { clientMutationId }`;
  };

  test.each([
    ['44 counted pages are allowed, 45 are not', pages(44, 'page: 1'), pages(45, 'page: 1'), PAGES],
    [
      'three counted searches are allowed, six are not',
      pages(3, 'where: { search: "a" }'),
      pages(6, 'where: { search: "a" }'),
      SEARCHES,
    ],
    [
      'long pages are allowed of little, not of much',
      '{ eventPage(perPage: 50) { items { venues { id: databaseId name } } } }',
      `{ eventPage(perPage: 50) { items { ${times(90, (at) => `a${at}: venues { id: databaseId name city zip phone }`)} } } }`,
      30 + 150 + 50 * (1.5 + 90 * (1 + 3 * 1.1)),
    ],
    [
      'lists in lists count each time',
      '{ eventPage(perPage: 1) { items { categories { parent { parent { id: databaseId } } } } } }',
      `{ eventPage(perPage: 50) { items { ${times(70, (at) => `a${at}: categories { parent { parent { id: databaseId } } }`)} } } }`,
      30 + 150 + 50 * (1.5 + 70 * (1 + 3 * 0.7)),
    ],
    [
      'what is in fragments counts wherever they are spread',
      '{ ...A } fragment A on Query { eventPage { items { id: databaseId } } }',
      `{ ${times(48, (at) => `a${at}: eventPage(perPage: 1) { ...P }`)} } fragment P on EventPage { total }`,
      30 + 48 * (210.1 + 1.5),
    ],
    [
      'one batch of a hundred writes is allowed, two are not',
      `mutation { ${batch(1)} }`,
      `mutation { ${batch(1)} ${batch(2)} }`,
      30 + 2 * (80 + 100 * 60 + 100 * 0.1),
    ],
  ])('%s', async (_, allowed, beyond, cost) => {
    expect((await app.graphql(allowed)).body).toHaveProperty('data');
    expect((await app.graphql(beyond)).body).toEqual(refused(Math.ceil(cost)));
  });

  test.each([
    ['a number', 'query ($n: Int) { eventPage(perPage: $n) { items { ...E } } }', { n: 50 }, { n: 1 }],
    [
      'a number that is its default',
      'query ($n: Int = 50) { eventPage(perPage: $n) { items { ...E } } }',
      {},
      { n: 1 },
    ],
    [
      'a number beyond the longest page',
      'query ($n: Int) { eventPage(perPage: $n) { items { ...E } } }',
      { n: 9000 },
      {},
    ],
  ])('variables count: %s', async (_, query, beyond, allowed) => {
    const fragment = `fragment E on Event { ${times(60, (at) => `a${at}: jsonLd b${at}: organizers { id: databaseId }`)} }`;
    const ask = async (variables: object) => (await app.graphql(`${query} ${fragment}`, variables)).body;
    expect((await ask(beyond)).errors[0].extensions).toMatchObject({ limit: 10_000 });
    expect(await ask(allowed)).toHaveProperty('data.eventPage.items');
    expect((await ask(beyond)).errors[0].extensions).toMatchObject({ limit: 10_000 });
  });

  test.each([
    ['in a variable of the filter', '$v: EventWhere', '$v', { v: { search: 'x' } }],
    ['in a variable after a long list', '$v: EventWhere', '$v', { v: { in: Array(200).fill(1), search: 'x' } }],
    ['beside a variable of another kind', '$v: StatusFilter!', '{ status: [$v], search: "x" }', { v: 'PUBLISH' }],
  ])('a search counts as one %s', async (_, definition, filter, variables) => {
    const query = `query (${definition}) { ${times(6, (at) => `a${at}: eventPage(where: ${filter}) { total }`)} }`;
    expect((await app.graphql(query, variables)).body).toEqual(refused(SEARCHES));
  });

  test('fragments that double are counted as often as they are spread, at once', async () => {
    const fragments = times(99, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`);
    const answer = await app.graphql(`{ ...F0 } ${fragments} fragment F99 on Query { tagPage { total } }`);
    expect(answer.body.errors[0].extensions).toEqual({
      code: 'QUERY_TOO_COMPLEX',
      cost: 70.1 * 2 ** 99,
      limit: 10_000,
    });
  });

  test.each([0, 1])('lists in lists cost a number, also in a list of %i events', async (first) => {
    const lists = (at: number) =>
      `${'related(first: 50) { '.repeat(14)} ${at < 12 ? `...F${at + 1}` : '__typename'} ${'}'.repeat(14)}`;
    const fragments = times(13, (at) => `fragment F${at} on Event { ${lists(at)} }`);
    const { body } = await app.graphql(
      `{ events(first: ${first}) { nodes { ...F0 } } a: events { nodes { ...F0 } } } ${fragments}`,
    );
    expect(body.errors[0].extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX', cost: expect.any(Number) });
  });

  test('a description without its HTML costs its work', async () => {
    const asking = (key: string) => `{ events(first: 50) { nodes { ${times(40, (at) => `a${at}: ${key}`)} } } }`;
    expect((await app.graphql(asking('description'))).body).toHaveProperty('data');
    const cost = 30 + 150 + 50 * (1.5 + 40 * 10);
    expect((await app.graphql(asking('descriptionText'))).body).toEqual(refused(cost));
  });

  test('what is under a directive that leaves it out counts all the same', async () => {
    const query = `{ ${times(45, (at) => `a${at}: eventPage @${['include(if: false)', 'skip(if: true)'][at % 2]} { total }`)} }`;
    expect((await app.graphql(query)).body).toEqual(refused(PAGES));
  });

  test('what a write names counts with it, also in a variable', async () => {
    const create =
      'createEvent(input: { title: "A", startDate: "now", endDate: "now", tags: $tags }) { event { id: databaseId } }';
    const query = `mutation ($tags: TagLinks) { ${times(3, (at) => `a${at}: ${create}`)} }`;
    const answer = await app.graphql(query, { tags: { upsert: Array(200).fill({ name: 'a' }) } });
    expect(answer.body).toEqual(refused(30_271));
  });

  test('a variable that spoils one argument does not make the rest free', async () => {
    const query = `query ($v: ID = 1) { bad: eventPage(where: { in: [$v] }) { total } ${times(44, (at) => `a${at}: eventPage(page: ${at + 1}) { total }`)} }`;
    expect((await app.graphql(query)).body).toEqual(refused(PAGES));
    const answer = await app.graphql(query, { v: null });
    expect(answer.body).toEqual({ errors: [expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } })] });
  });

  test('only the operation that is to run counts', async () => {
    const query = `query Small { __typename } query Large ${pages(45, 'page: 1')}`;
    const ask = (operationName: string) => app.fetch('/graphql', { method: 'POST', json: { query, operationName } });
    expect((await ask('Small')).body).toEqual({ data: { __typename: 'Query' } });
    expect((await ask('Large')).body).toEqual(refused(PAGES));
  });
});

describe('variables', () => {
  const query = 'query ($filter: EventWhere) { eventPage(where: $filter) { total } }';
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`searc${at}`, 1]));

  test.each([
    ['values', { in: Array(60).fill(Array(200).fill(1)) }, { variableValues: 12_063, limit: 10_000 }],
    ['keys in one object', keys(101), { variableKeys: 101, limit: 100 }],
    ['keys further in', { in: [1, [keys(101)]] }, { variableKeys: 101, limit: 100 }],
  ])('with too many %s are refused with the count and the limit', async (_, filter, facts) => {
    const answer = await app.graphql(query, { filter });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].extensions).toEqual({ code: 'QUERY_TOO_COMPLEX', ...facts });
  });

  test('nested deeper than a stack are no fault of ours', async () => {
    const deep = `{"query":"{__typename}","variables":{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}}`;
    const headers = { 'Content-Type': 'application/json' };
    const answer = await app.fetch('/graphql', { method: 'POST', body: deep, headers });
    expect(answer.body.errors[0].extensions.code).toBe('INVALID_JSON');
  });

  test('that are wrong are not repeated at any length', async () => {
    const answer = await app.graphql(query, { filter: { ...keys(99), search: 'x'.repeat(250_000) } });
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(200_000);
  });
});

test('what GraphiQL asks of the schema is allowed', async () => {
  expect((await app.graphql(getIntrospectionQuery({ inputValueDeprecation: true }))).body).toHaveProperty(
    'data.__schema',
  );
});

test.each([
  [
    'long pages',
    `query ($n: Int) { eventPage(perPage: $n) { items { ${times(90, (at) => `a${at}: venues { id: databaseId name city zip phone }`)} } } }`,
  ],
  ['searches', `query ($f: EventWhere!) { ${times(4, (at) => `a${at}: eventPage(where: $f) { total }`)} }`],
  ['places', `query ($f: EventWhere!) { ${times(5, (at) => `a${at}: eventPage(where: $f) { total }`)} }`],
])('the greatest cost of a document is what it has at the most, whatever its variables are: %s', (_, document) => {
  expect(greatestCostOf(schema, parse(document))).toBeGreaterThan(DOCUMENT_LIMITS.cost);
});

/** Values that a variable of a type may have. */
function valuesOf(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (!isNonNullType(type)) return fc.option(valuesOf(new GraphQLNonNull(type)), { freq: 3 });
  const of = type.ofType;
  if (isListType(of)) return fc.array(valuesOf(of.ofType), { maxLength: 100, size: 'max' });
  if (isEnumType(of)) return fc.constantFrom(...of.getValues().map(({ name }) => name));
  if (isInputObjectType(of))
    return fc.record(
      Object.fromEntries(Object.entries(of.getFields()).map(([name, field]) => [name, valuesOf(field.type)])),
    );
  const scalars: Record<string, fc.Arbitrary<unknown>> = {
    Int: fc.oneof(fc.constantFrom(-1, 0, 100, 2 ** 31 - 1), fc.nat(2000)),
    Float: fc.integer({ min: 0, max: 90 }),
    Boolean: fc.boolean(),
    Date: fc.constant('2026-11-01'),
    DateTime: fc.constant('2026-11-01T00:00:00Z'),
  };
  return scalars[of.name] ?? fc.constant('a');
}

/** What a field shows of itself, without arguments. */
function shownOf(type: GraphQLOutputType, levels = 3): string {
  const its = getNamedType(type);
  if (isUnionType(its) || (!isLeafType(its) && levels === 0)) return '{ __typename }';
  if (isLeafType(its)) return '';
  const fields = Object.values(its.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  return `{ ${fields.map((field) => `${field.name} ${shownOf(field.type, levels - 1)}`).join(' ')} }`;
}

/** A query for a field, in which all that may be is a variable, also each filter. Filters are not combined. */
function openQuery({ name, args, type }: GraphQLField<unknown, unknown>) {
  const variables: Record<string, GraphQLInputType> = {};
  const variable = (key: string, of: GraphQLInputType) => {
    variables[key] = of;
    return `$${key}`;
  };
  const said = args.map((arg) => {
    const its = getNamedType(arg.type);
    const parts = isInputObjectType(its) && 'or' in its.getFields() ? Object.values(its.getFields()) : undefined;
    const filters = parts
      ?.filter(({ name: key }) => !['and', 'or', 'not'].includes(key))
      .map(({ name: key, type: of }) => `${key}: ${variable(`by_${key}`, of)}`);
    return `${arg.name}: ${filters ? `{ ${filters} }` : variable(arg.name, arg.type)}`;
  });
  const defined = Object.entries(variables).map(([key, of]) => `$${key}: ${of}`);
  return { variables, text: `query (${defined}) { ${name}(${said}) ${shownOf(type)} }` };
}

sampled(8).each(Object.values(schema.getQueryType()!.getFields()).filter(({ args }) => args.length > 0))(
  'no variables make a query of $name cost more than its greatest cost',
  (field) => {
    const { text, variables } = openQuery(field);
    const document = parse(text);
    const greatest = greatestCostOf(schema, document);
    expect([greatest > DOCUMENT_LIMITS.cost / 1000, combinesFilters(schema, document)]).toEqual([true, false]);
    const sent = fc.record(Object.fromEntries(Object.entries(variables).map(([key, of]) => [key, valuesOf(of)])));
    fc.assert(
      fc.property(sent, (values) => {
        expect(costOf(schema, document, { variables: values })).toBeLessThanOrEqual(greatest);
      }),
      { numRuns: runsOf(30, 120) },
    );
  },
);

test('changes cost as many as are asked for: 100 without a number, and at most 1,000', () => {
  const cost = (args: string) => costOf(schema, parse(`{ changes${args} { changes { id } } }`), {});
  const costs = [1, 100, 1000].map((first) => cost(`(first: ${first})`));
  expect(costs).toEqual([...new Set(costs)].sort((one, other) => one - other));
  expect([cost(''), cost('(first: 5000)')]).toEqual(costs.slice(1));
});

test('a field costs the same in an interface as in each of its types', () => {
  const costOfField = (type: GraphQLNamedType | undefined, name: string) =>
    (type as GraphQLObjectType).getFields()[name]!.extensions.complexity;
  for (const each of Object.values(schema.getTypeMap()).filter(isInterfaceType))
    for (const name of Object.keys(each.getFields()))
      for (const type of schema.getPossibleTypes(each))
        expect(costOfField(each, name), `${type}.${name}`).toEqual(costOfField(type, name));
});

const OURS = [
  ...loadDocuments(readOperations(), withShapeDirectives(schema)),
  ...loadDocuments(readPageOperations(), schema),
];

test('each document of ours is within the limits that others have, whatever its variables', () => {
  expect(OURS.length).toBeGreaterThan(40);
  for (const [name, document] of OURS) {
    // Others have no directives that say how something is written.
    expect(() => refuseBeyond(countsOf(withoutShapeDirectives(document))), name).not.toThrow();
    // REST lists up to 1,000 whole changes; others get as many of a smaller selection.
    const most = name === 'ListChanges' ? 10 * DOCUMENT_LIMITS.cost : DOCUMENT_LIMITS.cost;
    expect(greatestCostOf(schema, document), name).toBeLessThanOrEqual(most);
  }
});

test('each document of the pages costs less than two fifths of the limit, whatever its variables', () => {
  for (const [name, document] of loadDocuments(readPageOperations(), schema))
    expect(greatestCostOf(schema, document), name).toBeLessThan(DOCUMENT_LIMITS.cost * 0.4);
});

test.each([
  ['plain fields', () => `{ ${'a '.repeat(1990)}}`],
  ['empty comments', () => `{ a } ${'\n#'.repeat(10_000)}`],
])('of documents of %s only as many are kept in mind as fit, the last ones', (_, text) => {
  const kept = createAdmission(schema, 2_500_000).cache.documentCache!;
  const texts = Array.from({ length: 8 }, (_, at) => `${text()}# ${at}`);
  for (const each of texts) kept.set(each, parse(each));
  const known = texts.filter((each) => kept.get(each));
  expect(known).toEqual(texts.slice(-known.length));
  expect([known.length > 0, known.length < 6]).toEqual([true, true]);
});
