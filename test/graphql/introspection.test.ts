import {
  buildClientSchema,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getIntrospectionQuery,
  isEnumType,
  isScalarType,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { buildApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let told: GraphQLSchema;

beforeAll(async () => {
  app = await buildApp();
  const { body } = await app.graphql(
    getIntrospectionQuery({ oneOf: true, schemaDescription: true, specifiedByUrl: true }),
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

test('the words of enums are in capitals', () => {
  const words = ownTypes(told)
    .filter(isEnumType)
    .flatMap((type) => type.getValues());
  expect(words.map(({ name }) => name).filter((name) => !/^[A-Z][A-Z_]*$/.test(name))).toEqual([]);
});

test('a list says which page it shows, and how large it is, unless it is told', () => {
  const { args } = told.getQueryType()!.getFields().eventPage!;
  expect(args.map(({ name, defaultValue }) => [name, defaultValue])).toEqual([
    ...[
      ['filter', undefined],
      ['page', 1],
      ['perPage', 10],
    ],
  ]);
});

test.each(['VenueLink.upsert', 'OrganizerLink.upsert', 'Mutation.upsertVenue', 'Mutation.upsertOrganizer'])(
  '%s says that what is sent is written into the one that has this name already',
  (at) => {
    const [type, name] = at.split('.') as [string, string];
    const { description } = (told.getType(type) as GraphQLObjectType | GraphQLInputObjectType).getFields()[name]!;
    expect(description).toMatch(/of this name.* is used.* is written into it/);
  },
);

test.each(['Category', 'Event', 'Organizer', 'Tag', 'Venue'])('%s can be read, listed and written', (type) => {
  const name = type.toLowerCase();
  expect(Object.keys(told.getQueryType()!.getFields())).toEqual(expect.arrayContaining([name, `${name}Page`]));
  expect(Object.keys(told.getMutationType()!.getFields())).toEqual(
    expect.arrayContaining([`create${type}`, `update${type}`, `delete${type}`]),
  );
});
