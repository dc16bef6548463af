import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../src/domain/access.ts';
import type { FieldTable } from '../../src/domain/fields/table.ts';
import type { Status } from '../../src/domain/status.ts';
import { capitalized } from '../../src/domain/text.ts';
import { organizerFields } from '../../src/kinds/organizer/fields.ts';
import type { OrganizerRecord } from '../../src/kinds/organizer/record.ts';
import { namesakeInEvent } from '../../src/kinds/post/namesake.ts';
import { venueFields } from '../../src/kinds/venue/fields.ts';
import type { VenueRecord } from '../../src/kinds/venue/record.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, post } from '../support/making.ts';
import { typed } from '../support/parity/wire.ts';
import { venuesOf } from '../support/venues.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());

test.each(['venue', 'organizer'] as const)(
  'an upsert of one %s by source changes that one, also its name, and never one of the same name',
  async (kind) => {
    const Kind = capitalized(kind);
    const query = `mutation ($input: Upsert${Kind}Input!) {
      it: upsert${Kind}(input: $input) { it: ${kind} { databaseId name version source { site id } } userErrors { path code } }
    }`;
    const send = async (input: object, as: Caller = 'editor') => (await app.graphql(query, { input }, { as })).body;
    const source = { site: 'https://town.example', id: '12' };
    const byHand = (await send({ name: 'Sourced' })).data.it.it;
    const first = (await send({ name: 'Sourced', source })).data.it.it;
    expect(first).toMatchObject({ name: 'Sourced', source });
    expect(first.databaseId).not.toBe(byHand.databaseId);
    expect((await send({ name: 'Sourced', source })).data.it.it).toEqual(first);
    const renamed = (await send({ name: 'Renamed', source })).data.it.it;
    expect(renamed).toEqual({ ...first, name: 'Renamed', version: first.version + 1 });
    expect((await send({ name: 'Taken', source }, 'author')).errors[0].extensions.code).toBe('FORBIDDEN');
    const bad = (await send({ name: 'Bad', source: { site: 'town', id: '1' } })).data.it.userErrors;
    expect(bad.map(({ path }: { path: string[] }) => path)).toEqual([['input', 'source', 'site']]);
  },
);

type Linked = 'venues' | 'organizers';

const KINDS = {
  venues: { name: 'venue', fields: venueFields as FieldTable },
  organizers: { name: 'organizer', fields: organizerFields as FieldTable },
} as const;
const PLURALS: readonly Linked[] = ['venues', 'organizers'];

const TIMES = { startDate: '2026-12-01', endDate: '2026-12-02' };

/** The records of a name, the first made first. */
const called = (kind: Linked, name: string) =>
  app.store.find<VenueRecord | OrganizerRecord>(kind, { names: name.toLowerCase() }, { sort: [['_id', 1]] });

/** Runs a mutation, which must not be refused. */
async function done(operation: string, input: object, as: Caller): Promise<void> {
  const says = `mutation ($input: ${capitalized(operation)}Input!) { it: ${operation}(input: $input) { userErrors { path code } } }`;
  const { body } = await app.graphql(says, { input: typed(input) }, { as });
  expect(body).toEqual({ data: { it: { userErrors: [] } } });
}

type Way = (kind: Linked, values: Record<string, unknown>, as?: Caller) => Promise<unknown>;

const onWire = (kind: Linked, values: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [KINDS[kind].fields[key]!.wire, value]));

/** The ways in which a record is sent; values are by GraphQL names. */
const WAYS: Record<string, Way> = {
  'to REST': (kind, values, as) => made(app, kind, onWire(kind, values), as),
  'to GraphQL': (kind, values, as = 'administrator') => done(`upsert${capitalized(KINDS[kind].name)}`, values, as),
  'to REST in an event': (kind, values, as) => made(app, 'events', { [KINDS[kind].name]: [onWire(kind, values)] }, as),
  'to REST in an update of an event': async (kind, values, as = 'administrator') => {
    const { id } = await made(app, 'events', { status: 'draft' }, as);
    const json = { [KINDS[kind].name]: onWire(kind, values) };
    expect((await app.rest('PATCH', `/events/${id}`, { as, json })).status).toBe(200);
  },
  'to GraphQL in an event': (kind, values, as = 'administrator') =>
    done('createEvent', { title: 'An event', ...TIMES, [kind]: { upsert: [values] } }, as),
  'to GraphQL in an update of an event': async (kind, values, as = 'administrator') => {
    const { id } = await made(app, 'events', { status: 'draft' }, as);
    await done('updateEvent', { ref: { databaseId: id }, [kind]: { set: [{ upsert: values }] } }, as);
  },
};

/** Every way with one of the kinds, and with the other one. */
const ONE_WAY = Object.entries(WAYS).map(([way, send], at) => ({ way, send, kind: PLURALS[at % 2]! }));
const OTHER_WAY = Object.entries(WAYS).map(([way, send], at) => ({ way, send, kind: PLURALS[(at + 1) % 2]! }));

