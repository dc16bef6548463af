import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Log } from '../../src/log.ts';
import { EVENT_SHAPE } from '../../src/resources/event/record.ts';
import { ORGANIZER_SHAPE } from '../../src/resources/organizer/record.ts';
import { damagedFields, type Shape } from '../../src/resources/shared/shape.ts';
import { TERM_SHAPE } from '../../src/resources/term/record.ts';
import { VENUE_SHAPE } from '../../src/resources/venue/record.ts';
import type { Stored } from '../../src/store/port.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made } from '../support/making.ts';

type Document = Stored & Record<string, unknown>;

let app: TestApp;
let errors: object[] = [];
const ids = new Map<string, number>();
/** A tag that is sound. */
let touched: number;

const silent = () => {};
const log = { trace: silent, debug: silent, info: silent, warn: silent, fatal: silent } as unknown as Log;

beforeAll(async () => {
  app = await buildApp({ log: { ...log, error: (fields: object) => errors.push(fields) } as unknown as Log });
  const image = 'https://example.org/a.png';
  const links = { venue: { venue: 'One', image }, organizer: { organizer: 'One' }, categories: ['One'], tags: ['One'] };
  const one = await made(app, 'events', { title: 'One', image, website: 'https://example.org', ...links });
  await made(app, 'events', { title: 'Two', venue: { venue: 'Two' }, organizer: { organizer: 'Two' } });
  await made(app, 'events', { title: 'Three', categories: ['Two'], tags: ['Two'] });
  touched = (await made(app, 'tags', { name: 'Three' })).id;
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

/** Puts a document in its place past the log of changes, as an edit by hand; the next write makes known that it is there. */
async function put(kind: string, document: Document): Promise<void> {
  await app.store.put(kind, [document]);
  await app.rest('PUT', `/tags/${touched}`, { as: 'administrator', json: { description: `${document.version}` } });
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
  'one of the %s that is changed into nonsense is not changed by writing, and the error names it',
  async (kind) => {
    const id = ids.get(kind)!;
    const [sound] = await app.store.byIds<Document>(kind, [id]);
    const damaged = { ...again(sound!), text: 'nonsense' };
    await put(kind, damaged);
    const as = 'administrator';
    for (const [method, json] of [
      ['PUT', { description: 'New' }],
      ['DELETE', {}],
    ] as const) {
      const { status, body } = await app.rest(method, `/${kind}/${id}`, { as, json });
      expect([status, body.code, body.message]).toEqual([500, 'rest_damaged_record', expect.stringContaining(`${id}`)]);
    }
    expect(await app.store.byIds(kind, [id])).toEqual([damaged]);
    await put(kind, again(sound!));
  },
);

test('a damaged record is reported once, with its collection, its id and its fields', async () => {
  const fresh = await buildApp({ log: { ...log, error: (fields: object) => errors.push(fields) } as unknown as Log });
  const { id } = await made(fresh, 'venues', { venue: 'Hall' });
  await fresh.store.update('venues', id, { $set: { text: 7 }, $unset: { status: true } });
  await fresh.store.update('venues', id, { $set: { trashed: false } });
  for (const path of ['/venues', `/venues/${id}`, '/venues']) await fresh.rest('GET', path, { as: 'administrator' });
  expect(errors).toEqual([{ collection: 'venues', id, fields: ['status', 'text'] }]);
  await fresh.close();
});
