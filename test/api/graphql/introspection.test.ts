import { readFileSync } from 'node:fs';
import {
  buildClientSchema,
  buildSchema,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getIntrospectionQuery,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/api/graphql/schema.ts';
import { KINDS } from '../../../src/kinds/kinds.ts';
import { buildApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let told: GraphQLSchema;

beforeAll(async () => {
  app = await buildApp();
  const { body } = await app.graphql(
    getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, schemaDescription: true, specifiedByUrl: true }),
  );
  told = buildClientSchema(body.data);
});
afterAll(() => app.close());

const ownTypes = (of: GraphQLSchema) =>
  Object.values(of.getTypeMap()).filter(
    ({ name }) => !name.startsWith('__') && !['String', 'Int', 'Float', 'Boolean', 'ID'].includes(name),
  );

test('introspection tells anybody the whole schema', () => {
  expect(printSchema(told)).toBe(printSchema(schema));
});

/** Everything that people read of a type: itself, its fields with their arguments, its values. */
const described = (type: GraphQLNamedType): [at: string, description: string | null | undefined][] => [
  [type.name, type.description],
  ...(isEnumType(type) ? type.getValues() : 'getFields' in type ? Object.values(type.getFields()) : []).flatMap(
    (member: GraphQLEnumValue | GraphQLInputField | GraphQLField<unknown, unknown>) =>
      [
        [`${type.name}.${member.name}`, member.description] as const,
        ...('args' in member ? member.args : []).map(
          ({ name, description }) => [`${type.name}.${member.name}(${name})`, description] as const,
        ),
      ] as [string, string | null | undefined][],
  ),
];

