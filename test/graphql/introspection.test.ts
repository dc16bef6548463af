import {
  buildClientSchema,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getIntrospectionQuery,
  isInputObjectType,
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

test('every type has a description', () => {
  expect(
    ownTypes(told)
      .filter(({ description }) => !description)
      .map(({ name }) => name),
  ).toEqual([]);
});

test('every input field has a description', () => {
  const bare = ownTypes(told)
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ at: `${type.name}.${field.name}`, field })))
    .filter(({ field }) => !field.description)
    .map(({ at }) => at);
  expect(bare).toEqual([]);
});

test.each(['VenueLink.create', 'OrganizerLink.create', 'Mutation.createVenue', 'Mutation.createOrganizer'])(
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