test.each(ONE_WAY)('$kind sent again $way get what is sent, and stay as published as they are', async (row) => {
  const { kind, way, send } = row;
  const name = `Café Ñandú ${way}`;
  const kept = { website: 'https://a.example/', phone: '1' };
  await send(kind, { name, description: 'A large hall', ...kept });
  const again = { status: 'draft', author: app.idOf('author'), date: '2020-01-01' };
  await send(kind, { name: name.toUpperCase(), phone: '2', ...again });
  expect(await called(kind, name)).toMatchObject([
    {
      text: { en: { name, description: { raw: 'A large hall' } } },
      ...kept,
      phone: '2',
      status: 'publish',
      author: app.idOf('administrator'),
      publishedAt: app.clock.now,
    },
  ]);
});

const DESCRIBED: [kind: Linked, how: string, first: string, second: string, count: number][] = [
  ['venues', 'the same', 'A large hall', 'A large hall', 1],
  ['organizers', 'in capitals', 'A large choir', 'A LARGE CHOIR', 1],
  ['venues', 'with accents, in capitals', 'Un salón de Ñuñoa', 'UN SALÓN DE ÑUÑOA', 1],
  ['organizers', 'with accents taken apart', 'Un salón', 'Un salo\u0301n', 1],
  ['venues', 'of more lines, as it is shown', 'Large.\n\nOf 1890.', '<p>Large.</p>\n<p>Of 1890.</p>', 1],
  ['organizers', 'with HTML, in capitals', 'A <b>large</b> hall', 'A <b>LARGE</b> hall', 1],
  ['venues', 'another', 'A large hall', 'A larger hall', 2],
  ['organizers', 'the beginning of it', 'A large hall', 'A large', 2],
  ['venues', 'with one more accent', 'A large hall', 'Á large hall', 2],
];

test.each(DESCRIBED)('of %s sent with their description %s', async (kind, how, first, second, count) => {
  const name = `Described ${how}`;
  await made(app, kind, onWire(kind, { name, description: first }));
  await made(app, kind, onWire(kind, { name: name.toUpperCase(), description: second }));
  expect(await called(kind, name)).toHaveLength(count);
});

test('a description in GraphQL counts as in REST', async () => {
  const send = WAYS['to GraphQL']!;
  for (const description of ['A large hall', 'A LARGE hall', 'A larger hall'])
    await send('venues', { name: 'Described twice', description });
  expect(await called('venues', 'Described twice')).toHaveLength(2);
});

type There = readonly [by: Role, status: Status];

/** What a name in an event of a caller means, by who made which records of that name, the first made first. */
const MEANT: [means: string, as: Role, there: There[], record: number | undefined, written: boolean][] = [
  ['one of theirs', 'author', [['author', 'publish']], 0, true],
  ['a draft of theirs', 'author', [['author', 'draft']], 0, true],
  ['one of an editor', 'author', [['editor', 'publish']], 0, false],
  ...(['draft', 'pending', 'private', 'trash'] as const).map((status): (typeof MEANT)[number] => [
    `no ${status} of an editor`,
    'author',
    [['editor', status]],
    undefined,
    false,
  ]),
  ['no trashed one of theirs', 'author', [['author', 'trash']], undefined, false],
  ['the first of two', 'author', Array(2).fill(['editor', 'publish']), 0, false],
  [
    'theirs before an older one',
    'author',
    [
      ['editor', 'publish'],
      ['author', 'private'],
    ],
    1,
    true,
  ],
  [
    'what is out',
    'author',
    [
      ['editor', 'draft'],
      ['editor', 'private'],
      ['editor', 'publish'],
    ],
    2,
    false,
  ],
  ['one of an editor', 'contributor', [['editor', 'publish']], 0, false],
  ['one of theirs that is out', 'contributor', [['contributor', 'publish']], 0, false],
  ['a draft of theirs', 'contributor', [['contributor', 'draft']], 0, true],
  ['a draft of anybody', 'editor', [['author', 'draft']], 0, true],
];

let row = 0;

test.each(MEANT)('a name means %s in an event of the %s: %j', async (_, role, there, record, written) => {
  row += 1;
  const name = `meant ${row}`;
  const [venue] = await app.store.find<VenueRecord>('venues', {}, { limit: 1 });
  const records = there.map(([by, status], at) => ({
    ...venue!,
    _id: 1_000_000 + 10 * row + at,
    slugs: [`meant-${row}-${at}`],
    names: [name],
    author: app.idOf(by),
    status,
  }));
  await app.store.put('venues', records);
  const viewer = { id: app.idOf(role), role };
  const values = { name: name.toUpperCase(), description: 'Another one', phone: '2', status: 'draft' as const };
  const found = await namesakeInEvent(venuesOf(app.store), values, { viewer, now: app.clock.now });
  expect(found?.record._id).toBe(records[record ?? -1]?._id);
  expect(found?.values).toEqual(written ? { description: 'Another one', phone: '2' } : undefined);
});

