import {
  execute,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  parse,
  validate,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../../src/api/graphql/writer/compile.ts';
import { createFragmentCache } from '../../../../src/api/graphql/writer/fragment-cache.ts';
import { withShapeDirectives } from '../../../../src/api/graphql/writer/shape.ts';
import { withoutShapeDirectives } from '../../../support/shape-directives.ts';

const Size = new GraphQLEnumType({ name: 'Size', values: { LARGE: { value: 'l' }, SMALL: { value: 's' } } });
const Named = new GraphQLInterfaceType({ name: 'Named', fields: { name: { type: GraphQLString } } });
const Thing: GraphQLObjectType = new GraphQLObjectType({
  name: 'Thing',
  interfaces: [Named],
  fields: () => ({
    name: { type: GraphQLString },
    size: { type: Size, resolve: () => 's' },
    number: { type: GraphQLInt, resolve: async ({ number }) => number },
    sure: { type: new GraphQLNonNull(GraphQLString), resolve: ({ name }) => name },
    echo: {
      type: GraphQLString,
      args: { text: { type: GraphQLString, defaultValue: 'none' }, size: { type: Size } },
      resolve: (_, args) => JSON.stringify(args),
    },
    others: { type: new GraphQLList(Thing), resolve: ({ others = [] }) => others },
    later: {
      type: new GraphQLList(Thing),
      resolve: ({ others }) => others.map((one: unknown) => Promise.resolve(one)),
    },
    one: { type: Thing, resolve: ({ others }) => others?.[0] },
    bad: { type: GraphQLString, resolve: () => Promise.reject(new Error('bad')) },
    worse: {
      type: GraphQLString,
      resolve: () => {
        throw new Error('worse');
      },
    },
    given: { type: GraphQLString, resolve: () => new Error('given') },
    named: { type: Named, resolve: (thing) => thing },
    itself: { type: Thing, resolve: (thing) => thing },
  }),
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { thing: { type: Thing, resolve: () => THING } } }),
  mutation: new GraphQLObjectType({ name: 'Mutation', fields: { make: { type: Thing, resolve: () => THING } } }),
  // What directives of the shape are declared with.
  types: [new GraphQLScalarType({ name: 'JSON' })],
});

const THING = {
  name: 'Café <1> "\u2028"',
  number: 7,
  others: [{ name: '', number: 0 }, { name: null }, { name: 'third', others: [{ name: 'inner' }] }],
};

const context = { links: {}, language: 'en' } as never;

function compiled(text: string) {
  const extended = withShapeDirectives(schema);
  const document = parse(text);
  expect(validate(extended, document)).toEqual([]);
  return { document, writer: compile(document, { schema, fragmentCache: createFragmentCache(1_000_000) }) };
}

async function written(text: string, variables: Record<string, unknown> = {}): Promise<string> {
  return compiled(text).writer.data()(variables, context);
}

describe('what is written is what graphql-js gives, in its order, for', () => {
  test.each([
    ['fields', '{ thing { name size number } }'],
    ['a fragment before a field of it', '{ thing { ...A name } } fragment A on Thing { number name size }'],
    [
      'a fragment that is spread twice',
      '{ thing { number ...A ... { size } ...A } } fragment A on Named { name ... on Thing { echo } }',
    ],
    ['aliases', '{ thing { a: name b: name __typename t: __typename } other: thing { name } __typename }'],
    [
      'a field in three places',
      '{ thing { one { name } name one { number } ...A } } fragment A on Thing { one { size } }',
    ],
    ['lists', '{ thing { others { name one { name } others { name } } later { name number } } }'],
    [
      'fields under directives',
      '{ thing { name @skip(if: true) number @include(if: false) size @include(if: true) } }',
    ],
    [
      'fragments under directives',
      '{ thing { ... on Thing @skip(if: true) { name } ...A @include(if: true) } } fragment A on Thing { size }',
    ],
    ['arguments', '{ thing { echo a: echo(text: "x") b: echo(text: null, size: LARGE) } }'],
    ['variables', 'query ($t: String, $s: Size = LARGE) { thing { echo(text: $t, size: $s) a: echo(text: $t) } }'],
    ['a variable with a default', 'query Q($t: String = "y") { thing { echo(text: $t, size: SMALL) } }'],
  ])('%s', async (_, text) => {
    const { document, writer } = compiled(text);
    for (const variables of [{}, { t: 'said' }, { t: null, s: 'SMALL' }]) {
      const asked = Object.fromEntries(Object.entries(variables).filter(([name]) => text.includes(`$${name}:`)));
      const { data } = await execute({ schema, document, variableValues: asked, contextValue: context });
      for (const _ of ['new', 'known', 'kept']) expect(await writer.data()(asked, context)).toBe(JSON.stringify(data));
    }
  });
});

