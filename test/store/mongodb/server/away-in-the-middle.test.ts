import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../../../src/data/port.ts';
import { openDatabase } from '../../../../src/kinds/database.ts';
import type { EventRecord } from '../../../../src/kinds/event/record.ts';
import { findDamagedPictures } from '../../../../src/tools/kept-pictures.ts';
import { type Ended, openHouse, post, type Running, rest, databaseServer as server } from '../../../process/support.ts';
import { newDatabase } from '../../../support/databases.ts';
import { eventually } from '../../../support/eventually.ts';
import { upTo } from '../../../support/making.ts';
import { quiet } from '../../quiet.ts';

const house = openHouse();
beforeAll(() => server('start'));
// The databases of the tests are dropped after this, by the server that is there again.
afterAll(async () => {
  await server('start');
  await house.remove();
});

async function withStore<T>(uri: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDatabase({ mongodbUri: uri, dataDir: '', beside: true }, quiet);
  return use(store).finally(() => store.close());
}

const eventsIn = (uri: string): Promise<EventRecord[]> =>
  withStore(uri, (store) => store.find<EventRecord>('events', { trashed: false }));

/** Kills the database, and starts it again. */
async function away(): Promise<void> {
  await server('kill');
  await server('start');
}

/** Sends a write whose answer the database takes away, and sends it again with its key until it is done. */
async function sentAgain(send: (key: string) => Promise<Response>): Promise<number[]> {
  const key = randomUUID();
  const statuses: number[] = [];
  const first = send(key);
  await away();
  statuses.push((await first).status);
  await eventually(async () => {
    const { status } = await send(key);
    statuses.push(status);
    expect([200, 201]).toContain(status);
  });
  return statuses;
}

const onlyAway = (statuses: readonly number[]) =>
  expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);

test('an upload that the database leaves is there once when it is sent again, and no file is damaged', async () => {
  const uri = newDatabase();
  const running = await house.start({ MONGODB_URI: uri });
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 900, height: 900, channels: 3, background: '#fff', noise } as const;
  const picture = await sharp({ create }).jpeg({ quality: 90 }).toBuffer();
  const statuses = await sentAgain((key) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(picture)]), 'picture.jpg');
    const headers = { 'Idempotency-Key': key };
    return fetch(`${running.url}/wp-json/wp/v2/media`, { method: 'POST', body: form, headers });
  });
  onlyAway(statuses);
  await withStore(uri, async (store) => {
    expect(await store.count('images', {})).toBe(1);
    expect(await findDamagedPictures(store, () => {})).toBe(0);
  });
});

test('a series that the database leaves while it is divided is divided once when that is sent again', async () => {
  const uri = newDatabase();
  const running = await house.start({ MONGODB_URI: uri });
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const times = { start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` };
  await post(rest(running, '/events'), { title: 'Old', ...times, recurrence: { rule: 'FREQ=DAILY;COUNT=100' } });
  const events = (await eventsIn(uri)).sort((one, other) => one.startsAt - other.startsAt);
  const statuses = await sentAgain((key) =>
    fetch(rest(running, `/events/${events[30]!._id}`), {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ title: 'New', scope: 'following' }),
    }),
  );
  onlyAway(statuses);
  const after = await eventsIn(uri);
  const titled = (title: string) => after.filter(({ text }) => text.en?.title === title);
  expect([titled('Old').length, titled('New').length]).toEqual([30, 70]);
  expect(new Set(titled('New').map(({ series }) => series)).size).toBe(1);
  expect(new Set(after.map(({ startsAt }) => startsAt)).size).toBe(100);
});

/** Has the database leave a program when so many events are there. Returns how it ended, and how it ended when it was run again. */
async function leftIn(
  { env, uri, among }: { env: Record<string, string>; uri: string; among: Running },
  command: [string, ...string[]],
): Promise<[first: Ended, again: Ended]> {
  const { ended } = house.begin(env, command);
  await eventually(async () => {
    const { status } = await fetch(`${among.url}/ready`);
    expect([status, (await eventsIn(uri)).length >= 20]).toEqual([200, true]);
  });
  await away();
  return [await ended, await house.run(env, command)];
}

test('an import that the database leaves says so in one line, and takes the rest when it is run again', async () => {
  const uri = newDatabase();
  const among = await house.start({ MONGODB_URI: uri });
  const file = join(house.dir, 'imported.csv');
  const rows = upTo(400).map((number) => `Imported ${number},2030-05-01,10:00,2030-05-01,12:00,Hall ${number % 7}`);
  const head = 'EVENT NAME,EVENT START DATE,EVENT START TIME,EVENT END DATE,EVENT END TIME,EVENT VENUE NAME';
  writeFileSync(file, [head, ...rows].join('\n'));
  const command: [string, ...string[]] = [process.execPath, 'dist/import.js', file];
  const [first, again] = await leftIn({ env: { MONGODB_URI: uri }, uri, among }, command);
  expect([0, 1]).toContain(first.code);
  expect(first.error).not.toMatch(/\n\s+at /);
  expect(again.code).toBe(0);
  const titles = (await eventsIn(uri)).map(({ text }) => text.en?.title);
  expect([titles.length, new Set(titles).size]).toEqual([400, 400]);
});

test('a copy that the database leaves says so in one line, and is whole when it is run again', async () => {
  const [uri, from] = [newDatabase(), house.dataFolder()];
  const seeding = [process.execPath, 'dist/seed.js', '--events', '1500'] as [string, ...string[]];
  expect((await house.run({ DATA_DIR: from }, seeding)).code).toBe(0);
  const copying = [process.execPath, 'dist/copy.js', '--from', from, '--to', uri] as [string, ...string[]];
  const { ended } = house.begin({}, copying);
  await away();
  const first = await ended;
  expect([0, 1]).toContain(first.code);
  expect(first.error).not.toMatch(/\n\s+at /);
  expect((await house.run({}, copying)).code).toBe(0);
  const source = await openDatabase({ dataDir: from, beside: true }, quiet);
  const events = await source.count('events', {});
  await source.close();
  expect(await withStore(uri, (store) => store.count('events', {}))).toBe(events);
});