test.each(OTHER_WAY.slice(2))(
  '$kind that an author sends $way are written into, or linked as they are',
  async (row) => {
    const { kind, way, send } = row;
    const [own, others] = [`Own ${way}`, `Others ${way}`];
    for (const [name, by] of [
      [own, 'author'],
      [others, 'editor'],
    ] as const)
      await made(app, kind, onWire(kind, { name, description: 'First', phone: '1' }), by);
    for (const name of [own, others]) await send(kind, { name, description: 'Second', phone: '2' }, 'author');
    const [[written], [linked]] = [await called(kind, own), await called(kind, others)];
    const naming = { [kind]: { $in: [written!._id, linked!._id] } };
    const events = await app.store.find('events', naming, { sort: [['_id', 1]] });
    expect(events).toMatchObject([{ [kind]: [written!._id] }, { [kind]: [linked!._id] }]);
    expect(written).toMatchObject({ phone: '2', text: { en: { description: { raw: 'Second' } } } });
    expect(linked).toMatchObject({ phone: '1', text: { en: { description: { raw: 'First' } } } });
    expect(await app.store.count(kind, { names: { $in: [own.toLowerCase(), others.toLowerCase()] } })).toBe(2);
  },
);

/** Something in every field that can be empty, in two halves: what shows together is in the same one. */
const FULL: Record<Linked, [Record<string, unknown>, Record<string, unknown>]> = {
  venues: [
    {
      description: 'A large hall',
      website: 'https://a.example/',
      image: 'https://a.example/i.jpg',
      geoLat: 40.5,
      geoLng: -3.5,
      zip: '04524',
    },
    {
      address: 'Main St 1',
      city: 'Seoul',
      country: 'Korea',
      province: 'P',
      state: 'S',
      phone: '1',
      stateProvince: 'SP',
    },
  ],
  organizers: [
    { description: 'Sings', image: 'https://a.example/i.jpg' },
    { website: 'https://a.example/', phone: '1', email: 'a@b.example' },
  ],
};

test.each(PLURALS)('every field of the %s that can be empty is tried', (kind) => {
  const clearable = Object.entries(KINDS[kind].fields).filter(([, field]) => field.clearable);
  expect(Object.keys(Object.assign({}, ...FULL[kind])).sort()).toEqual(clearable.map(([key]) => key).sort());
});

/** One way to say that there is nothing, for each way of sending; the ways to say it are the same in all. */
const nothing = (way: string, type: unknown): unknown => {
  const said: Record<string, unknown> = {
    'to REST': '',
    'to REST in an update of an event': [],
    'to GraphQL in an event': type === 'String' ? '' : null,
  };
  return said[way] ?? null;
};

const emptied = (kind: Linked, way: string, full: object) =>
  Object.fromEntries(Object.keys(full).map((key) => [key, nothing(way, KINDS[kind].fields[key]!.kind.type)]));

test.each(OTHER_WAY)('$kind sent again $way with empty fields lose these, and keep the others', async (row) => {
  const { kind, way, send } = row;
  for (const [at, half] of FULL[kind].entries()) {
    const name = `Emptied ${way} ${at}`;
    const { id } = await made(app, kind, onWire(kind, { name, ...FULL[kind][0], ...FULL[kind][1] }));
    const read = async () => (await app.rest('GET', `/${kind}/${id}`)).body;
    const before = await read();
    await send(kind, { name, ...emptied(kind, way, half) });
    const after = await read();
    expect(
      Object.keys(before)
        .filter((key) => !(key in after))
        .sort(),
    ).toEqual(Object.keys(onWire(kind, half)).sort());
  }
});

test.each(ONE_WAY.filter(({ way }) => /GraphQL$|REST in an event/.test(way)))(
  'new $kind sent $way with empty fields keep nothing of them',
  async ({ kind, way, send }) => {
    const name = `Never full ${way}`;
    // The state or province follows from others where none is sent.
    const { stateProvince: _, ...full } = Object.assign({}, ...FULL[kind]);
    const empty = emptied(kind, way, full);
    await send(kind, { name, ...empty });
    const [{ text, ...record }] = (await called(kind, name)) as [VenueRecord | OrganizerRecord];
    const kept = Object.keys({ ...record, ...text.en });
    expect(kept.filter((key) => key in empty)).toEqual([]);
  },
);

test('what is sent by itself, and its sender may not change, is not looked at: a new record is made', async () => {
  for (const kind of PLURALS) {
    await made(app, kind, onWire(kind, { name: 'Of an editor', phone: '1' }), 'editor');
    const { body } = await post(app, kind, onWire(kind, { name: 'Of an editor', phone: '' }), 'author');
    expect(await called(kind, 'Of an editor')).toMatchObject([{ phone: '1' }, { _id: body.id }]);
  }
});
