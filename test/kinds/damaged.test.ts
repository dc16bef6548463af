import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Stored } from '../../src/data/port.ts';
import { findDamaged } from '../../src/kinds/damaged.ts';
import { EVENT_SHAPE } from '../../src/kinds/event/record.ts';
import { byList, byName, EVENT_LINKS } from '../../src/kinds/event-links.ts';
import { imageCopy } from '../../src/kinds/image/record.ts';
import * as shapes from '../../src/kinds/shared/shape.ts';
import { damagedFields, type Shape } from '../../src/kinds/shared/shape.ts';
import { TERM_SHAPE } from '../../src/kinds/term/record.ts';
import type { Log } from '../../src/process/log.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made, type Plural } from '../support/making.ts';
import { sampled } from '../support/sample.ts';

const html = { raw: 'a', html: 'a' };
const url = 'https://example.org/a.png';
const size = { width: 1, height: 1, 'mime-type': 'image/png', filesize: 1, url };
const shown = { id: 1, url };
const withSizes = (sizes: unknown) => ({ ...shown, sizes });
const time = '2026-12-01 10:00:00';
const { inLanguages, integer, listOf, number, oneOf, optional, shaped, text } = shapes;

type Checked = [name: string, check: shapes.Check, sound: unknown[], damaged: unknown[]];
const CHECKS: Checked[] = [
  ['a text', text, ['', 'a'], [undefined, null, 7, ['a']]],
  ['a flag', shapes.flag, [true, false], [undefined, 0, 'true']],
  ['an integer', integer, [0, 7, 2 ** 31 - 1], [undefined, null, '7', 7.5, -1, 2 ** 31, 9e15, Number.NaN]],
  ['a number', number, [0, -7.5], [undefined, '7', Number.NaN, Number.POSITIVE_INFINITY]],
  ['an instant', shapes.instant, [0, Date.UTC(9999, 11, 31)], [undefined, '0', 7.5, 9e15, -9e15]],
  ['a time', shapes.wallTime, [time, '0031-01-01 00:00:00'], [7, '2026-12-01', `at ${time}`, time.replace('12', '13')]],
  ['a zone', shapes.zone, ['Asia/Seoul', 'UTC+5'], [undefined, 7, '', 'nonsense']],
  ['an address', shapes.address, [url], [undefined, 7, '', 'nonsense', '/a.png']],
  ['optional', optional(integer), [undefined, 7], [null, 'a']],
  ['one of some', oneOf(['a', 'b']), ['a', 'b'], [undefined, 'c', ['a']]],
  ['a list', listOf(integer), [[], [7, 8]], [undefined, {}, 7, [7, 'a'], [null]]],
  ['of a shape', shaped({ id: integer }), [{ id: 7 }, { id: 7, more: 1 }], [undefined, null, {}, [], { id: 'a' }]],
  ['in languages', inLanguages(text), [{}, { en: 'a', ko: 'b' }], [undefined, [], { fr: 'a' }, { en: 7 }]],
  ['lines', shapes.texts(), [{}, { name: 'a' }], [null, 'a', { name: 7 }, { name: html }]],
  ['texts', shapes.texts('more'), [{ name: 'a', more: html }], [{ name: html }, { more: { raw: 'a' } }, { more: 7 }]],
  ['custom', shapes.customValues, [{}, { a: 'b', c: true, d: 7.5 }], [null, [], 7, { a: null }, { a: [7] }]],
  [
    'an image',
    imageCopy,
    [shown, { ...shown, width: 1, sizes: {} }],
    [undefined, {}, { url }, { ...shown, width: 3e9 }],
  ],
  ['a size', imageCopy, [withSizes({ a: size })], [withSizes('a'), withSizes({ a: url }), withSizes({ a: null })]],
];

test.each(CHECKS)('what is sound as %s is told from what is not', (_, check, sound, damaged) => {
  expect([...damaged, ...sound].filter(check)).toEqual(sound);
});

