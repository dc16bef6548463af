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

test('npm run check-data names every number that is wrong and ends with 1; with --mend it sets them right', async () => {
  const place = house.place();
  await run(place, 'seed', '--events', '40', '--around', '2026-11-20');
  expect(await run(place, 'check-data')).toMatchObject({ code: 0, out: 'All numbers are right.\n' });
  let tag = 0;
  let venue = 0;
  await spoil(place, async (store) => {
    [tag, venue] = (await Promise.all(
      ['tags', 'venues'].map(async (name) => (await store.find<{ _id: number }>(name, {}, { limit: 1 }))[0]!._id),
    )) as [number, number];
    await store.update('tags', tag, { $set: { count: 1000, countWithDescendants: 2000 } });
    await store.update('venues', venue, { $set: { lastPublicStart: 5 } });
    await store.insert('event_days', { _id: 'venues/0/2026-11' });
    const [month] = await store.find<{ _id: string }>('event_days', { _id: { $gte: 'events/', $lt: 'events/~' } });
    await store.update('event_days', month!._id, { $inc: { 'alive.01': 1 } });
  });
  const wrong = await run(place, 'check-data');
  expect(wrong.code).toBe(1);
  expect(wrong.out.trim().split('\n')).toEqual([
    expect.stringMatching(`^tags ${tag}: count is 1000, not \\d+; countWithDescendants is 2000, not \\d+$`),
    expect.stringMatching(`^venues ${venue}: lastPublicStart is 5, not (\\d+|missing)$`),
    expect.stringMatching(/^event_days events\/\d{4}-\d\d\/\d: the numbers of its days are wrong$/),
    'event_days venues/0/2026-11: there is no such record',
  ]);
  expect(wrong.error).toMatch(/\nWrong: 4\. npm run check-data -- --mend sets them right\.\n$/);
  await spoil(place, (store) => store.update('venues', venue, { $set: { publishedAt: 'long ago' } }));
  const damaged = await run(place, 'check-data');
  expect(damaged.out.trim().split('\n').at(-1)).toBe(`venues ${venue}: damaged, publishedAt is "long ago"`);
  expect(damaged.error).toMatch(/\nWrong: 4\. .+ Damaged: 1\. Set them right in the database, or delete them .+\n$/);
  await spoil(place, (store) => store.update('venues', venue, { $set: { publishedAt: 0 } }));
  const mended = await run(place, 'check-data', '--mend');
  expect({ code: mended.code, last: mended.out.trim().split('\n').at(-1) }).toEqual({ code: 0, last: 'Mended: 4.' });
  expect(await run(place, 'check-data')).toMatchObject({ code: 0, out: 'All numbers are right.\n' });
});

test('with --mend it sets numbers right that older versions took and no answer can show', async () => {
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
  expect(await run(place, 'check-data', '--mend')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nMended: 2\.\n$/),
  });
  expect(await run(place, 'check-data')).toMatchObject({ code: 0, out: 'All numbers are right.\n' });
  await spoil(place, async (store) => {
    const [event] = await store.byIds<{ _id: number; image: object; sequence: number }>('events', [_id]);
    expect(event).toMatchObject({ sequence: 2 ** 31 - 1, image: { id: image.id, filesize: 1 } });
    expect(event!.image).not.toHaveProperty('width');
  });
});
