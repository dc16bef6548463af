import { getOperationAST, Kind, type OperationDefinitionNode, parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESS_RULES } from '../../../src/api/graphql/graphiql-address.ts';
import { readExampleDocuments, readOperations } from '../../../src/schema-files.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { scriptOf } from '../../support/graphiql.ts';
import { folderOf, OURS } from '../operations/folder.ts';

interface Found {
  kind: string;
  name: string;
  naming: [at: number, before: string];
  variables: { name: string; type: string; required: boolean }[];
  fields: number;
}

interface Rules {
  operationsIn(text: string): Found[];
  valuesIn(text: string): Record<string, unknown> | undefined;
  ownValues(operation: Found, values: object): Record<string, unknown>;
  pathOf(operation: Found, values: object): string;
}

const rules: Rules = new Function(`${ADDRESS_RULES}; return { operationsIn, valuesIn, ownValues, pathOf }`)();

/** The path that the window shows for a document and the text of its variables. */
function shown(text: string, variables = ''): string {
  const [operation] = rules.operationsIn(text);
  return rules.pathOf(operation!, rules.ownValues(operation!, rules.valuesIn(variables)!));
}

describe('the document in the editor', () => {
  const said = ({ operation, name, variableDefinitions = [], selectionSet }: OperationDefinitionNode) => ({
    kind: operation,
    name: name?.value,
    variables: variableDefinitions.map(({ variable, type, defaultValue }) => ({
      name: variable.name.value,
      type: print(type),
      required: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
    })),
    isOne: selectionSet.selections.length === 1 && selectionSet.selections[0]!.kind === Kind.FIELD,
  });

  test('is understood as the GraphQL library does, for each document of ours', () => {
    for (const text of [...readExampleDocuments(), ...readOperations(), OURS]) {
      const expected = parse(text)
        .definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
        .map(said);
      const found = rules
        .operationsIn(text)
        .map(({ naming: _, fields, ...each }) => ({ ...each, isOne: fields === 1 }));
      expect(found).toEqual(expected);
    }
  });

  test.each([
    ['{ a }', 'query Mine { a }'],
    ['# {\n{ a }', '# {\nquery Mine { a }'],
    ['query { a }', 'query Mine { a }'],
    ['query($b: C = {d: "}"}) @e{a}', 'query Mine ($b: C = {d: "}"}) @e{a}'],
    ['fragment F on Q{a},{...F}', 'fragment F on Q{a},query Mine {...F}'],
  ])('that is %s becomes %s', (text, named) => {
    const [at, before] = rules.operationsIn(text).find(({ name }) => !name)!.naming;
    expect(`${text.slice(0, at)}${before}Mine ${text.slice(at).trimStart()}`).toBe(named);
    expect(getOperationAST(parse(named), 'Mine')).not.toBeNull();
  });

  test.each(['{ a b }', '{ a ...F }', '{ ... on Q { a } }', 'query { }'])('%j has not one field', (text) => {
    expect(rules.operationsIn(text)[0]!.fields).not.toBe(1);
  });

  test.each(['', '# nothing', 'fragment F on Q { a }', 'query A { a'])('%j has no whole operation', (text) => {
    expect(rules.operationsIn(text)).toEqual([]);
  });
});

test.each([
  ['', {}],
  ['{"a": "// b", /* c */ "d": [1,], // e\n}', { a: '// b', d: [1] }],
  ['[]', undefined],
  ['null', undefined],
  ['{', undefined],
])('variables written as %j are %j', (text, values) => {
  expect(rules.valuesIn(text)).toEqual(values);
});

describe('the address', () => {
  test.each([
    ['query A($b: String) { c }', '', 'operations/A'],
    ['query A($b: String) { c }', '{"b": "Washington, D.C.", "other": 1}', 'operations/A?b=Washington%2C+D.C.'],
    ['query A($b: String, $c: Int) { d }', '{"b": null, "c": null}', 'operations/A?c=null'],
    ['query A($b: [ID!]) { c }', '{"b": ["x", "y"]}', 'operations/A?b=x&b=y'],
    ['query A($b: [ID!]) { c }', '{"b": "x, y"}', 'operations/A?b=%5B%22x%2C+y%22%5D'],
    ['query A($b: Near) { c }', '{"b": {"d": 1}}', 'operations/A?b=%7B%22d%22%3A1%7D'],
    ['mutation A($b: String) { c }', '{"b": "x"}', 'operations/A'],
  ])('of %s with %s is %s', (text, variables, path) => {
    expect(shown(text, variables)).toBe(path);
  });
});

describe('a server with operations', () => {
  let app: TestApp;
  let closed: TestApp['fetch'];

  beforeAll(async () => {
    app = await buildApp({ env: { OPERATIONS: folderOf(OURS) } });
    closed = app.secondServer({ INTROSPECTION: 'false' });
    const json = { title: 'Concert', start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00', status: 'publish' };
    await app.rest('POST', '/events', { as: 'administrator', json });
  });
  afterAll(() => app.close());

  test('answers at the address that is shown', async () => {
    const variables = '{"when": "ALL", "first": 1, "free": null, "near": null}';
    const { status, body } = await app.fetch(`/${shown(OURS, variables)}`);
    expect([status, body.events[0].title]).toEqual([200, 'Concert']);
  });

  test('tells GraphiQL the names of its operations, if it shows its schema', async () => {
    expect(await scriptOf(app, 'start')).toContain('new Set(["Concerts","OneEvent",');
    expect(await scriptOf({ fetch: closed }, 'start')).toContain('new Set([])');
  });
});