/** A damaged value for every field that all posts have. */
const POST = {
  ...{
    version: 1.5,
    author: '1',
    status: 'nonsense',
    statusBeforeTrash: null,
    publishedAt: time,
    createdAt: '1',
    modifiedAt: null,
  },
  ...{ original: 'fr', text: { en: { name: 7 } }, slug: { en: null }, formerSlugs: ['a', 7] },
  ...{ image: { id: 1, url: 'a' }, custom: { size: null }, source: { site: 'a', id: 7 } },
};
const EVENT = {
  ...{ uid: 7, sequence: 1.5, startDate: 'soon', endDate: 7, timezone: 'a', startsAt: 'soon', endsAt: null },
  ...{ allDay: 'no', cost: { raw: 'a', text: 'a', details: {} }, website: 7, eventStatus: 'a', onlineUrl: null },
  ...{
    isVirtual: 1,
    showMap: null,
    showMapLink: 'yes',
    hideFromListings: undefined,
    sticky: 0,
    featured: [],
    parent: 'a',
  },
  ...{ series: 'a', originalStartsAt: '7', own: 7, deletedWithSeries: 7, deletedByRule: 7 },
  ...{ categories: 7, tags: ['a'], ...byList((): unknown => ({})), venues: [null] },
};
/** Of what events link to: each kind has some of these. */
const IN_LINKED: Record<string, unknown> = {
  ...{ zip: 7, phone: 7, website: {}, email: ['a'] },
  ...{ geoLat: '7', geoLng: null, showMap: 1, showMapLink: '' },
};
const TERM = {
  ...{
    version: '1',
    createdAt: 7.5,
    modifiedAt: 7.5,
    original: undefined,
    text: 'a',
    slug: { fr: 'a' },
    slugs: [null],
  },
  ...{ formerSlugs: 'a', sort: { en: 'a' }, parent: null, ancestors: [null], trail: [{ slug: {} }] },
};

interface Kind {
  name: string;
  shape: Shape;
  /** A damaged value for every field. */
  wrong: Record<string, unknown>;
  /** The fields that a record may lack. */
  optional: string;
  /** The fields that are damaged through the app: its own, and its share of those that others have too. */
  tried: string[];
}

const share = (fields: object, kinds: number, turn: number): string[] =>
  Object.keys(fields).filter((_, at) => at % kinds === turn);

const IF_SAID = 'createdAt statusBeforeTrash formerSlugs image custom source website';
/** The kinds that share the fields of posts. */
const POSTS = ['event', ...EVENT_LINKS.map(({ name }) => name)];
const TERMS = { shape: TERM_SHAPE, wrong: TERM, optional: 'createdAt modifiedAt formerSlugs parent' };
const KINDS: Record<Plural, Kind> = {
  events: {
    ...{ name: 'event', shape: EVENT_SHAPE, wrong: { ...POST, ...EVENT } },
    optional: `${IF_SAID} cost eventStatus onlineUrl isVirtual parent series originalStartsAt own deletedWithSeries deletedByRule`,
    tried: [...share(POST, POSTS.length, 0), ...Object.keys(EVENT)],
  },
  ...byList(({ name, shape }) => {
    const own = Object.fromEntries(Object.entries(IN_LINKED).filter(([field]) => field in shape));
    const lacking = ['zip', 'phone', 'email', 'geoLat', 'geoLng'].filter((field) => field in shape);
    return {
      ...{ name, shape, wrong: { ...POST, ...own }, optional: [IF_SAID, ...lacking].join(' ') },
      tried: [...share(POST, POSTS.length, POSTS.indexOf(name)), ...Object.keys(own)],
    };
  }),
  categories: { name: 'category', ...TERMS, tried: share(TERM, 2, 0) },
  tags: { name: 'tag', ...TERMS, tried: share(TERM, 2, 1) },
};
const PLURALS = Object.keys(KINDS) as Plural[];

type Document = Stored & Record<string, unknown>;

let app: TestApp;
let errors: { id?: unknown }[] = [];
/** A sound record of each kind. The event is linked to the four others. */
const sound = {} as Record<Plural, Document>;

const silent = () => {};
const log = {
  ...{ trace: silent, debug: silent, info: silent, warn: silent, fatal: silent },
  error: (fields: object) => errors.push(fields),
} as unknown as Log;