test('everything has a description that is a sentence, the schema included', () => {
  const all = [['the schema', told.description] as const, ...ownTypes(told).flatMap(described)];
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(([, description]) => !/[.:`)/a-z]$/.test(description?.trim() ?? '')).map(([at]) => at)).toEqual([]);
});

test('every scalar of ours says what specifies it', () => {
  const bare = ownTypes(told).filter((type) => isScalarType(type) && !type.specifiedByURL);
  expect(bare.map(({ name }) => name)).toEqual([]);
});

describe.each([
  ['told', () => told],
  ['printed', () => buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'))],
])('in the schema as it is %s', (_, given) => {
  const SIGNPOST = /^For REST bodies; apps use `(\w+)`\.$/;

  const typesWithFields = () => ownTypes(given()).filter((type) => isObjectType(type) || isInterfaceType(type));

  test('what is deprecated names another field of its type, and stands last', () => {
    for (const type of typesWithFields()) {
      const fields = Object.values(type.getFields());
      const deprecated = fields.filter(({ deprecationReason }) => deprecationReason);
      const kept = fields.filter((field) => !deprecated.includes(field));
      expect(fields.map(({ name }) => name)).toEqual([...kept, ...deprecated].map(({ name }) => name));
      for (const { name, deprecationReason } of deprecated)
        expect([name, kept.map((other) => other.name)]).toEqual([
          name,
          expect.arrayContaining([/`(\w+)`/.exec(deprecationReason!)![1]]),
        ]);
    }
  });

  test('these fields exist for bodies of REST, and no others', () => {
    const marked = typesWithFields().flatMap((type) =>
      Object.values(type.getFields()).filter(({ deprecationReason }) => SIGNPOST.test(deprecationReason ?? '')),
    );
    expect([...new Set(marked.map(({ name }) => name))].sort()).toEqual(
      [
        ...'authorDatabaseId cost costDetails customFieldsByKey date dateUtc endDate endDateDetails globalId'.split(
          ' ',
        ),
        ...'globalIdLineage isVirtual modified modifiedUtc parentDatabaseId restUrl startDate startDateDetails'.split(
          ' ',
        ),
        ...'mediaDetails sizes titleObject'.split(' '),
        ...'statedStatus urls utcEndDate utcEndDateDetails utcStartDate utcStartDateDetails'.split(' '),
        'series',
        'seriesInEvent',
        ...'capabilities slug'.split(' '),
        ...KINDS.flatMap(({ name }) => [name, `${name}Page`]),
      ].sort(),
    );
  });
});

test('the documentation of REST sends nobody to a field of apps', () => {
  expect(readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8')).not.toContain('apps use');
});

/** https://spec.graphql.org/October2021/#DirectiveLocation */
const OCTOBER_2021 = [
  ...'QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT'.split(' '),
  ...'VARIABLE_DEFINITION SCHEMA SCALAR OBJECT FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION ENUM'.split(' '),
  ...'ENUM_VALUE INPUT_OBJECT INPUT_FIELD_DEFINITION'.split(' '),
];

test('a directive stands only where the specification of October 2021 has a place', async () => {
  const { body } = await app.graphql('{ __schema { directives { name locations } } }');
  const directives: { name: string; locations: string[] }[] = body.data.__schema.directives;
  expect(directives.map(({ name }) => name).sort()).toEqual(['deprecated', 'include', 'oneOf', 'skip', 'specifiedBy']);
  for (const { locations } of directives) expect(OCTOBER_2021).toEqual(expect.arrayContaining(locations));
});

test.each(['/graphql?sdl', '/ko/graphql?sdl', '/graphql?sdl=1'])('%s is the schema as text', async (path) => {
  for (const Accept of ['*/*', 'text/html']) {
    const headers = { Accept, 'Sec-Fetch-Mode': 'navigate' };
    const { status, text, headers: told } = await app.fetch(path, { headers });
    expect([status, told.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));
    const again = await app.fetch(path, { headers: { ...headers, 'If-None-Match': told.get('ETag')! } });
    expect(again.status).toBe(304);
  }
});

test('the words of enums are in capitals', () => {
  const words = ownTypes(told)
    .filter(isEnumType)
    .flatMap((type) => type.getValues());
  expect(words.map(({ name }) => name).filter((name) => !/^[A-Z][A-Z_]*$/.test(name))).toEqual([]);
});

test('a list says which page it shows, and how large it is, unless it is told', () => {
  const { args } = told.getQueryType()!.getFields().eventPage!;
  expect(args.map(({ name, defaultValue }) => [name, defaultValue])).toEqual([
    ['orderBy', undefined],
    ['page', 1],
    ['perPage', 10],
    ['where', undefined],
  ]);
});

test.each(['VenueLink.upsert', 'OrganizerLink.upsert', 'Mutation.upsertVenue', 'Mutation.upsertOrganizer'])(
  '%s says that what is sent is written into the one that has this name already',
  (at) => {
    const [type, name] = at.split('.') as [string, string];
    const { description } = (told.getType(type) as GraphQLObjectType | GraphQLInputObjectType).getFields()[name]!;
    expect(description).toMatch(/of this name.* are written into it/);
  },
);

test.each(['Category', 'Event', 'Organizer', 'Tag', 'Venue'])('%s can be read, listed and written', (type) => {
  const name = type.toLowerCase();
  expect(Object.keys(told.getQueryType()!.getFields())).toEqual(expect.arrayContaining([name, `${name}Page`]));
  expect(Object.keys(told.getMutationType()!.getFields())).toEqual(
    expect.arrayContaining([`create${type}`, `update${type}`, `delete${type}`]),
  );
});

describe('without introspection', () => {
  let silent: TestApp;
  beforeAll(async () => {
    silent = await buildApp({ env: { INTROSPECTION: 'false' } });
  });
  afterAll(() => silent.close());

  test.each([getIntrospectionQuery(), '{ __type(name: "Event") { name } }', '{ a: __schema { description } }'])(
    'nobody is told the schema: question %$',
    async (query) => {
      for (const as of ['anonymous', 'administrator'] as const) {
        const { status, body } = await silent.graphql(query, {}, { as });
        expect([status, body.data]).toEqual([200, undefined]);
        expect(body.errors[0].message).toContain('introspection');
      }
    },
  );

  test.each(['anonymous', 'administrator'] as const)('there is no text of the schema for %s', async (as) => {
    const { status, body } = await silent.fetch('/graphql?sdl', { as });
    expect([status, body.errors[0].extensions.code]).toEqual([404, 'NO_ROUTE']);
  });

  test('what an object is called is told', async () => {
    expect((await silent.graphql('{ __typename events { __typename } }')).body.data).toEqual({
      __typename: 'Query',
      events: { __typename: 'EventConnection' },
    });
  });

  test.each([
    ['{ evnts { totalCount } }', {}],
    ['{ events(frst: 1) { totalCount } }', {}],
    ['{ events }', {}],
    ['{ events(orderBy: { field: STRT }) { totalCount } }', {}],
    ['query ($order: EventOrder) { events(orderBy: $order) { totalCount } }', { order: { field: 'STRT' } }],
    [
      'query ($order: EventOrder) { events(orderBy: $order) { totalCount } }',
      { order: { field: 'START', directon: 'ASC' } },
    ],
  ])('no name is suggested for a mistaken one: question %$', async (query, variables) => {
    const messageOf = async (at: TestApp): Promise<string> =>
      (await at.graphql(query, variables)).body.errors[0].message;
    const suggested = await messageOf(app);
    expect(suggested).toContain('Did you mean');
    expect(suggested.startsWith(await messageOf(silent))).toBe(true);
    expect(await messageOf(silent)).not.toContain('Did you mean');
  });
});
