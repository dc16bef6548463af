// Alone catches a field that null or an empty value clears against the design, or by one API only.

import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_LINKS } from '../../src/kinds/event-links.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { defineFields } from '../support/custom-fields.ts';
import { made } from '../support/making.ts';
import { type Said, writeGraphql, writeRest } from '../support/parity/apis.ts';
import type { Shown } from '../support/parity/keys.ts';
import { KINDS, type Kind, kindOf } from '../support/parity/kinds.ts';
import { among, valuesOf } from '../support/parity/values.ts';
import { sample } from '../support/sample.ts';

/** Two apps that hold the same: one is written to through REST, the other through GraphQL. */
let left: TestApp;
let right: TestApp;
/** What records link to, with the same ids in both apps. */
const there: Record<string, number> = {};

beforeAll(async () => {
  left = await buildApp();
  right = await buildApp();
  for (const app of [left, right]) {
    await defineFields(app);
    for (const list of LISTS) there[list] = (await made(app, list)).id;
  }
});
afterAll(async () => {
  await left.close();
  await right.close();
});

const LISTS = ['categories', 'tags', ...EVENT_LINKS.map(({ inEvents }) => inEvents)] as const;

/** A record of a kind with something in every field. */
const full = ({ fields }: Kind, label: string): Shown => {
  const linked = LISTS.map((list) => [list, { set: [{ databaseId: there[list] }] }]);
  const custom = { customFields: [{ key: 'colour', value: 'Red' }], parent: there.categories };
  return { ...valuesOf(fields, label), ...among(fields, { ...custom, ...Object.fromEntries(linked) }) };
};

/** Hand-typed from the design: the fields that null and empty values clear, in every kind. In all others they are refused. */
const CLEARABLE: readonly string[] = [
  ...['description', 'slug', 'excerpt', 'timezone', 'image', 'cost', 'website', 'parent', ...LISTS],
  ...['eventStatus', 'statusReason', 'onlineUrl'],
  ...['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateProvince', 'geoLat', 'geoLng', 'email'],
];

let count = 0;

/** What was said, with 0 for the id of the record: where an API refused once, the ids of the two apps are apart. */
const anonymized = (said: Said): Said => {
  const { id } = 'value' in said ? said.value : { id: 0 };
  return JSON.parse(JSON.stringify(said).replace(new RegExp(`(?<=id=|"id":|/)${id}(?=[",}])`, 'g'), '0'));
};

/** Both APIs say so of the same record. */
const expectSame = (rest: Said, graphql: Said): void => expect(anonymized(graphql)).toEqual(anonymized(rest));

const idOf = (said: Said): number => (said as { value: Shown }).value.id;

/** Makes one more full record of a kind in both apps, and changes it: through REST in one, through GraphQL in the other. */
async function change(kind: Kind, values: Shown) {
  const create = { verb: 'create', values: full(kind, `full ${++count}`) } as const;
  const made = await writeRest(left, kind, create, 'administrator');
  const twin = await writeRest(right, kind, create, 'administrator');
  expectSame(made, twin);
  const update = (said: Said) => ({ verb: 'update', ref: { id: idOf(said) }, values }) as const;
  return {
    made,
    rest: await writeRest(left, kind, update(made), 'administrator'),
    graphql: await writeGraphql(right, kind, update(twin), 'administrator'),
  };
}

const NONE = ['null', 'an empty value'] as const;

/** What such a value means to a field. */
const meaningIn = ({ fields }: Kind, key: string): 'clears' | 'ignored' | 'refused' =>
  CLEARABLE.includes(key) ? 'clears' : fields[key]!.ignoresEmpty ? 'ignored' : 'refused';

/** The fields of a kind to which such a value has this meaning, each with it. Only new events take a recurrence. */
const nothingIn = (kind: Kind, none: (typeof NONE)[number], meaning: ReturnType<typeof meaningIn>): Shown =>
  Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([key]) => key !== 'recurrence' && meaningIn(kind, key) === meaning)
      .filter(([, field]) => none === 'null' || field.kind.type === 'String' || field.kind.list)
      .map(([key, { kind, ignoresEmpty }]) => [
        key,
        none === 'null' ? null : ignoresEmpty ? [] : kind.list ? { set: [] } : '',
      ]),
  );

const shown = (said: Said): Shown => (said as { value: Shown }).value;

describe.each(
  sample(
    KINDS.flatMap((kind) => NONE.map((none) => ({ kind, none, name: kind.name }))),
    4,
  ),
)('$none in a $name', ({ kind, none }) => {
  const cleared = nothingIn(kind, none, 'clears');
  const silent = nothingIn(kind, none, 'ignored');
  const others = nothingIn(kind, none, 'refused');
  const wires = (values: Shown): string[] => Object.keys(values).map((key) => kind.fields[key]!.wire);

  test('clears what can be empty by both APIs, and changes nothing that ignores it', async () => {
    const { made, rest, graphql } = await change(kind, { ...cleared, ...silent });
    expectSame(rest, graphql);
    expect(wires(cleared).filter((wire) => isDeepStrictEqual(shown(rest)[wire], shown(made)[wire]))).toEqual([]);
    for (const wire of wires(silent)) expect(shown(rest)[wire]).toMatchObject({ colour: { value: 'Red' } });
  });

  test('is refused by both APIs as any other field', async () => {
    const params = Object.fromEntries(wires(others).map((wire) => [wire, 'empty']));
    const { rest, graphql } = await change(kind, others);
    const refused = { code: 'rest_invalid_param', status: 400, params };
    expect({ rest, graphql }).toEqual({ rest: refused, graphql: refused });
  });

  test('means the same to both APIs in a new one', async () => {
    const optional = Object.entries(others).filter(([key]) => !kind.fields[key]!.required);
    for (const values of [{ ...cleared, ...silent }, Object.fromEntries(optional)]) {
      const write = { verb: 'create', values: { ...full(kind, `new ${++count}`), ...values } } as const;
      const rest = await writeRest(left, kind, write, 'administrator');
      expectSame(rest, await writeGraphql(right, kind, write, 'administrator'));
    }
  });
});

test('a cost of 0 means the same at both APIs', async () => {
  const { rest, graphql } = await change(kindOf('event'), { cost: '0' });
  expectSame(rest, graphql);
});

test.each([
  ['venues', { name: 'Within', city: 'X', image: '' }],
  ['organizers', { name: 'Within', phone: '1', image: '' }],
])('an empty image of a record of %s that is made with an event is none at both APIs', async (key, upsert) => {
  const { rest, graphql } = await change(kindOf('event'), { [key]: { set: [{ upsert }] } });
  expectSame(rest, graphql);
});