beforeAll(async () => {
  app = await buildApp({ log });
  const links = { ...byName(({ name }) => [{ [name]: 'One' }]), categories: ['One'], tags: ['One'] };
  const one = await made(app, 'events', { title: 'One', image: url, website: 'https://example.org', ...links });
  await made(app, 'events', { title: 'Two', venue: { venue: 'Two' }, categories: ['Two'], tags: ['Two'] });
  const linked = byList(({ name }) => [one[name]].flat()[0]);
  const records = { events: one, ...linked, categories: one.categories[0], tags: one.tags[0] };
  for (const plural of PLURALS) sound[plural] = (await app.store.byIds<Document>(plural, [records[plural].id]))[0]!;
});
afterAll(() => app.close());
beforeEach(() => {
  errors = [];
});

test.each(PLURALS)('one of the %s is damaged by a wrong value in any field, and by none in all but some', (plural) => {
  const { shape, wrong, optional } = KINDS[plural];
  const fields = Object.keys(shape).filter((field) => field !== '_id');
  expect(Object.keys(wrong).sort()).toEqual(fields.sort());
  const damagedBy = (field: string, value: unknown) => damagedFields({ ...sound[plural], [field]: value }, shape);
  expect(fields.map((field) => damagedBy(field, wrong[field]))).toEqual(fields.map((field) => [field]));
  expect(fields.filter((field) => damagedBy(field, undefined).length === 0)).toEqual(optional.split(' ').sort());
});

let count = 0;

/** A copy of the sound record, under an id, a slug and a UID of its own, with other values. */
function copy(plural: Plural, values: object): Document {
  count += 1;
  const [slug, version] = [`copy-${count}`, 1000 + count];
  return { ...sound[plural], _id: 1_000_000 + count, version, slug: { en: slug }, slugs: [slug], uid: slug, ...values };
}

/** Puts documents in their place past the log of changes, as an edit by hand, and makes that known. */
async function put(plural: Plural, documents: Document[]): Promise<void> {
  await app.store.put(plural, documents);
  await app.tellAll();
}

async function remove(plural: Plural, documents: Document[]): Promise<void> {
  for (const { _id } of documents) await app.store.delete(plural, _id);
  await app.tellAll();
}

const as = 'administrator';
const idsOf = (records: { id: number }[]): number[] => records.map(({ id }) => id);

async function listed(plural: Plural): Promise<number[]> {
  const query = 'hide_empty=0&per_page=50';
  const { status, body, text } = await app.rest('GET', `/${plural}?${query}`, { as });
  expect(status, text).toBe(200);
  return idsOf(body[plural]);
}

/** What `npm run check-data` prints. */
const lines = async (look: (found: (line: string) => void) => Promise<unknown>): Promise<string[]> => {
  const found: string[] = [];
  await look((line) => found.push(line));
  return found;
};
const damage = () => lines((found) => findDamaged(app.store, { repair: false, found }));

const byRest = async (plural: Plural, id: unknown, as: Caller): Promise<unknown> => {
  const { status, body } = await app.rest('DELETE', `/${plural}/${id}`, { as });
  return status === 200 ? body.id : body.code;
};

const byGraphql = async (plural: Plural, id: unknown, as: Caller): Promise<unknown> => {
  const { name } = KINDS[plural];
  const Name = name.charAt(0).toUpperCase() + name.slice(1);
  const query = `mutation ($id: ID!) { it: delete${Name}(input: { ref: { databaseId: $id } }) {
    it: ${name} { databaseId } userErrors { code }
  } }`;
  const { data, errors } = (await app.graphql(query, { id }, { as })).body;
  return data?.it?.it?.databaseId ?? data?.it?.userErrors[0]?.code ?? errors[0].extensions.code;
};

