// Every field of every input is sent with what it does not take: errors must name what was sent, as it was sent.

import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/api/graphql/schema.ts';
import { formsOf } from '../../src/api/rest/request.ts';
import type { Route } from '../../src/api/rest/route.ts';
import { ROUTES } from '../../src/api/rest/table.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, ONE, PLURALS } from '../support/making.ts';
import { sample } from '../support/sample.ts';

let app: TestApp;
/** An id of each kind of record, also of images, by its name. */
const ids: Record<string, number> = {};

const as = 'administrator';

/** How much is sent of all that an operation, or one of its arguments, does not take, where samples are. */
const [MANY, FEW] = [5, 3];

beforeAll(async () => {
  app = await buildApp();
  for (const plural of PLURALS) ids[ONE[plural]] = (await made(app, plural)).id;
  const field = 'of: EVENT, key: "good", kind: CHOICE, label: { en: "Good" }, choices: ["a"]';
  await app.graphql(`mutation { createCustomField(input: { ${field} }) { userErrors { code } } }`, {}, { as });
  ids.image = (await made(app, 'venues', { image: 'https://a.example/b.png' })).image.id;
});
afterAll(() => app.close());

/** Names of two words or more, as programs write them. */
const namesIn = (text: string): string[] =>
  (text.match(/\w+/g) ?? []).filter((word) => /^[a-z]+(?:_|[A-Z])/.test(word));

/** Longer than any line, and the address of an event. */
const LONG = `/event/${'x'.repeat(1001)}/`;

/** What may be wrong with a value of a scalar type, also only beside others. */
const BAD: Record<string, readonly unknown[]> = {
  String: ['', 'a\0b', LONG, '0', 'x', 'https://a.example/'],
  ID: ['x', '999999', '0'],
  Int: [-1, 0, 2 ** 31 - 1],
  Float: [-1000, 1e9],
  Boolean: [false, true],
  DateTime: ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00', '2031-01-01T00:00:00Z'],
  DateOrDateTime: ['x'],
  Date: ['2031-05-01'],
};

const enumWords = (type: GraphQLNamedInputType): unknown[] =>
  isEnumType(type) ? type.getValues().map(({ name }) => name) : [];

/** A value that a type takes. */
function goodOf(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [];
  if (isInputObjectType(nullable)) return required(nullable);
  return (
    enumWords(getNamedType(type))[0] ??
    { String: 'good', Upload: `upload:${'0'.repeat(64)}` }[getNamedType(type).name] ??
    1
  );
}

const required = (type: GraphQLInputObjectType): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(type.getFields())
      .filter(isRequiredInputField)
      .map(({ name, type: its }) => [name, goodOf(its)]),
  );

/** Values that a type lets through and the calendar may refuse. In an object, one member at a time. */
function badOf(type: GraphQLInputType, depth = 4): unknown[] {
  const nullable = getNullableType(type);
  if (depth === 0) return [];
  if (isListType(nullable)) return [[], ...badOf(nullable.ofType, depth).map((each) => [each])];
  if (!isInputObjectType(nullable))
    return [...(BAD[nullable.name] ?? enumWords(nullable))].slice(0, depth < 3 ? 2 : undefined);
  return Object.values(nullable.getFields()).flatMap(({ name, type: its }) =>
    badOf(its, depth - 1).map((bad) => ({ ...(nullable.isOneOf ? {} : required(nullable)), [name]: bad })),
  );
}

/** The members of an input that are not values of the record. They are sent alone, because they stop everything else. */
const OTHERS = ['ref', 'ifVersion', 'language'];

const MUTATIONS = Object.values(schema.getMutationType()!.getFields())
  .map(({ name, args }) => ({ name, type: getNamedType(args[0]!.type) as GraphQLInputObjectType }))
  .filter(({ type }) => !type.getFields().items);

/** The names of the members of a type, and of all types in it. */
function allNames(type: GraphQLInputObjectType, seen = new Set<string>()): Set<string> {
  for (const field of Object.values(type.getFields())) {
    const its = getNamedType(field.type);
    const isNew = !seen.has(field.name);
    seen.add(field.name);
    if (isNew && isInputObjectType(its)) allNames(its, seen);
  }
  return seen;
}

/** How much of a path leads somewhere: in the types, and in what was sent. */
function followed(path: readonly string[], type: GraphQLInputType, sent: unknown): { typed: number; sent: number } {
  let [at, value] = [type as GraphQLInputType | undefined, sent];
  const reached = { typed: 0, sent: 0 };
  for (const step of path) {
    const nullable = at && getNullableType(at);
    at = isListType(nullable)
      ? nullable.ofType
      : isInputObjectType(nullable)
        ? nullable.getFields()[step]?.type
        : undefined;
    value = Object(value)[step];
    reached.typed += at ? 1 : 0;
    reached.sent += value === undefined ? 0 : 1;
  }
  return reached;
}

interface Told {
  path: string[];
  code: string;
  message: string;
}

