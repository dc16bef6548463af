import { afterAll, expect, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { createLog } from '../../src/process/log.ts';
import { openHouse } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

const run = (place: Record<string, string>, name: string, ...args: string[]) =>
  house.run(place, [process.execPath, `dist/${name}.js`, ...args]);

/** Does something to a calendar behind its back. */
async function spoil(place: Record<string, string>, work: (store: Store) => Promise<unknown>): Promise<void> {
  const log = createLog('silent');
  const store = await openDatabase({ mongodbUri: place.MONGODB_URI, dataDir: place.DATA_DIR ?? '' }, log);
  await work(store);
  await store.close();
}

test('npm run check-data names every damaged record and ends with 1', async () => {
  const place = house.place();
  await run(place, 'seed', '--events', '40', '--around', '2026-11-20');
  expect(await run(place, 'check-data')).toMatchObject({ code: 0, out: 'No record is damaged.\n' });
  let venue = 0;
  await spoil(place, async (store) => {
    venue = (await store.find<{ _id: number }>('venues', {}, { limit: 1 }))[0]!._id;
    await store.update('venues', venue, { $set: { publishedAt: 'long ago' } });
  });
  const damaged = await run(place, 'check-data', '--repair');
  expect(damaged.code).toBe(1);
  expect(damaged.out).toBe(`venues ${venue}: damaged, publishedAt is "long ago"\n`);
  expect(damaged.error).toMatch(/\nDamaged: 1\. Set them right in the database, or delete them .+\n$/);
});

test('with --repair it sets numbers right that older versions took and no answer can show', async () => {
  const place = house.place();
  await run(place, 'seed', '--events', '40', '--around', '2026-11-20');
  let events: { _id: number; image?: { id: number } }[] = [];
  await spoil(place, async (store) => {
    events = await store.find('events', { 'image.id': { $gt: 0 } }, { limit: 1 });
    const [{ _id, image }] = events as [{ _id: number; image: { id: number } }];
    await store.update('images', image.id, { $set: { width: 3e9 } });
    await store.update('events', _id, { $set: { image: { ...image, width: 3e9, filesize: 1 }, sequence: 2 ** 31 } });
  });
  const [{ _id, image }] = events as [{ _id: number; image: { id: number } }];
  const { code, out } = await run(place, 'check-data');
  expect({ code, lines: out.trim().split('\n') }).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(`^events ${_id}: damaged, image is .+; sequence is 2147483648$`),
      `images ${image.id}: damaged, width is 3000000000`,
    ],
  });
  expect(await run(place, 'check-data', '--repair')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nRepaired: 2\.\n$/),
  });
  expect(await run(place, 'check-data')).toMatchObject({ code: 0, out: 'No record is damaged.\n' });
  await spoil(place, async (store) => {
    const [event] = await store.byIds<{ _id: number; image: object; sequence: number }>('events', [_id]);
    expect(event).toMatchObject({ sequence: 2 ** 31 - 1, image: { id: image.id, filesize: 1 } });
    expect(event!.image).not.toHaveProperty('width');
  });
});