describe.each(PLURALS)('%s with one damaged field each', (plural) => {
  const { tried: fields, wrong } = KINDS[plural];
  let before: number[];
  let damaged: Document[];

  beforeAll(async () => {
    before = await listed(plural);
    damaged = fields.map((field) => copy(plural, { [field]: wrong[field] }));
    const ids = [...damaged.map(({ _id }) => _id), sound[plural]._id];
    // Events name all of them; no event names events.
    const { version } = (await app.store.byIds<Document>('events', [sound.events._id]))[0]!;
    const named = plural !== 'events' && { [plural]: ids };
    await put('events', [{ ...sound.events, version: Number(version) + 1, ...named }]);
    await put(plural, damaged);
  });
  afterAll(() => remove(plural, damaged));

  test('are in no list and in no event, and all others are', async () => {
    expect(await listed(plural)).toEqual(before);
    const { status, body } = await app.rest('GET', `/events/${sound.events._id}`, { as });
    expect([status, body.venue.id, idsOf(body.organizer)]).toEqual([200, sound.venues._id, [sound.organizers._id]]);
    expect([body.categories, body.tags].map(idsOf)).toEqual([[sound.categories._id], [sound.tags._id]]);
  });

  test('are errors that name them, without detail, where they are read or written', async () => {
    const changing = { as, json: { description: 'New' } } as const;
    const answers = await Promise.all(damaged.map(({ _id }) => app.rest('GET', `/${plural}/${_id}`, { as })));
    answers.push(await app.rest('PUT', `/${plural}/${damaged[0]!._id}`, changing));
    expect(answers.map(({ status, body }) => `${status} ${body.code}: ${body.message}`)).toEqual(
      [...damaged, damaged[0]!].map(({ _id }) => `500 rest_damaged_record: What is stored as ${_id} is damaged.`),
    );
    expect(await app.store.byIds(plural, [damaged[0]!._id])).toEqual([damaged[0]]);
  });

  test('are named by check-data with the field, and deleted by both APIs', async () => {
    const named = damaged.map(({ _id }, at) => expect.stringContaining(`${plural} ${_id}: damaged, ${fields[at]} is `));
    expect(await damage()).toEqual(named);
    const { _id: id } = damaged.at(-1)!;
    const refused = [
      ...[await byRest(plural, id, 'anonymous'), await byRest(plural, id, 'subscriber')],
      ...[await byGraphql(plural, id, 'anonymous'), await byGraphql(plural, id, 'subscriber')],
    ];
    expect(refused).toEqual(['rest_forbidden', 'rest_forbidden', 'UNAUTHENTICATED', 'FORBIDDEN']);
    const gone: unknown[] = [];
    for (const [turn, { _id }] of damaged.entries())
      gone.push(await [byRest, byGraphql][turn % 2]!(plural, _id, 'editor'));
    expect(gone).toEqual(damaged.map(({ _id }) => _id));
    expect(await damage()).toEqual([]);
    expect(await listed(plural)).toEqual(before);
  });
});

test.each(['events', 'venues', 'organizers'] as const)(
  'GraphQL tells strangers of one of the %s with a damaged status no more than of one that is not there',
  async (plural) => {
    const damaged = copy(plural, { status: 'nonsense' });
    await put(plural, [damaged]);
    for (const as of ['anonymous', 'subscriber'] as const)
      expect(await byGraphql(plural, damaged._id, as)).toBe(await byGraphql(plural, 999_999, as));
    await remove(plural, [damaged]);
  },
);

/** What lists of these kinds answer, and what shows records of all kinds. */
async function everywhere(...plurals: Plural[]): Promise<[status: number, errors: unknown][]> {
  const query = `{
    events(first: 50) { nodes { sequence version } } venues { nodes { version } } organizers { nodes { version } }
    categories { nodes { version } } tags { nodes { version } }
  }`;
  const answers = [await app.fetch('/events/?ical=1'), await app.graphql(query, {}, { as })];
  for (const plural of ['events', ...plurals])
    answers.push(await app.rest('GET', `/${plural}?hide_empty=0&per_page=50`, { as }));
  return answers.map(({ status, body }) => [status, body?.errors]);
}

const fine = (answers: number) => Array(answers).fill([200, undefined]);

const ODD = [undefined, '', 'nonsense', 0, -1, [], {}, { en: {} }, { en: '' }, false];

/** As many as one page shows. */
const PAGE = 45;