test.each(MUTATIONS)(
  'the errors of $name lead to what was sent, and name fields of its input',
  async ({ name, type }) => {
    const [, kind = ''] = /^[a-z]+([A-Z][a-z]+)/.exec(name) ?? [];
    const fields = Object.values(type.getFields()).filter((field) => field.name !== 'clientMutationId');
    const times =
      type.getFields().startsAt && !type.getFields().ref
        ? { startsAt: '2031-05-01T20:00:00Z', endsAt: '2031-05-01T22:00:00Z' }
        : {};
    const base = {
      ...required(type),
      ...times,
      ...(type.getFields().ref ? { ref: { databaseId: ids[kind.toLowerCase()] } } : {}),
    };
    const bad = fields.map(({ name: key, type: its }) => {
      const values = badOf(its);
      const isAlone = OTHERS.includes(key);
      // A value that is good by itself may contradict what is there. Of links, one will do.
      const all = isAlone || (isInputObjectType(getNamedType(its)) && values.length <= 20);
      return { key, values: isAlone ? [] : values, alone: values.slice(all ? 0 : -1) };
    });
    const rounds = Math.max(0, ...bad.map(({ values }) => values.length));
    const together = Array.from({ length: rounds }, (_, at) =>
      Object.fromEntries(bad.flatMap(({ key, values }) => (values.length ? [[key, values[at % values.length]]] : []))),
    );
    // Without anything wrong, a deletion would delete.
    const nothing = rounds ? [{}] : [];
    const alone = bad.flatMap((each) => each.alone.map((value) => ({ [each.key]: value })));
    const query = `mutation ($input: ${type.name}!) { it: ${name}(input: $input) { userErrors { path code message } } }`;
    const names = allNames(type);
    const wrong: unknown[] = [];
    let found = 0;
    for (const values of [...nothing, ...sample(together, MANY), ...sample(alone, MANY)]) {
      const input: Record<string, unknown> = { ...base, ...values };
      const { body } = await app.graphql(query, { input }, { as });
      for (const { path, code, message } of (body.data?.it?.userErrors ?? []) as Told[]) {
        const [root, ...steps] = path;
        const reached = followed(steps, type, input);
        const expected = code === 'MISSING' ? [steps.length - 1, steps.length] : [steps.length];
        const isRight = root === 'input' && reached.typed === steps.length && expected.includes(reached.sent);
        const others = namesIn(message).filter((word) => !names.has(word));
        found += 1;
        if (!isRight || others.length) wrong.push({ path: path.join('.'), code, message, others });
      }
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(0);
  },
);

const LISTS = Object.values(schema.getQueryType()!.getFields()).filter(({ args }) =>
  args.some(({ type }) => isInputObjectType(getNamedType(type))),
);

test.each(LISTS)('the problems of $name name its arguments and what is in them', async ({ name, args, type }) => {
  const names = new Set(args.map((arg) => arg.name));
  for (const arg of args) {
    const its = getNamedType(arg.type);
    if (isInputObjectType(its)) allNames(its, names);
  }
  const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
  const wrong: unknown[] = [];
  for (const arg of args) {
    const query = `query ($it: ${arg.type}) { ${name}(${arg.name}: $it) ${selection} }`;
    for (const it of sample(badOf(arg.type, 2), FEW)) {
      const { body } = await app.graphql(query, { it }, { as });
      const problems: { field: string; message: string }[] = body.errors?.[0]?.extensions.problems ?? [];
      const said = problems.flatMap(({ field, message }) => [field, ...namesIn(message)]);
      const others = said.filter((word) => !names.has(word));
      if (others.length) wrong.push({ it, others });
    }
  }
  expect(wrong).toEqual([]);
});

const TAKING = ROUTES.filter(({ lines, ...route }) => !lines && formsOf(route).length > 1).map((route) => ({
  ...route,
  said: `${route.methods[0]} ${route.path}`,
}));

const WIRE_BAD: readonly unknown[] = [
  '',
  'x',
  'a\0b',
  LONG,
  '0',
  -1,
  {},
  [{ x: 1 }],
  false,
  { id: 999_999 },
  '999999',
  'https://a.example/',
];

/** The path of a route, at a record that is there. */
async function pathOf({ path, kind }: Route): Promise<string> {
  const collection = path.replace(/\/(?:<id>|by-slug).*/, '');
  const { body } = path.includes('<slug>')
    ? await app.rest('GET', `${collection}/${ids[kind!]}`, { as })
    : { body: {} };
  return path.replace('<id>', String(ids[kind!])).replace('<slug>', body.slug);
}

test.each(TAKING)('the errors of $said name its parameters', async (route) => {
  const tables = formsOf(route).map(({ table }) => table);
  const rows = tables.flatMap((table) => Object.values(table));
  const wires = rows.map(({ wire }) => wire);
  const known = new Set([
    ...wires,
    ...rows.flatMap(({ inline = {} }) => Object.values(inline).map(({ wire }) => wire)),
  ]);
  const read = route.methods.includes('GET');
  const path = await pathOf(route);
  // The address must not change meanwhile.
  const slug = path.includes('by-slug') ? { slug: path.split('/').at(-1) } : {};
  const asked = (values: Record<string, unknown>) => {
    const query = new URLSearchParams(
      Object.entries(values).map(([key, value]): [string, string] => [key, String(value)]),
    );
    return read
      ? app.rest('GET', `${path}?${query}`, { as })
      : app.rest(route.methods[0]!, path, { as, json: { ...values, ...slug } });
  };
  const together = WIRE_BAD.map((_, at) =>
    Object.fromEntries(wires.map((wire, index) => [wire, WIRE_BAD[(at + index) % WIRE_BAD.length]])),
  );
  const alone = wires.flatMap((wire) => WIRE_BAD.slice(-2).map((value) => ({ [wire]: value })));
  const wrong: unknown[] = [];
  for (const values of [{}, ...sample(together, FEW), ...sample(alone, FEW)]) {
    const { body } = await asked(values);
    const { params = {}, details } = Object(body.data) as {
      params?: object;
      details?: Record<string, { message: string }>;
    };
    const named = Array.isArray(params) ? params : Object.keys(params);
    const said = [body.message ?? '', ...Object.values(details ?? {}).map(({ message }) => message)].join(' ');
    const others = [
      ...named.filter((name) => !wires.includes(name) && !route.path.includes(`<${name}>`)),
      ...namesIn(said).filter((word) => !known.has(word)),
    ];
    if (body.code && others.length) wrong.push({ values, others, said });
  }
  expect(wrong).toEqual([]);
});
