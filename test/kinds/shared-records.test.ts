import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Repository } from '../../src/kinds/shared/repository.ts';
import type { VenueRecord } from '../../src/kinds/venue/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/fuzz/seed.ts';
import { made, upTo } from '../support/making.ts';
import { venuesOf } from '../support/venues.ts';

const IN_ORDER = { sort: [['_id', 1]], index: '_id_' } as const;
const COUNT = 4;

let app: TestApp;
let stored: VenueRecord[];
let ids: number[];

beforeAll(async () => {
  app = await buildApp();
  for (const number of upTo(COUNT)) await made(app, 'venues', { venue: `Hall ${number}` });
  stored = await app.store.find<VenueRecord>('venues', {}, IN_ORDER);
  ids = stored.map(({ _id }) => _id);
});
beforeEach(async () => {
  for (const id of ids) await app.store.delete('venues', id);
  await app.store.put('venues', stored);
});
afterAll(() => app.close());

const everyWay: [way: string, read: (venues: Repository<VenueRecord>) => Promise<unknown>][] = [
  ['in a list', async (venues) => (await venues.shown({ _id: ids[0]! }, IN_ORDER))[0]],
  ['by its id', async (venues) => (await venues.shownByKeys([{ _id: ids[0]! }]))[0]],
  ['by its slug', async (venues) => (await venues.shownByKeys([{ slugs: 'hall-0' }]))[0]],
];

test('a record that nobody writes is the same object in every answer, however it was asked for', async () => {
  const venues = venuesOf(app.store);
  const objects = new Set<unknown>();
  for (const [, read] of [...everyWay, ...everyWay]) objects.add(await read(venues));
  expect([...objects]).toEqual([expect.objectContaining({ _id: ids[0], version: 1 })]);
});

const WRITES: [verb: string, write: (venues: Repository<VenueRecord>, venue: VenueRecord) => Promise<unknown>][] = [
  ['replace', (venues, venue) => venues.replace(venue, { ...venue, zip: '1' })],
  ['replaceAll', (venues, venue) => venues.replaceAll([[venue, { ...venue, zip: '1' }]])],
  ['hold', (venues, { _id }) => venues.hold(_id)],
];

test('replacing gives the record as it is stored, and the one that was read when nothing differs', async () => {
  const venues = venuesOf(app.store);
  const before = (await venues.one({ _id: ids[0]! }))!;
  expect(await venues.replace(before, { ...before })).toBe(before);
  expect(await venues.replace(before, { ...before, zip: '1' })).toEqual({ ...before, zip: '1', version: 2 });
});

test('a slug that has moved to another record means that one', async () => {
  const venues = venuesOf(app.store);
  const [first, second] = ids as [number, number];
  const moved = async (id: number, slug: string): Promise<void> => {
    const before = (await venues.one({ _id: id }))!;
    await venues.replace(before, { ...before, slugs: [slug], slug: { en: slug } });
  };
  await venues.shownByKeys([{ slugs: 'hall-0' }, { _id: second }]);
  await moved(first, 'old');
  await moved(second, 'hall-0');
  const found = await venues.shownByKeys([{ slugs: 'hall-0' }, { slugs: 'old' }, { slugs: 'hall-1' }]);
  expect(found).toMatchObject([{ _id: second }, { _id: first }, undefined]);
});

test('what is written between the two looks of a list is listed as it is then, or no longer', async () => {
  let between = async (): Promise<unknown> => undefined;
  const venues = venuesOf({
    ...app.store,
    async byIds(...args) {
      await between();
      return app.store.byIds(...args) as never;
    },
  });
  const [hidden, changed, gone, same] = ids as [number, number, number, number];
  between = async () => {
    await app.store.update('venues', hidden, { $set: { status: 'private' }, $inc: { version: 1 } });
    await app.store.update('venues', changed, { $set: { zip: '2' }, $inc: { version: 1 } });
    await app.store.delete('venues', gone);
  };
  const listed = await venues.shown({ status: 'publish' }, IN_ORDER);
  expect(listed).toMatchObject([{ _id: changed, zip: '2' }, { _id: same }]);
  expect(listed).toHaveLength(2);
});

/** What is stored of a venue to be looked for, and shown by no API. */
const SOUGHT_ONLY = ['search', 'names', 'facets'];

/** What is done, to which record, by which of two processes. */
const step = fc.record({
  what: fc.constantFrom(...WRITES.map(([, write]) => write), 'delete' as const, 'list' as const, 'read' as const),
  which: fc.nat(COUNT - 1),
  process: fc.nat(1),
});

test('whoever writes, every process shows what is stored, whatever it has kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.constantFrom(1, 4000, 1_000_000), async (steps, bytes) => {
      const processes = [venuesOf(app.store, bytes), venuesOf(app.store, bytes)];
      for (const { what, which, process } of steps) {
        const venues = processes[process]!;
        const id = ids[which]!;
        const now = await app.store.byIds<VenueRecord>('venues', [id]);
        if (what === 'list') await venues.shown({}, IN_ORDER);
        else if (what === 'read') await venues.shownByKeys([{ _id: id }]);
        else if (what === 'delete') for (const venue of now) await venues.delete(venue);
        else for (const venue of now) await what(venues, venue);
        const truth = await app.store.find('venues', {}, { ...IN_ORDER, without: SOUGHT_ONLY });
        for (const each of processes) expect(await each.shown({}, IN_ORDER)).toEqual(truth);
        const byKeys = await venues.shownByKeys(ids.map((_id) => ({ _id })));
        expect(byKeys.filter((record) => record !== undefined)).toEqual(truth);
      }
      await app.store.put(
        'venues',
        stored.map((venue) => ({ ...venue, version: venue.version + steps.length })),
      );
    }),
    { numRuns: runsOf(8, 25) },
  );
});
