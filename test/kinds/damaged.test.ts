import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Stored } from '../../src/data/port.ts';
import { findDamaged } from '../../src/kinds/counts/damaged.ts';
import { recountAll } from '../../src/kinds/counts/recount.ts';
import { EVENT_SHAPE } from '../../src/kinds/event/record.ts';
import { ORGANIZER_SHAPE } from '../../src/kinds/organizer/record.ts';
import { damagedFields, type Shape } from '../../src/kinds/shared/shape.ts';
import { TERM_SHAPE } from '../../src/kinds/term/record.ts';
import { VENUE_SHAPE } from '../../src/kinds/venue/record.ts';
import type { Log } from '../../src/process/log.ts';
import { buildApp, type Caller, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

type Document = Stored & Record<string, unknown>;

let app: TestApp;
let errors: object[] = [];
const ids = new Map<string, number>();

const silent = () => {};
const log = { trace: silent, debug: silent, info: silent, warn: silent, fatal: silent } as unknown as Log;

beforeAll(async () => {
  app = await buildApp({ log: { ...log, error: (fields: object) => errors.push(fields) } as unknown as Log });
  const image = 'https://example.org/a.png';
  const links = { venue: { venue: 'One', image }, organizer: { organizer: 'One' }, categories: ['One'], tags: ['One'] };
  const one = await made(app, 'events', { title: 'One', image, website: 'https://example.org', ...links });
  await made(app, 'events', { title: 'Two', venue: { venue: 'Two' }, organizer: { organizer: 'Two' } });
  await made(app, 'events', { title: 'Three', categories: ['Two'], tags: ['Two'] });
  ids.set('events', one.id).set('venues', one.venue.id).set('organizers', one.organizer[0].id);
  ids.set('categories', one.categories[0].id).set('tags', one.tags[0].id);
});
afterAll(() => app.close());
beforeEach(() => {
  errors = [];
});

const KINDS: readonly [kind: string, shape: Shape][] = [
  ['events', EVENT_SHAPE],
  ['venues', VENUE_SHAPE],
  ['organizers', ORGANIZER_SHAPE],
  ['categories', TERM_SHAPE],
  ['tags', TERM_SHAPE],
];

const NONSENSE = [
  ...[undefined, null, 'nonsense', '', 7.5, 9e15, true],
  ...[[], [null], {}, { en: null }, { en: { title: 7 } }, { id: 1, url: 'nonsense', text: {}, original: 'en' }],
];

/** Who changes a record raises its version, by hand as well. */
let version = 1000;
const again = <D extends object>(document: D) => ({ ...document, version: ++version });

/** Puts a document in its place past the log of changes, as an edit by hand, and makes that known. */
async function put(kind: string, document: Document): Promise<void> {
  await app.store.put(kind, [document]);
  await app.tellAll();
}

/** Every way to damage one field of a kind's record. */
const damages = (shape: Shape, sound: Document) =>
  Object.keys(shape)
    .filter((field) => field !== '_id')
    .flatMap((field) => NONSENSE.map((value) => ({ ...again(sound), [field]: value })))
    .filter((document) => damagedFields(document, shape).length > 0);

const listed = async (kind: string): Promise<number[]> => {
  const everything = kind === 'events' ? 'start_date=1970-01-01&end_date=2100-01-01&' : '';
  const { status, body, text } = await app.rest('GET', `/${kind}?${everything}hide_empty=0`, { as: 'administrator' });
  expect(status, text).toBe(200);
  return body[kind].map(({ id }: { id: number }) => id);
};

test.each(KINDS)(
  'one of the %s that is changed into nonsense is missing in lists, and all others are there',
  async (kind, shape) => {
    const id = ids.get(kind)!;
    const [sound] = await app.store.byIds<Document>(kind, [id]);
    const before = await listed(kind);
    expect(before).toContain(id);
    for (const document of damages(shape, sound!)) {
      await put(kind, document);
      const shown = await listed(kind);
      expect(shown.filter((each) => each !== id)).toEqual(before.filter((each) => each !== id));
      const single = await app.rest('GET', `/${kind}/${id}`, { as: 'administrator' });
      expect([single.status, single.body.code], JSON.stringify(document)).toEqual([500, 'rest_damaged_record']);
      expect(single.text).not.toMatch(/TypeError|undefined|src\//);
      const events = await app.rest('GET', '/events?start_date=1970-01-01', { as: 'administrator' });
      expect(events.status).toBe(200);
    }
    await put(kind, again(sound!));
    expect(await listed(kind)).toEqual(before);
  },
);

test.each(KINDS)(
  'one of the %s that is changed into nonsense is not changed by an update, and the error names it',
  async (kind) => {
    const id = ids.get(kind)!;
    const [sound] = await app.store.byIds<Document>(kind, [id]);
    const damaged = { ...again(sound!), text: 'nonsense' };
    await put(kind, damaged);
    const as = 'administrator';
    const { status, body } = await app.rest('PUT', `/${kind}/${id}`, { as, json: { description: 'New' } });
    expect([status, body.code, body.message]).toEqual([500, 'rest_damaged_record', expect.stringContaining(`${id}`)]);
    expect(await app.store.byIds(kind, [id])).toEqual([damaged]);
    await put(kind, again(sound!));
  },
);

/** What `npm run check-data` prints, of the numbers and of damage. */
async function checked(mend: boolean): Promise<{ numbers: string[]; damage: string[] }> {
  const numbers: string[] = [];
  const damage: string[] = [];
  await recountAll(app.store, { mend, report: () => {}, found: (line) => numbers.push(line) });
  await findDamaged(app.store, (line) => damage.push(line));
  return { numbers, damage };
}

const byRest = async (kind: string, id: number, as: Caller): Promise<unknown> => {
  const { status, body } = await app.rest('DELETE', `/${kind}/${id}`, { as });
  return status === 200 ? body.id : body.code;
};

const byGraphql = async (kind: string, id: number, as: Caller): Promise<unknown> => {
  const name = NAMES[kind as keyof typeof NAMES];
  const mutation = `delete${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const query = `mutation { ${mutation}(input: { ref: { databaseId: ${id} } }) { ${name} { databaseId } userErrors { code } } }`;
  const { data, errors } = (await app.graphql(query, {}, { as })).body;
  const done = data?.[mutation];
  return done?.[name]?.databaseId ?? done?.userErrors[0]?.code ?? errors[0].extensions.code;
};

const NAMES = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;

/** So many ways to damage a record are tried at a time. */
const TRIED = 8;

test.each(KINDS)(
  'check-data names one of the %s that is changed into nonsense, and both doors delete it for those who may',
  async (kind, shape) => {
    const id = ids.get(kind)!;
    const [sound] = await app.store.byIds<Document>(kind, [id]);
    const some = fc.shuffledSubarray(damages(shape, sound!), { minLength: TRIED, maxLength: TRIED });
    for (const [turn, document] of fc.sample(some, 1)[0]!.entries()) {
      await put(kind, document);
      const { damage } = await checked(false);
      // The numbers follow from what was put there by hand.
      await checked(true);
      expect(damage).toEqual([expect.stringMatching(`^${kind} ${id}: damaged, \\w+ is `)]);

      const remove = [byRest, byGraphql][turn % 2]!;
      // GraphQL tells of a record with a damaged status no more than of one that is not there.
      expect(await remove(kind, id, 'anonymous')).toMatch(/^(rest_forbidden|UNAUTHENTICATED|[A-Z]+_NOT_FOUND)$/);
      expect(await remove(kind, id, 'subscriber')).toMatch(/^(rest_forbidden|FORBIDDEN|[A-Z]+_NOT_FOUND)$/);
      expect([await remove(kind, id, 'editor'), document]).toEqual([id, document]);
      expect(await checked(false)).toEqual({ numbers: [], damage: [] });
      expect(await listed(kind)).not.toContain(id);
      await put(kind, again(sound!));
    }
    await checked(true);
    expect(await listed(kind)).toContain(id);
  },
);

test('a damaged event keeps in the trash what its other fields say of its times', async () => {
  const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00', timezone: 'Asia/Seoul' };
  const { id } = await made(app, 'events', times);
  await app.store.update('events', id, { $set: { startsAt: 'soon', endDate: 7 }, $unset: { timezone: true } });
  const { body } = await app.rest('DELETE', `/events/${id}`, { as: 'administrator' });
  expect(body).toMatchObject({ start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 10:00:00', timezone: 'UTC' });
  const restored = await app.rest('PUT', `/events/${id}`, { as: 'administrator', json: { status: 'publish' } });
  expect(restored.body).toMatchObject({ utc_start_date: '2031-05-01 10:00:00', title: 'An event' });
});

test('a scheduled record that is damaged stands in the way of no list when its date comes', async () => {
  const date = '2026-11-21 10:00:00';
  const damaged = await made(app, 'events', { status: 'future', date });
  const whole = await made(app, 'events', { status: 'future', date, title: 'Whole' });
  await app.store.update('events', damaged.id, { $set: { author: 'nobody' } });
  app.clock.now = Date.parse('2026-11-22T10:00:00Z');
  const { status, body } = await app.rest('GET', '/events?status=publish&search=whole', { as: 'administrator' });
  expect([status, body.events.map(({ id }: { id: number }) => id)]).toEqual([200, [whole.id]]);
});

test('a damaged record is reported once, with its collection, its id and its fields', async () => {
  const fresh = await buildApp({ log: { ...log, error: (fields: object) => errors.push(fields) } as unknown as Log });
  const { id } = await made(fresh, 'venues', { venue: 'Hall' });
  await fresh.store.update('venues', id, { $set: { text: 7 }, $unset: { status: true } });
  await fresh.store.update('venues', id, { $set: { trashed: false } });
  for (const path of ['/venues', `/venues/${id}`, '/venues']) await fresh.rest('GET', path, { as: 'administrator' });
  expect(errors).toEqual([{ collection: 'venues', id, fields: ['status', 'text'] }]);
  await fresh.close();
});
