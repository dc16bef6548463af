import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../../src/api/graphql/schema.ts';
import type { FieldTable } from '../../../src/domain/fields/table.ts';
import { nodeId } from '../../../src/domain/node-id.ts';
import { capitalized } from '../../../src/domain/text.ts';
import { KINDS as DECLARED } from '../../../src/kinds/kinds.ts';
import type { Caller } from '../app.ts';
import { typed } from '../parity/wire.ts';
import { MOMENTS, TEXTS } from './naughty.ts';
import { naughty, naughtyTyped, someValues } from './values.ts';
import { CALLERS, type World } from './world.ts';

/** A GraphQL request as it is sent, and as a failing test shows it. */
interface Queried {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  as: Caller;
}

/** The tables behind inputs, by the names of the inputs. */
const TABLES: Readonly<Record<string, FieldTable>> = Object.fromEntries(
  DECLARED.flatMap(({ name, rest, filters, ...kind }) => {
    const [Name, fields] = [capitalized(name), rest.fields ?? kind.fields];
    return [
      [`Create${Name}Input`, fields],
      [`Upsert${Name}Input`, fields],
      [`Update${Name}Input`, rest.patch ?? kind.patch],
      [`${Name}Filter`, filters],
    ];
  }),
);

const DEEPEST = 3;

/** Selects every field of a type that needs no arguments, a few levels deep. */
export function selectionOf(type: GraphQLOutputType, depth = 0): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  const fields = isObjectType(named) ? Object.values(named.getFields()) : [];
  const plain = fields.filter(
    (field) => !field.args.some(isRequiredArgument) && (isLeafType(getNamedType(field.type)) || depth < DEEPEST),
  );
  return `{ __typename ${plain.map((field) => `${field.name} ${selectionOf(field.type, depth + 1)}`).join(' ')} }`;
}

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag', 'image', 'user', 'nothing'];

const reference = ({ ids, slugs }: World): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...ids).map((databaseId) => ({ databaseId })), weight: 6 },
    { arbitrary: fc.nat({ max: 150 }).map((databaseId) => ({ databaseId })), weight: 2 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...KINDS), fc.constantFrom(...ids))
        .map(([kind, id]) => ({ id: nodeId(kind, id) })),
      weight: 4,
    },
    { arbitrary: fc.constantFrom(...slugs, ...TEXTS).map((slug) => ({ url: `/event/${slug}/` })), weight: 1 },
    { arbitrary: fc.constantFrom(...slugs, ...TEXTS, ...MOMENTS).map((slug) => ({ slug })), weight: 4 },
    {
      arbitrary: fc.constantFrom({}, { id: 1, slug: 'x' }, { id: null }, { id: -1 }, { databaseId: 2 ** 31 - 1 }),
      weight: 1,
    },
  );

/** The input of a mutation: the fields of a record, and a reference to it. */
function inputFor(type: GraphQLInputObjectType, world: World): fc.Arbitrary<object> {
  const members = type.getFields();
  const values = TABLES[type.name] ? someValues(TABLES[type.name]!, world, 'typed', 4).map(typed) : fc.constant({});
  const besides = fc.record(
    {
      ...(members.ref && { ref: reference(world) }),
      ...(members.ifVersion && { ifVersion: fc.nat({ max: 3 }) }),
      ...(members.language && { language: fc.constantFrom('EN', 'KO', 'ES') }),
      ...(members.mode && { mode: fc.constantFrom('EACH', 'ALL_OR_NOTHING') }),
      ...(members.items && {
        items: fc.array(inputFor(getNamedType(members.items.type) as GraphQLInputObjectType, world), { maxLength: 3 }),
      }),
      ...(members.clientMutationId && { clientMutationId: fc.string({ maxLength: 5 }) }),
    },
    { requiredKeys: ['ref', 'language', 'items'].filter((name) => members[name]) as never[] },
  );
  return fc.tuple(values, besides).map(([some, more]) => ({ ...some, ...more }));
}

function argumentFor({ type }: GraphQLArgument, world: World): fc.Arbitrary<unknown> {
  const named = getNamedType(type);
  const table = TABLES[named.name];
  const good =
    isInputObjectType(named) && /Input$/.test(named.name)
      ? inputFor(named, world)
      : table
        ? someValues(table, world, 'typed', 4).map(typed)
        : named.name === 'RecordRef'
          ? reference(world)
          : isEnumType(named)
            ? fc.constantFrom(...named.getValues().map(({ name }) => name))
            : naughtyTyped(named.name);
  return fc.oneof({ arbitrary: good, weight: 30 }, { arbitrary: naughty, weight: 1 });
}

type Root = 'query' | 'mutation';

function toField(root: Root, field: GraphQLField<unknown, unknown>, world: World): fc.Arbitrary<Queried> {
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `${root} One(${declared}) { ${field.name}(${passed}) ${selectionOf(field.type)} }`;
  const required = field.args.filter(isRequiredArgument).map(({ name }) => name);
  const all = Object.fromEntries(field.args.map((argument) => [argument.name, argumentFor(argument, world)]));
  return fc.record({
    query: fc.constant(query),
    variables: fc.record(all, { requiredKeys: required }),
    as: fc.constantFrom(...CALLERS, ...(/^delete/.test(field.name) ? [] : (['administrator', 'editor'] as const))),
  });
}

/** Wrong or unusual documents. */
const ODD: readonly string[] = [
  '',
  ' ',
  '{',
  '{}',
  '{ nothing }',
  'query',
  'subscription { x }',
  '{ __typename }',
  '{ __schema { types { name } } }',
  'query A { __typename } query B { __typename }',
  '{ ...F } fragment F on Query { ...F }',
  '{ event }',
  '{ event(ref: 1) { id: databaseId } }',
  '{ event(ref: { databaseId: 1e309 }) { id: databaseId } }',
  '{ event(ref: { databaseId: 99999999999 }) { id: databaseId } }',
  '{ event(ref: $x) { id: databaseId } }',
  'query($x: Nothing) { __typename }',
  '{ eventPage(page: -1) { total } }',
  '{ eventPage(page: 0, perPage: 0) { total } }',
  '{ eventPage(page: 2147483647, perPage: 2147483647) { items { id: databaseId } } }',
  '{ a: __typename @skip(if: true) @include(if: false) }',
  'mutation { createTag(input: { name: "\\ud800" }) { tag { id: databaseId } } }',
  'mutation { createTag(input: { name: """\n\u0000""" }) { tag { id: databaseId } } }',
  `{ ${'a: __typename '.repeat(300)} }`,
  '{ __type(name: "__proto__") { name } }',
  '{ constructor }',
  '{ eventPage { items { venues { events } } } }',
];

const fieldsOf = (root: Root) =>
  Object.values((root === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {});

/** Any request to GraphQL by any caller: every root field with arguments of its types, and wrong documents. */
export const someGraphqlRequest = (world: World): fc.Arbitrary<Queried> =>
  fc.oneof(
    { arbitrary: fc.oneof(...fieldsOf('query').map((field) => toField('query', field, world))), weight: 12 },
    { arbitrary: fc.oneof(...fieldsOf('mutation').map((field) => toField('mutation', field, world))), weight: 12 },
    {
      arbitrary: fc.record({
        query: fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: 30 })),
        variables: fc.dictionary(fc.string({ maxLength: 4 }), naughty, { maxKeys: 2 }),
        as: fc.constantFrom(...CALLERS),
      }),
      weight: 1,
    },
  );