test.each([
  '{ thing { bad } }',
  '{ thing { worse } }',
  '{ thing { bad worse } }',
  '{ thing { given } }',
  '{ thing { others { sure } } }',
  '{ thing { name others { name bad } } }',
])('the first error of %s is thrown', async (text) => {
  const { document } = compiled(text);
  const { errors } = await execute({ schema, document, contextValue: context });
  const messages = errors!.map(({ message }) => message);
  const error = await written(text).catch((thrown: Error) => thrown.message);
  expect(messages).toContain(error);
});

test('a variable of the wrong type is refused in the words of GraphQL', async () => {
  await expect(written('query ($t: String) { thing { echo(text: $t) } }', { t: 1 })).rejects.toThrow(
    'Variable "$t" got invalid value 1; String cannot represent a non string value: 1',
  );
});

test.each([
  ['query ($a: Boolean!) { thing { name @include(if: $a) } }', 'A variable decides'],
  ['query ($a: Boolean!) { thing { ... @skip(if: $a) { name } } }', 'A variable decides'],
  ['{ thing { named { name } } }', 'abstract type Named'],
  ['{ __schema { description } }', 'schema itself'],
  ['mutation { make { name } }', 'Only queries'],
])('%s is not written', (text, reason) => {
  expect(() => compiled(text).writer.data()).toThrow(reason);
});

describe('directives of the shape', () => {
  test.each([
    ['name @ifEmpty(omit: true) number', '{"name":"Café <1> \\"\u2028\\"","number":7}'],
    [
      'others { name @ifEmpty(omit: true) size }',
      '{"others":[{"size":"SMALL"},{"size":"SMALL"},{"name":"third","size":"SMALL"}]}',
    ],
    ['others { name @ifEmpty(show: false) }', '{"others":[{"name":false},{"name":false},{"name":"third"}]}'],
    ['others { others @single { name } }', '{"others":[{"others":[]},{"others":[]},{"others":{"name":"inner"}}]}'],
    ['number @text', '{"number":"7"}'],
    ['one { number @text @ifEmpty(omit: true) }', '{"one":{"number":"0"}}'],
    ['others { number @text @ifEmpty(omit: true) }', '{"others":[{"number":"0"},{},{}]}'],
    ['meta: __typename @constant(value: []) name @ifEmpty(omit: true)', '{"meta":[],"name":"Café <1> \\"\u2028\\""}'],
    ['one { name @ifEmpty(omit: true) }', '{"one":{}}'],
  ])('%s', async (selected, body) => {
    expect(await written(`{ thing { ${selected} } }`)).toBe(`{"thing":${body}}`);
  });

  test('none of them is left in the document that the public schema knows', () => {
    const { document } = compiled('{ thing { name @ifEmpty(omit: true) meta: __typename @constant(value: 1) } }');
    expect(validate(schema, withoutShapeDirectives(document))).toEqual([]);
  });
});

test.each(['mutation { body: make { name number size } }', 'mutation { make { body: itself { name number size } } }'])(
  'the members of the field that is asked for are written apart: %s',
  async (source) => {
    const { writer } = compiled(source);
    const write = writer.parts(
      'body',
      (key) => key !== 'size',
      (key) => key !== 'name',
    );
    expect(await write({}, context)).toEqual([
      '{"name":"Café <1> \\"\u2028\\"","number":7}',
      '{"number":7,"size":"SMALL"}',
    ]);
  },
);
