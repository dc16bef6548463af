import fc from 'fast-check';
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parseType,
  typeFromAST,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { readAddress } from '../../src/api/graphql/address-variables.ts';
import { ADDRESS_RULES } from '../../src/api/graphql/graphiql-address.ts';
import { schema } from '../../src/api/graphql/schema.ts';

const typed = (text: string) => typeFromAST(schema, parseType(text) as never) as GraphQLInputType;

/** The types of all arguments of the schema, by their texts. */
const TYPES = new Map(
  [schema.getQueryType()!, schema.getMutationType()!].flatMap((root) =>
    Object.values(root.getFields()).flatMap(({ args }) => args.map(({ type }) => [String(type), type] as const)),
  ),
);

const text = fc.string({ unit: 'binary', maxLength: 12 });

const SCALARS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Int: fc.integer(),
  Float: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Object.is(each, -0)),
  Boolean: fc.boolean(),
};

/** Any value of a type. `null` is one only of types that are no texts: there it is a text. */
function anyOf(given: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  const type = getNullableType(given);
  const isText = String(type) === 'String' || String(type) === 'ID';
  const values = isText ? text : present(type, depth);
  return isNonNullType(given) || isText ? values : fc.option(values, { nil: null });
}

function present(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  if (isListType(type)) {
    // A list of texts is `null` only in JSON.
    return fc.array(anyOf(type.ofType, depth + 1), { maxLength: depth > 2 ? 0 : 3 });
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (!isInputObjectType(type)) return SCALARS[String(type)] ?? text.filter((each) => each !== 'null');
  const fields = Object.values(type.getFields());
  const some = depth > 2 ? fc.constant([]) : fc.subarray(fields, { maxLength: Math.min(3, fields.length) });
  return some.chain((chosen) =>
    fc
      .record(Object.fromEntries(chosen.map((field) => [field.name, anyOf(field.type, depth + 1)])))
      .map((found) => ({ ...found })),
  );
}

type Pair = readonly [name: string, text: string];

/** As a program that knows the type of nothing writes it. */
const asJson = (name: string, value: unknown): Pair[] => [
  [name, typeof value === 'string' ? value : JSON.stringify(value)],
];

/** As programs made from OpenAPI write it: objects in brackets, lists repeated. */
function asBrackets(name: string, value: unknown): Pair[] {
  const isObject = typeof value === 'object' && value !== null;
  if (Array.isArray(value))
    return value.length > 1 && value.every((each) => typeof each !== 'object')
      ? value.map((each) => [name, String(each)])
      : asJson(name, value);
  const members = isObject ? Object.values(value) : [];
  // In brackets, null cannot be told from a text.
  if (members.length === 0 || members.includes(null)) return asJson(name, value);
  return Object.entries(value as object).flatMap(([key, each]) => asJson(`${name}[${key}]`, each));
}

/** As GraphiQL shows it. */
const asShown: (name: string, value: unknown) => Pair[] = new Function(`${ADDRESS_RULES}; return pairsOf`)();

test.each([
  ['JSON', asJson],
  ['GraphiQL shows it', asShown],
  ['brackets and repeats', asBrackets],
])('any variables of the types of the schema, written as %s and read again, are the same', (_, write) => {
  const one = fc
    .constantFrom(...TYPES.values())
    .chain((type) => anyOf(type).map((value) => ({ type, value })))
    .filter(({ type, value }) => value !== null || !isText(type));
  fc.assert(
    fc.property(fc.array(one, { maxLength: 4 }), (all) => {
      const pairs = all.flatMap(({ value }, at) => write(`v${at}`, value));
      const types = new Map(all.map(({ type }, at) => [`v${at}`, type]));
      const { values, unknown } = readAddress(
        new URLSearchParams(new URLSearchParams(pairs as never).toString()),
        types,
      );
      expect(unknown).toEqual([]);
      expect(values).toEqual(Object.fromEntries(all.map(({ value }, at) => [`v${at}`, value])));
    }),
    { numRuns: 200 },
  );
});

/** Whether a type is a text or a list of texts: there, `null` cannot be sent. */
function isText(given: GraphQLInputType): boolean {
  const type = getNullableType(given);
  return isListType(type) ? isText(type.ofType) : ['String', 'ID'].includes(String(type));
}

const read = (address: string, types: Readonly<Record<string, string>>) =>
  readAddress(new URLSearchParams(address), new Map(Object.entries(types).map(([name, type]) => [name, typed(type)])));

describe('an address', () => {
  test.each([
    ['a=Washington, D.C.', 'String!', 'Washington, D.C.'],
    ['a=null', 'String', 'null'],
    ['a=null', 'Int', null],
    ['a=null', '[Int!]', null],
    ['a=null', '[String!]', ['null']],
    ['a=x, y', '[String!]!', ['x', 'y']],
    ['a=x%252Cy,z', '[String!]', ['x', 'y', 'z']],
    ['a=["x, y"]', '[String!]', ['x, y']],
    ['a=[x', '[String!]', ['[x']],
    ['a=x, y&a=z', '[String!]', ['x, y', 'z']],
    ['a[]=x, y&a[]=z', '[String!]', ['x, y', 'z']],
    ['a[1]=z&a[0]=y', '[ID!]', ['y', 'z']],
    ['a=', '[String!]', []],
    ['a=1,2', '[Int!]', [1, 2]],
    ['a=1e3', 'Int', 1000],
    ['a=0x10', 'Int', '0x10'],
    ['a=TRUE', 'Boolean', true],
    ['a=0', 'Boolean', false],
    ['a=yes', 'Boolean', 'yes'],
    ['a=upcoming', 'EventTime', 'UPCOMING'],
    ['a=soon', 'EventTime', 'soon'],
    ['a=+2 weeks', 'DateOrDateTime', ' 2 weeks'],
    ['a={"id":"x"}', '[RecordRef!]', [{ id: 'x' }]],
    ['a={"id":"x"}&a={"id":"y"}', '[RecordRef!]', [{ id: 'x' }, { id: 'y' }]],
    ['a[0][id]=x&a[1][databaseId]=2', '[RecordRef!]', [{ id: 'x' }, { databaseId: '2' }]],
    ['a[latitude]=1.5&a[longitude]=-0.5', 'Near', { latitude: 1.5, longitude: -0.5 }],
    ['a={', 'RecordRef', '{'],
  ])('with %s is, as %s, %j', (address, type, expected) => {
    expect(read(address, { a: type })).toEqual({ values: { a: expected }, unknown: [] });
  });

  test.each([
    ['b=1', 'There is no such parameter here.'],
    ['__proto__=1', 'There is no such parameter here.'],
    ['a=1&a=2', 'Must be sent once.'],
    ['a[id]=1&a[id]=2', 'Must be sent once.'],
    ['a[id]=1&a={}', 'Must be said in one form only.'],
    ['a[nothing]=1', 'Has no such member: nothing.'],
    ['a[constructor]=1', 'Has no such member: constructor.'],
    [`a${'[b]'.repeat(9)}=1`, 'There is no such parameter here.'],
    ['a[=1', 'There is no such parameter here.'],
  ])('with %s is wrong', (address, message) => {
    expect(read(address, { a: 'RecordRef' }).unknown.map((each) => String(each.message))).toEqual([message]);
  });
});
