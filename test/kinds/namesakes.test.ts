import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FieldTable } from '../../src/domain/fields/table.ts';
import { capitalized } from '../../src/domain/text.ts';
import { organizerFields } from '../../src/kinds/organizer/fields.ts';
import type { OrganizerRecord } from '../../src/kinds/organizer/record.ts';
import { venueFields } from '../../src/kinds/venue/fields.ts';
import type { VenueRecord } from '../../src/kinds/venue/record.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';
import { typed } from '../support/parity/wire.ts';
import { contents, empty } from '../support/stored.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
beforeEach(() => empty(app));
afterAll(() => app.close());

type Linked = 'venues' | 'organizers';

const KINDS = {
  venues: { name: 'venue', fields: venueFields as FieldTable },
  organizers: { name: 'organizer', fields: organizerFields as FieldTable },
} as const;
const PLURALS: readonly Linked[] = ['venues', 'organizers'];

const TIMES = { startDate: '2026-12-01', endDate: '2026-12-02' };

/** Runs a mutation, which must not be refused. */
async function done(operation: string, input: object, as: Caller): Promise<void> {
  const says = `mutation ($input: ${capitalized(operation)}Input!) { it: ${operation}(input: $input) { userErrors { path code } } }`;
  const { body } = await app.graphql(says, { input: typed(input) }, { as });
  expect(body).toEqual({ data: { it: { userErrors: [] } } });
}

type Way = (kind: Linked, values: Record<string, unknown>, as?: Caller) => Promise<unknown>;

/** The ways in which a record is sent; values are by GraphQL names. */
const BY_ITSELF: Record<string, Way> = {
  'to REST': (kind, values, as) => made(app, kind, onWire(kind, values), as),
  'to GraphQL': (kind, values, as = 'administrator') => done(`upsert${capitalized(KINDS[kind].name)}`, values, as),
};

const IN_AN_EVENT: Record<string, Way> = {
  'to REST inside an event': (kind, values, as) =>
    made(app, 'events', { [KINDS[kind].name]: [onWire(kind, values)] }, as),
  'to REST inside an update of an event': async (kind, values, as = 'administrator') => {
    const { id } = await made(app, 'events', { status: 'draft' }, as);
    const json = { [KINDS[kind].name]: onWire(kind, values) };
    expect((await app.rest('PATCH', `/events/${id}`, { as, json })).status).toBe(200);
  },
  'to GraphQL inside an event': (kind, values, as = 'administrator') =>
    done('createEvent', { title: 'An event', ...TIMES, [kind]: { upsert: [values] } }, as),
  'to GraphQL inside an update of an event': async (kind, values, as = 'administrator') => {
    const { id } = await made(app, 'events', { status: 'draft' }, as);
    await done('updateEvent', { ref: { databaseId: id }, [kind]: { set: [{ upsert: values }] } }, as);
  },
};

const onWire = (kind: Linked, values: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [KINDS[kind].fields[key]!.wire, value]));

const sendingsBy = (ways: Record<string, Way>) =>
  PLURALS.flatMap((kind) => Object.entries(ways).map(([way, send]) => ({ kind, way, send })));

const alone = sendingsBy(BY_ITSELF);
const inEvents = sendingsBy(IN_AN_EVENT);
const sendings = [...alone, ...inEvents];

const ALIKE = [
  ['the same', 'A large hall', 'A large hall'],
  ['in capitals', 'A large hall', 'A LARGE HALL'],
  ['with accents, in capitals', 'Un salón grande de Ñuñoa', 'UN SALÓN GRANDE DE ÑUÑOA'],
  ['with accents taken apart', 'Un salón', 'Un salo\u0301n'],
  ['of more than one line, as it is shown', 'A large hall.\n\nOf 1890.', '<p>A large hall.</p>\n<p>Of 1890.</p>'],
  ['with HTML, in capitals', 'A <b>large</b> hall', 'A <b>LARGE</b> hall'],
] as const;

describe.each(sendings)('one of the $kind that is sent $way', ({ kind, send }) => {
  test.each(ALIKE)('under its name in capitals and with its description %s is itself', async (_, first, second) => {
    await send(kind, { name: 'Café Ñandú', description: first });
    await send(kind, { name: 'CAFÉ ÑANDÚ', description: second });
    expect((await contents(app.store))[kind]).toMatchObject([{ text: { en: { name: 'Café Ñandú' } } }]);
  });

  test('under its name alone is itself, and keeps its description', async () => {
    await send(kind, { name: 'Town Hall', description: 'A large hall' });
    await send(kind, { name: 'Town Hall' });
    expect((await contents(app.store))[kind]).toMatchObject([
      { text: { en: { description: { raw: 'A large hall' } } } },
    ]);
  });
});

