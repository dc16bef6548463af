import fc from 'fast-check';
import {
  type GraphQLArgument,
  getNamedType,
  getVariableValues,
  isInputObjectType,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/api/graphql/schema.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzSeed, runsOf } from '../support/fuzz/seed.ts';
import { naughty } from '../support/fuzz/values.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

const FIELDS = [schema.getQueryType()!, schema.getMutationType()!]
  .flatMap((root) => Object.values(root.getFields()).map((field) => ({ root: root.name.toLowerCase(), field })))
  .filter(({ field }) => field.args.length > 0);

/** Deep values are told shorter or longer by different versions of GraphQL. */
const flat = naughty.filter((value) => typeof value !== 'object' || JSON.stringify(value).length < 5);

/** Some values for an argument, of which few are right. */
function someValue({ type }: GraphQLArgument): fc.Arbitrary<unknown> {
  const named = getNamedType(type);
  const members = isInputObjectType(named) ? Object.keys(named.getFields()) : [];
  const partly = fc.dictionary(fc.constantFrom('nonsense', ...members), flat, { maxKeys: 4 });
  return fc.oneof(partly, flat).map((value) => JSON.parse(JSON.stringify(value) ?? 'null'));
}

const someRequest = fc.constantFrom(...FIELDS).chain(({ root, field: { name, args } }) => {
  const declared = args.map((each) => `$${each.name}: ${each.type}`).join(', ');
  const passed = args.map((each) => `${each.name}: $${each.name}`).join(', ');
  return fc.record({
    query: fc.constant(`${root} (${declared}) { ${name}(${passed}) { __typename } }`),
    variables: fc.record(Object.fromEntries(args.map((each) => [each.name, someValue(each)]))),
  });
});

const seed = fuzzSeed();

test(`every wrong variable is refused in the words of GraphQL itself (FUZZ_SEED=${seed})`, async () => {
  const ask = fc.asyncProperty(someRequest, async ({ query, variables }) => {
    const { variableDefinitions } = parse(query).definitions[0] as OperationDefinitionNode;
    const { errors = [] } = getVariableValues(schema, variableDefinitions!, variables, { maxErrors: 50 });
    fc.pre(errors.length > 0);
    const answer = await app.graphql(query, variables);
    expect(answer.body.errors).toEqual(
      errors.map(({ message, locations }) => ({ message, locations, extensions: { code: 'BAD_USER_INPUT' } })),
    );
  });
  await fc.assert(ask, { seed, numRuns: runsOf(40, 1000) });
});
