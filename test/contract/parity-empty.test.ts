import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../support/app.ts';
import { type Said, writeGraphql, writeRest } from '../support/parity/apis.ts';
import type { Shown } from '../support/parity/keys.ts';
import { KINDS, type Kind, kindOf } from '../support/parity/kinds.ts';
import { furnish, type World } from '../support/parity/world.ts';

/** Two apps that hold the same: one is written to through REST, the other through GraphQL. */
let left: TestApp;
let right: TestApp;
let world: World;

beforeAll(async () => {
  left = await buildApp();
  right = await buildApp();
  world = await furnish(left);
  await furnish(right);
});
afterAll(async () => {
  await left.close();
  await right.close();
});

const NAME = (label: string): Shown => ({ name: label, description: 'Said of it' });
const WEB: Shown = { website: 'https://a.example/', image: 'https://a.example/i.jpg' };
const CUSTOM: Shown = { customFields: [{ key: 'colour', value: 'Red' }] };
const CITY: Shown = {
  phone: '1',
  city: 'Seoul',
  country: 'Korea',
  province: 'P',
  state: 'S',
  zip: '04524',
  stateProvince: 'SP',
};

const linked = (label: string): Shown => ({ set: [{ databaseId: world.id(label) }] });

/** A record of each kind with something in every field. */
const FULL: Readonly<Record<Kind['name'], (label: string) => Shown>> = {
  event: (label) => ({
    ...{ title: label, description: 'Long', excerpt: 'Short', slug: `slug-${label}`, timezone: 'Asia/Seoul', ...WEB },
    ...{ startDate: '2026-12-05 10:00:00', endDate: '2026-12-05 12:00:00', cost: '10' },
    ...{ categories: linked('music'), tags: linked('free') },
    ...CUSTOM,
    ...{ eventStatus: 'postponed', statusReason: 'Rain', onlineUrl: 'https://a.example/live' },
    ...{ venues: linked('hall'), organizers: linked('ann'), featured: true, showMap: true },
  }),
  venue: (label) => ({
    ...NAME(label),
    ...CUSTOM,
    ...WEB,
    ...CITY,
    geoLat: 40.5,
    geoLng: -3.5,
    address: 'Main St 1',
    showMap: true,
    showMapLink: true,
  }),
  organizer: (label) => ({ ...NAME(label), ...CUSTOM, ...WEB, phone: '1', email: 'a@b.example' }),
  category: (label) => ({ ...NAME(label), slug: `slug-${label}`, parent: world.id('music') }),
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

/** What was said, with 0 for the id of the record: where a door refused once, the ids of the two apps are apart. */
const anonymized = (said: Said): Said => {
  const { id } = 'value' in said ? said.value : { id: 0 };
  return JSON.parse(JSON.stringify(said).replace(new RegExp(`(?<=id=|"id":|/)${id}(?=[",}])`, 'g'), '0'));
};

/** Both doors say so of the same record. */
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

const refusal = (wire: string): Said => ({ code: 'rest_invalid_param', status: 400, params: { [wire]: 'empty' } });

const ROWS = KINDS.flatMap((kind) =>
  Object.entries(kind.fields).map(([key, field]) => ({ name: kind.name, kind, key, field })),
);
const SILENT = ROWS.filter(({ field }) => field.ignoresEmpty);
const shownOf = (said: Said, wire: string) => (said as { value: Shown }).value[wire];
const clears = ({ name, key }: (typeof ROWS)[number]): boolean => CLEARABLE[name].includes(key);

describe('null', () => {
  test.each(ROWS.filter(clears))('clears $key of the $name at both APIs', async ({ kind, key, field }) => {
    const { made, rest, graphql } = await change(kind, { [key]: null });
    expectSame(rest, graphql);
    expect(rest).toMatchObject({ value: { id: expect.any(Number) } });
    const shown = (said: Said) => (said as { value: Shown }).value[field.wire];
    expect(shown(graphql)).not.toEqual(shown(made));
  });

  test.each(ROWS.filter((row) => !clears(row) && !row.field.ignoresEmpty))(
    'as $key of the $name is refused at both APIs',
    async (row) => {
      const { rest, graphql } = await change(row.kind, { [row.key]: null });
      expect({ rest, graphql }).toEqual({ rest: refusal(row.field.wire), graphql: refusal(row.field.wire) });
    },
  );

  test.each(SILENT)('for $key of the $name changes nothing at both APIs', async ({ kind, key, field }) => {
    const { made, rest, graphql } = await change(kind, { [key]: null });
    expectSame(rest, graphql);
    expect(shownOf(rest, field.wire)).toEqual(shownOf(made, field.wire));
    expect(shownOf(rest, field.wire)).toMatchObject({ colour: { value: 'Red' } });
  });
});

test.each(ROWS.filter(({ field }) => !field.required))(
  'null for $key in a new $name means the same at both APIs',
  async ({ kind, key }) => {
    const write = { verb: 'create', values: { ...FULL[kind.name](`new ${++count}`), [key]: null } } as const;
    const rest = await writeRest(left, kind, write, 'administrator');
    expectSame(rest, await writeGraphql(right, kind, write, 'administrator'));
  },
);

/** The fields that have an empty value besides null. */
const EMPTIES = ROWS.filter(({ field: { kind } }) => kind.type === 'String' || kind.list).map((row) => ({
  ...row,
  empty: row.field.ignoresEmpty ? [] : row.field.kind.list ? { set: [] } : '',
}));

describe('an empty value', () => {
  test.each(EMPTIES.filter(clears))('clears $key of the $name at both APIs', async ({ kind, key, empty, field }) => {
    const { made, rest, graphql } = await change(kind, { [key]: empty });
    expectSame(rest, graphql);
    const shown = (said: Said) => (said as { value: Shown }).value[field.wire];
    expect(shown(graphql)).not.toEqual(shown(made));
  });

  test.each(EMPTIES.filter(({ field }) => field.ignoresEmpty))(
    'for $key of the $name changes nothing at both APIs',
    async ({ kind, key, empty, field }) => {
      const { made, rest, graphql } = await change(kind, { [key]: empty });
      expectSame(rest, graphql);
      expect(shownOf(rest, field.wire)).toEqual(shownOf(made, field.wire));
    },
  );

  test.each(EMPTIES.filter((row) => !clears(row) && !row.field.ignoresEmpty))(
    'as $key of the $name is refused at both APIs',
    async (row) => {
      const { rest, graphql } = await change(row.kind, { [row.key]: row.empty });
      expect({ rest, graphql }).toEqual({ rest: refusal(row.field.wire), graphql: refusal(row.field.wire) });
    },
  );
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