const OTHER_DESCRIPTIONS = ['A larger hall', 'A large', 'Á large hall'];

describe.each(alone)('one of the $kind that is sent $way', ({ kind, send }) => {
  test.each(OTHER_DESCRIPTIONS)('with the description %s is another', async (description) => {
    await send(kind, { name: 'Town Hall', description: 'A large hall' });
    await send(kind, { name: 'Town Hall', description });
    expect((await contents(app.store))[kind]).toHaveLength(2);
  });
});

/** What an author sends, and who made which of the records that have this name already, the first made first. */
const SENT = { name: 'TOWN hall', description: 'Another one', phone: '2' };
type There = readonly [by: Caller, status: string];

/** The records of this name after it was sent inside an event, which event links which, and what was written into it. */
async function afterwards(kind: Linked, send: Way, there: readonly There[], as: Caller = 'author') {
  for (const [by, status] of there) {
    const { id } = await made(app, kind, onWire(kind, { name: `Town Hall ${by} ${status}`, phone: '1' }), by);
    const renamed = { [KINDS[kind].fields.name!.wire]: 'Town Hall', ...(status === 'trash' ? {} : { status }) };
    await app.rest('PUT', `/${kind}/${id}`, { as: 'administrator', json: renamed });
    if (status === 'trash') await app.rest('DELETE', `/${kind}/${id}`, { as: 'administrator' });
  }
  await send(kind, SENT, as);
  const { events, [kind]: after } = await contents(app.store);
  const ids = after.map(({ _id }) => _id);
  return {
    linked: events.at(-1)![kind].map((id) => ids.indexOf(id)),
    written: ids.filter((_, index) => after[index]!.phone === SENT.phone).map((id) => ids.indexOf(id)),
    count: after.length,
  };
}

const NAMESAKES: readonly (readonly [means: string, there: readonly There[], expected: object])[] = [
  ['one of the author: written into', [['author', 'publish']], { linked: [0], written: [0], count: 1 }],
  ['a draft of the author: written into', [['author', 'draft']], { linked: [0], written: [0], count: 1 }],
  ['one of an editor: linked as it is', [['editor', 'publish']], { linked: [0], written: [], count: 1 }],
  [
    'the first of two of an editor',
    [
      ['editor', 'publish'],
      ['editor', 'publish'],
    ],
    { linked: [0], written: [], count: 2 },
  ],
  [
    'the one of the author before an older one of an editor',
    [
      ['editor', 'publish'],
      ['author', 'private'],
    ],
    { linked: [1], written: [1], count: 2 },
  ],
  [
    'the published one of an editor before an older draft and a private one of theirs',
    [
      ['editor', 'draft'],
      ['editor', 'private'],
      ['editor', 'publish'],
    ],
    { linked: [2], written: [], count: 3 },
  ],
  ...['draft', 'pending', 'private', 'trash'].map((status): [string, There[], object] => [
    `a new one beside one of an editor that is ${status}`,
    [['editor', status]],
    { linked: [1], written: [1], count: 2 },
  ]),
];

/** Venues with a new event, organizers with one that is there. */
const some = inEvents.filter(({ kind, way }) => (kind === 'venues') !== way.includes('update'));

describe.each(some)('one of the $kind that an author sends $way', ({ kind, send }) => {
  test.each(NAMESAKES)('means %s', async (_, there, expected) => {
    expect(await afterwards(kind, send, there)).toEqual(expected);
  });

  test('and a contributor as well links the published one of an editor, and their own once it is published', async () => {
    expect(await afterwards(kind, send, [['editor', 'publish']], 'contributor')).toMatchObject({
      written: [],
      count: 1,
    });
    await empty(app);
    expect(await afterwards(kind, send, [['contributor', 'publish']], 'contributor')).toMatchObject({
      written: [],
      count: 1,
    });
  });

  test.each(OTHER_DESCRIPTIONS)('with another description, %s, is written into', async (description) => {
    await send(kind, { name: 'Town Hall', description: 'A large hall' });
    await send(kind, { name: 'Town Hall', description });
    expect((await contents(app.store))[kind]).toMatchObject([{ text: { en: { description: { raw: description } } } }]);
  });
});

