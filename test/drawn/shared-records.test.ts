import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Repository } from '../../src/kinds/shared/repository.ts';
import type { VenueRecord } from '../../src/kinds/venue/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, upTo } from '../support/making.ts';
import { venuesOf } from '../support/venues.ts';

const IN_ORDER = { sort: [['_id', 1]], index: '_id_' } as const;
const COUNT = 4;

const WRITES: [verb: string, write: (venues: Repository<VenueRecord>, venue: VenueRecord) => Promise<unknown>][] = [
  ['replace', (venues, venue) => venues.replace(venue, { ...venue, zip: '1' })],
  ['replaceAll', (venues, venue) => venues.replaceAll([[venue, { ...venue, zip: '1' }]])],
  ['hold', (venues, { _id }) => venues.hold(_id)],
];

/** What is stored of a venue to be looked for, and shown by no API. */
const SOUGHT_ONLY = ['search', 'names', 'facets'];

/** What is done, to which record, by which of two processes. */
const step = fc.record({
  what: fc.constantFrom(...WRITES.map(([, write]) => write), 'delete' as const, 'list' as const, 'read' as const),
  which: fc.nat(COUNT - 1),
  process: fc.nat(1),
});

let app: TestApp;
let stored: VenueRecord[];
let ids: number[];

beforeAll(async () => {
  app = await buildApp();
  for (const number of upTo(COUNT)) await made(app, 'venues', { venue: `Hall ${number}` });
  stored = await app.store.find<VenueRecord>('venues', {}, IN_ORDER);
  ids = stored.map(({ _id }) => _id);
});
afterAll(() => app.close());

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
    { numRuns: 25 },
  );
});
