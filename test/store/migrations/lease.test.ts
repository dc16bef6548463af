import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Migrating } from '../../../src/data/migrations/migrate.ts';
import { endAbandoned } from '../../../src/data/migrations/migrate.ts';
import type { Migration, Report } from '../../../src/data/migrations/migration.ts';
import type { Stored } from '../../../src/data/port.ts';
import { readSetting, SETTINGS } from '../../../src/data/settings.ts';
import { type OwnTime, ownTime } from '../../support/own-time.ts';
import { type OldData, oldData, recorded } from './support.ts';

const WAITING = 'another process prepares the data; waiting for it';
const LOST = 'another process has taken over preparing the data: start again';
const HOUR = 3_600_000;
/** Milliseconds between two looks of who waits. */
const LOOK = 500;

interface Lease extends Stored {
  holder?: string;
  until?: unknown;
}

let data: OldData;
let time: OwnTime;

beforeAll(async () => {
  data = await oldData();
});
beforeEach(async () => {
  await data.begin();
  time = ownTime();
});
afterAll(() => data.close());

const migrate = (migrations: readonly Migration[], more: Partial<Migrating> = {}) =>
  data.migrate(migrations, { time, ...more });

/** Makes somebody else the holder, until a moment this far from now. */
const hold = (milliseconds: number) =>
  data.store.put<Lease>(SETTINGS.name, [{ _id: 'migration', holder: 'another', until: time.clock() + milliseconds }]);
const lease = () => readSetting<Lease>(data.store, 'migration');

/** A migration to version 2 that does this. */
const doing = (work: (report: Report) => Promise<unknown>): Migration[] =>
  recorded(2).migrations.map((migration) => ({ ...migration, run: async (_, report) => void (await work(report)) }));

test('a holder that died long ago is not waited for', async () => {
  await hold(-HOUR);
  expect(await migrate(recorded(2).migrations)).toEqual(['to 2']);
  expect(data.said).not.toContain(WAITING);
});

test('a lease changed by hand into nonsense is not waited for', async () => {
  await data.store.put<Lease>(SETTINGS.name, [{ _id: 'migration', until: 'tomorrow' }]);
  expect(await migrate(recorded(2).migrations)).toEqual(['to 2']);
});

test('a holder that died just now is waited for until its lease is over, and then replaced', async () => {
  await hold(2000);
  const { migrations, ran } = recorded(2);
  const migrating = migrate(migrations);
  await time.paused();
  time.pass(1999);
  await time.paused();
  expect([ran, data.said]).toEqual([[], [WAITING]]);
  time.pass(LOOK);
  expect(await migrating).toEqual(['to 2']);
});

test('a holder that died with a fast clock is waited for as long as a lease lasts, and then replaced', async () => {
  await hold(24 * HOUR);
  const migrating = migrate(recorded(2).migrations);
  for (let waited = 0; waited < 60_000; waited += LOOK) {
    await time.paused();
    expect(await data.version()).toBe(1);
    time.pass(LOOK);
  }
  expect(await migrating).toEqual(['to 2']);
});

test('a holder that lives with another clock is not replaced, while it renews its lease', async () => {
  const { migrations, ran } = recorded(2);
  const migrating = migrate(migrations);
  for (const round of [1, 2, 3, 4, 5, 6]) {
    await hold(24 * HOUR + round);
    await time.paused();
    // The clock of who waits is set back meanwhile: it begins to look anew.
    time.pass(round === 3 ? -HOUR : 40_000);
    expect(ran).toEqual([]);
  }
  await hold(-1);
  time.pass(HOUR);
  await migrating;
});

test('a holder that lives is waited for until it is done, once said', async () => {
  await hold(HOUR);
  const { migrations, ran } = recorded(2, 3);
  const migrating = migrate(migrations);
  await time.paused();
  time.pass(LOOK);
  await time.paused();
  await data.setVersion(2);
  expect(ran).toEqual([]);
  await hold(-1);
  time.pass(LOOK);
  expect(await migrating).toEqual(['to 3']);
  expect(data.said.filter((line) => line === WAITING)).toHaveLength(1);
});

test('a program that waited for a newer one is refused', async () => {
  await hold(HOUR);
  const migrating = migrate(recorded(2).migrations);
  const refused = expect(migrating).rejects.toThrow('the stored data has version 3, this program needs version 1 to 2');
  await time.paused();
  await data.setVersion(3);
  await hold(-1);
  time.pass(LOOK);
  await refused;
  expect(await data.version()).toBe(3);
});

test('the lease is kept as long as the work takes, and given back at its end', async () => {
  const lasts = 3000;
  const began = time.clock();
  const untils: unknown[] = [];
  const { migrations, ran } = recorded(2);
  let waiting: Promise<string[]> | undefined;
  const long = doing(async () => {
    waiting = migrate(migrations);
    for (let round = 0; round < 5; round += 1) {
      // Both who renews the lease and who waits for it.
      await time.paused(2);
      time.pass(lasts / 4);
      await time.paused(2);
      untils.push((await lease())?.until);
    }
  });
  expect(await migrate(long, { lasts })).toEqual(['to 2']);
  expect(untils).toEqual([1, 2, 3, 4, 5].map((round) => began + (round * lasts) / 4 + lasts));
  expect((await lease())?.until).toBe(0);
  time.pass(LOOK);
  expect([await waiting, ran]).toEqual([[], []]);
});

test('a lease lasts a minute where nothing else is said', async () => {
  let until: unknown;
  const began = time.clock();
  const looking = doing(async () => {
    until = (await lease())?.until;
  });
  await migrate(looking);
  expect(until).toBe(began + 60_000);
});

test('the lease is given back when the work fails', async () => {
  const failing = doing(() => Promise.reject(new Error('the plug was pulled')));
  await expect(migrate(failing)).rejects.toThrow('the plug was pulled');
  expect((await lease())?.until).toBe(0);
});

test('who has lost the lease does not say that its migration is done, and leaves the new holder its lease', async () => {
  await expect(migrate(doing(() => hold(HOUR)))).rejects.toThrow(LOST);
  expect(await data.version()).toBe(1);
  expect(await lease()).toMatchObject({ holder: 'another', until: time.clock() + HOUR });
});

test('who has lost the lease stops in the middle of a migration', async () => {
  let stopped = false;
  const robbed = doing(async (report) => {
    await hold(HOUR);
    report('images', 1, 2);
    await time.paused();
    time.pass(15_000);
    await time.paused();
    expect(() => report('images', 2, 2)).toThrow(LOST);
    stopped = true;
  });
  await expect(migrate(robbed)).rejects.toThrow(LOST);
  expect(stopped).toBe(true);
});

test('who has lost the lease has lost it, also when the new holder is done', async () => {
  await expect(migrate(doing(() => hold(-1)))).rejects.toThrow(LOST);
  expect(await data.version()).toBe(1);
});

test('where nobody else can be, the lease of a process that died is ended', async () => {
  await hold(HOUR);
  await endAbandoned(data.store);
  expect(await migrate(recorded(2).migrations)).toEqual(['to 2']);
  expect(data.said).not.toContain(WAITING);
});