test.each(sendings)('one of the $kind that is sent again $way gets what is sent, and stays published', async (row) => {
  const { kind, send } = row;
  const web = { website: 'https://a.example/', phone: '1' };
  await send(kind, { name: 'Town Hall', ...web });
  await send(kind, { name: 'TOWN HALL', phone: '2', status: 'draft', author: app.idOf('author'), date: '2020-01-01' });
  expect((await contents(app.store))[kind]).toMatchObject([
    { ...web, phone: '2', status: 'publish', author: app.idOf('administrator'), publishedAt: app.clock.now },
  ]);
});

/** Something in every field that can be empty. */
const FULL: Record<Linked, Record<string, unknown>> = {
  venues: {
    ...{
      name: 'Town Hall',
      description: 'A large hall',
      website: 'https://a.example/',
      image: 'https://a.example/i.jpg',
    },
    ...{ address: 'Main St 1', city: 'Seoul', country: 'Korea', province: 'P', state: 'S', zip: '04524', phone: '1' },
    ...{ stateProvince: 'SP', geoLat: 40.5, geoLng: -3.5 },
  },
  organizers: {
    ...{ name: 'Choir', description: 'Sings', website: 'https://a.example/', image: 'https://a.example/i.jpg' },
    ...{ phone: '1', email: 'a@b.example' },
  },
};

const clearable = PLURALS.flatMap((kind) =>
  Object.entries(KINDS[kind].fields)
    .filter(([, { clearable }]) => clearable)
    .map(
      ([
        key,
        {
          wire,
          kind: { type },
        },
      ]) => ({ kind, key, wire, type }),
    ),
);

test.each(PLURALS)('every field of the %s that can be empty is tried', (kind) => {
  const tried = clearable.filter((row) => row.kind === kind).map(({ key }) => key);
  expect(['name', ...tried].sort()).toEqual(Object.keys(FULL[kind]).sort());
});

/** Coordinates show together or not at all, and outside of the United States the province is shown twice. */
const GONE_WITH: Record<string, string[]> = {
  geo_lat: ['geo_lat', 'geo_lng'],
  geo_lng: ['geo_lat', 'geo_lng'],
  province: ['province', 'stateprovince'],
};

/** One way to say that there is nothing, for each way of sending; the ways to say it are the same in all. */
const nothing = (way: string, type: unknown): unknown => {
  const said: Record<string, unknown> = {
    'to REST': '',
    'to REST inside an update of an event': [],
    'to GraphQL inside an event': type === 'String' ? '' : null,
  };
  return said[way] ?? null;
};

const clearings = sendings.flatMap(({ kind, way, send }) =>
  clearable.filter((row) => row.kind === kind).map((row) => ({ ...row, way, send, value: nothing(way, row.type) })),
);

test.each(clearings)('one of the $kind, sent again $way with $key as $value, has none', async (row) => {
  const { kind, key, wire, send, value } = row;
  const { id } = await made(app, kind, onWire(kind, FULL[kind]));
  const read = async () => (await app.rest('GET', `/${kind}/${id}`)).body;
  const before = await read();
  await send(kind, { name: FULL[kind].name, [key]: value });
  const after = await read();
  expect(Object.keys(before).filter((each) => !(each in after))).toEqual(GONE_WITH[wire] ?? [wire]);
  expect((await contents(app.store))[kind]).toHaveLength(1);
});

/** The state or province follows from others where none is sent. */
const lonely = clearings.filter(({ key, way }) => key !== 'stateProvince' && /GraphQL$|REST inside an event/.test(way));

test.each(lonely)('a new one of the $kind, sent $way with an empty $key, keeps nothing of it', async (row) => {
  const { kind, key, send, value } = row;
  await send(kind, { ...FULL[kind], [key]: value });
  const [{ text, ...record }] = (await contents(app.store))[kind] as [VenueRecord | OrganizerRecord];
  expect({ ...record, ...text.en }).not.toHaveProperty(key);
});

test('what is sent by itself, and its sender may not change, is not looked at: a new record is made', async () => {
  for (const kind of PLURALS) {
    await made(app, kind, onWire(kind, FULL[kind]), 'editor');
    const { body } = await post(app, kind, onWire(kind, { name: FULL[kind].name, phone: '' }), 'author');
    expect((await contents(app.store))[kind]).toMatchObject([{ phone: '1' }, { _id: body.id }]);
  }
});
