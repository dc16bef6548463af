import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cursors, createCursors, type Place, renewLog } from '../../../src/data/changes/cursors.ts';
import type { Store } from '../../../src/data/port.ts';
import { buildApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let store: Store;
let cursors: Cursors;

beforeAll(async () => {
  app = await buildApp({ users: [] });
  ({ store } = app);
  cursors = createCursors(store);
});
afterAll(() => app.close());

const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });
const places: fc.Arbitrary<Place> = fc
  .record({
    revision: fc.integer({ min: 0, max: 2_000_000_000_000 }),
    at: moment,
    minute: fc.integer({ min: 0, max: 60_000_000 }),
    audience: fc.constantFrom('nobody', 'subscriber', 'editor', 'administrator', 'author 5', 'contributor 123456'),
    within: fc.option(fc.oneof(fc.constant([0]), fc.tuple(fc.nat({ max: 2 }), moment, fc.nat())), { nil: undefined }),
  })
  .map(({ within, ...place }) => ({ ...place, ...(within && { within }) }));

test('a cursor opens to its place at every server of the calendar, and the same place has the same text', async () => {
  const other = createCursors(store);
  await fc.assert(
    fc.asyncProperty(places, async (place) => {
      const text = await cursors.seal(place);
      expect(await other.open(text)).toEqual(place);
      expect(await other.seal(place)).toBe(text);
      const unlike = await cursors.seal(place, { unlike: true });
      expect(unlike).not.toBe(text);
      expect(await other.open(unlike)).toEqual(place);
    }),
  );
});

test('the length of a cursor tells nothing of its place', async () => {
  const texts = await Promise.all(fc.sample(places, 200).map((place) => cursors.seal(place)));
  expect(new Set(texts.map(({ length }) => length)).size).toBe(1);
});

test('a text that nobody was given is no cursor', async () => {
  const text = await cursors.seal({ revision: 1000, at: 5, minute: 0, audience: 'nobody' });
  const altered = (at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  // The first letters say which calendar it is of.
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 12, max: text.length - 1 }), async (at) => {
      expect(await cursors.open(altered(at))).toBeUndefined();
    }),
  );
  for (const other of ['', 'abc', text.slice(4), `${text}AAAA`, `${text}=`, ` ${text}`])
    expect([other, await cursors.open(other)]).toEqual([other, undefined]);
});

test('a cursor of another calendar is told from one that nobody was given', async () => {
  const another = await buildApp({ users: [] });
  const theirs = await createCursors(another.store).seal({ revision: 1000, at: 5, minute: 0, audience: 'nobody' });
  expect(await cursors.open(theirs)).toBe('other_log');
  await another.close();
});

test('when older data was put in the place of newer data, all cursors are of another log', async () => {
  const text = await cursors.seal({ revision: 1000, at: 5, minute: 0, audience: 'nobody' });
  await renewLog(store);
  const restarted = createCursors(store);
  expect(await restarted.open(text)).toBe('other_log');
  expect(
    await restarted.open(await restarted.seal({ revision: 1, at: 2, minute: 3, audience: 'nobody' })),
  ).toMatchObject({ revision: 1 });
});

test('two servers that make the key of a calendar at once have the same one', async () => {
  await renewLog(store);
  const [one, other] = [createCursors(store), createCursors(store)];
  const place = { revision: 1000, at: 5, minute: 0, audience: 'nobody' };
  const [text, same] = await Promise.all([one.seal(place), other.seal(place)]);
  expect(text).toBe(same);
});