sampled(2).each(PLURALS)(
  'of %s with odd values in sound fields none stands in the way of the others',
  async (plural) => {
    const { shape, wrong } = KINDS[plural];
    const odd = Object.keys(wrong)
      .flatMap((field) => ODD.map((value) => copy(plural, { [field]: value })))
      .filter((document) => damagedFields(document, shape).length === 0);
    expect(odd.length).toBeGreaterThan(10);
    for (let from = 0; from < odd.length; from += PAGE) {
      const documents = odd.slice(from, from + PAGE);
      await put(plural, documents);
      expect(await everywhere(plural)).toEqual(fine(4));
      await remove(plural, documents);
    }
  },
);

const line = { en: { name: html, title: html } };
const large = { id: 1, url, width: 7.5, filesize: 9e15 };

/** Values of the right type that no answer can show. */
const UNSHOWABLE: [plural: Plural, label: string, values: Record<string, unknown>][] = [
  ['events', 'author 9e15', { author: 9e15 }],
  ['venues', 'author 9e15', { author: 9e15 }],
  ['organizers', 'author 9e15', { author: 9e15 }],
  ['events', 'sequence 9e15', { sequence: 9e15 }],
  ['categories', 'parent 9e15', { parent: 9e15 }],
  ['events', 'version 9e15', { version: 9e15 }],
  ['tags', 'version 9e15', { version: 9e15 }],
  ['events', 'image 9e15', { image: { id: 9e15, url } }],
  ['venues', 'image of no whole size', { image: large }],
  ['events', 'HTML for a title', { text: line }],
  ['tags', 'HTML for a name', { text: line }],
];

describe('what no answer can show', () => {
  let documents: [Plural, Document[]];
  afterEach(() => remove(...documents));

  sampled(4).each(UNSHOWABLE)(
    'of one of the %s with %s nothing is in the way of the others',
    async (plural, _, values) => {
      documents = [plural, [copy(plural, values)]];
      await put(...documents);
      expect(await everywhere(plural)).toEqual(fine(4));
    },
  );
});

test('a damaged event keeps in the trash what its other fields say of its times', async () => {
  const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00', timezone: 'Asia/Seoul' };
  const { id } = await made(app, 'events', times);
  await app.store.update('events', id, { $set: { startsAt: 'soon', endDate: 7 }, $unset: { timezone: true } });
  const { body } = await app.rest('DELETE', `/events/${id}`, { as });
  expect(body).toMatchObject({ start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 10:00:00', timezone: 'UTC' });
  const restored = await app.rest('PUT', `/events/${id}`, { as, json: { status: 'publish' } });
  expect(restored.body).toMatchObject({ utc_start_date: '2031-05-01 10:00:00', title: 'An event' });
});

test('a scheduled record that is damaged stands in the way of no list when its date comes', async () => {
  const date = '2026-11-21 10:00:00';
  const damaged = await made(app, 'events', { status: 'future', date });
  const whole = await made(app, 'events', { status: 'future', date, title: 'Whole' });
  await app.store.update('events', damaged.id, { $set: { author: 'nobody' } });
  app.clock.now = Date.parse('2026-11-22T10:00:00Z');
  const { status, body } = await app.rest('GET', '/events?status=publish&search=whole', { as });
  expect([status, idsOf(body.events)]).toEqual([200, [whole.id]]);
});

test('check-data shows 60 characters of a damaged value', async () => {
  const values = ['a'.repeat(58), 'a'.repeat(59)];
  const damaged = values.map((status) => copy('events', { status }));
  await put('events', damaged);
  const shown = [`"${values[0]}"`, `"${values[1]}…`];
  const named = damaged.map(({ _id }, at) => `events ${_id}: damaged, status is ${shown[at]}`);
  expect(await damage()).toEqual(expect.arrayContaining(named));
  await remove('events', damaged);
});

test('a damaged record is reported once, with its collection, its id and its fields', async () => {
  const { id } = await made(app, 'venues', { venue: 'Hall' });
  await app.store.update('venues', id, { $set: { text: 7 }, $unset: { status: true } });
  await app.store.update('venues', id, { $set: { trashed: false } });
  for (const path of ['/venues', `/venues/${id}`, '/venues']) await app.rest('GET', path, { as });
  expect(errors).toEqual([{ collection: 'venues', id, fields: ['status', 'text'] }]);
});
