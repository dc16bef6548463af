// Alone catches a field that null or an empty value clears against the design, or by one API only.

import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { defineFields } from '../support/custom-fields.ts';
import { made } from '../support/making.ts';
import { type Said, writeGraphql, writeRest } from '../support/parity/apis.ts';
import type { Shown } from '../support/parity/keys.ts';
import { KINDS, type Kind, kindOf } from '../support/parity/kinds.ts';

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
    for (const kind of ['venues', 'organizers', 'categories', 'tags'] as const)
      there[kind] = (await made(app, kind)).id;
  }
});
afterAll(async () => {
  await left.close();
  await right.close();
});

const NAME = (label: string): Shown => ({ name: label, description: 'Said of it' });
const WEB: Shown = { website: 'https://a.example/', image: 'https://a.example/i.jpg' };
const CUSTOM: Shown = { customFields: [{ key: 'colour', value: 'Red' }] };
const CITY: Shown = {
  ...{ phone: '1', city: 'Seoul', country: 'Korea', province: 'P', state: 'S', zip: '04524', stateProvince: 'SP' },
};

const linked = (kind: string): Shown => ({ set: [{ databaseId: there[kind] }] });

/** A record of each kind with something in every field. */
const FULL: Readonly<Record<Kind['name'], (label: string) => Shown>> = {
  event: (label) => ({
    ...{ title: label, description: 'Long', excerpt: 'Short', slug: `slug-${label}`, timezone: 'Asia/Seoul', ...WEB },
    ...{ startDate: '2026-12-05 10:00:00', endDate: '2026-12-05 12:00:00', cost: '10' },
    ...{ categories: linked('categories'), tags: linked('tags') },
    ...CUSTOM,
    ...{ eventStatus: 'postponed', statusReason: 'Rain', onlineUrl: 'https://a.example/live' },
    ...{ venues: linked('venues'), organizers: linked('organizers'), featured: true, showMap: true },
  }),
  venue: (label) => ({
    ...{ ...NAME(label), ...CUSTOM, ...WEB, ...CITY, address: 'Main St 1' },
    ...{ geoLat: 40.5, geoLng: -3.5, showMap: true, showMapLink: true },
  }),
  organizer: (label) => ({ ...NAME(label), ...CUSTOM, ...WEB, phone: '1', email: 'a@b.example' }),
  category: (label) => ({ ...NAME(label), slug: `slug-${label}`, parent: there.categories }),
  tag: (label) => ({ ...NAME(label), slug: `slug-${label}` }),
};

/** Hand-typed from the design: the fields that null and empty values clear. In all others they are refused. */
const CLEARABLE: Readonly<Record<Kind['name'], string[]>> = {
  event: [
    ...['description', 'slug', 'excerpt', 'timezone', 'image', 'cost', 'website', 'categories', 'tags', 'venues'],
    ...['organizers', 'eventStatus', 'statusReason', 'onlineUrl'],
  ],
  venue: [
    ...['description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateProvince', 'website'],
    ...['image', 'geoLat', 'geoLng'],
  ],
  organizer: ['description', 'phone', 'website', 'email', 'image'],
  category: ['description', 'slug', 'parent'],
  tag: ['description', 'slug'],
};

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
  const full = { verb: 'create', values: FULL[kind.name](`full ${++count}`) } as const;
  const made = await writeRest(left, kind, full, 'administrator');
  const twin = await writeRest(right, kind, full, 'administrator');
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
const meaningIn = ({ name, fields }: Kind, key: string): 'clears' | 'ignored' | 'refused' =>
  CLEARABLE[name].includes(key) ? 'clears' : fields[key]!.ignoresEmpty ? 'ignored' : 'refused';

/** The fields of a kind to which such a value has this meaning, each with it. */
const nothingIn = (kind: Kind, none: (typeof NONE)[number], meaning: ReturnType<typeof meaningIn>): Shown =>
  Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([key]) => meaningIn(kind, key) === meaning)
      .filter(([, field]) => none === 'null' || field.kind.type === 'String' || field.kind.list)
      .map(([key, { kind, ignoresEmpty }]) => [
        key,
        none === 'null' ? null : ignoresEmpty ? [] : kind.list ? { set: [] } : '',
      ]),
  );

const shown = (said: Said): Shown => (said as { value: Shown }).value;

describe.each(KINDS.flatMap((kind) => NONE.map((none) => ({ kind, none, name: kind.name }))))(
  '$none in a $name',
  ({ kind, none }) => {
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
        const write = { verb: 'create', values: { ...FULL[kind.name](`new ${++count}`), ...values } } as const;
        const rest = await writeRest(left, kind, write, 'administrator');
        expectSame(rest, await writeGraphql(right, kind, write, 'administrator'));
      }
    });
  },
);

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
