import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHANGES } from '../../../src/data/changes/record.ts';
import type { Store, Stored } from '../../../src/data/port.ts';
import { hashGenerated } from '../../../src/data/users/secrets.ts';
import { storeUsers } from '../../../src/data/users/store-users.ts';
import { SPACES } from '../../../src/tools/copy/calendar.ts';
import { hashCheaply } from '../../http/auth/support.ts';
import { buildApp } from '../../support/app.ts';
import { anyStep, beginning, createWalk } from '../../support/calendar-steps.ts';
import { made, upTo } from '../../support/making.ts';
import {
  copiedOf,
  copyBetween,
  everything,
  fill,
  IN_A_FOLDER,
  interruptedAt,
  openCalendar,
  type ServedCalendar,
  signedIn,
} from './support.ts';

describe.each([
  { from: 'the store of this run', to: 'a folder', fromEnv: {}, toEnv: IN_A_FOLDER },
  { from: 'a folder', to: 'the store of this run', fromEnv: IN_A_FOLDER, toEnv: {} },
])('copied from $from to $to', ({ fromEnv, toEnv }) => {
  let from: ServedCalendar;

  beforeAll(async () => {
    from = await openCalendar({ env: fromEnv }, afterAll);
    await fill(from.app);
  });

  const emptyTarget = () => openCalendar({ env: toEnv, users: [] }, onTestFinished);

  test('a calendar has the same documents, users and last ids; counts are told', async () => {
    const to = await emptyTarget();
    const { copied, counts } = await copyBetween({ from, to });
    const { lastIds: _, ...lists } = await copiedOf(from);
    expect(await copiedOf(to)).toEqual(await copiedOf(from));
    expect(copied).toBe(true);
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length])),
    );
    expect(Math.min(...counts.values())).toBeGreaterThan(0);
  });

  test('a calendar goes on with its ids, also behind those of what is gone', async () => {
    await from.users.add({ name: 'gone', role: 'author', secret: await hashCheaply('long enough') });
    await from.users.remove('gone');
    const lost = await made(from.app, 'tags', { name: 'Gone' });
    await from.app.rest('DELETE', `/tags/${lost.id}`, { as: 'administrator' });
    const to = await emptyTarget();
    await copyBetween({ from, to });
    const [{ lastIds }, secret] = [await everything(from), await hashCheaply('long enough')];
    const admin = { ...signedIn(from.app.credentials('administrator')) };
    const tag = await to.app.rest('POST', '/tags', { json: { name: 'Next' }, headers: admin });
    const venue = await to.app.rest('POST', '/venues', { json: { venue: 'Next' }, headers: admin });
    expect(tag.body.id).toBe(lost.id + 1);
    expect(venue.body.id).toBe(lastIds.posts! + 1);
    expect((await to.users.add({ name: 'next', role: 'author', secret })).id).toBe(lastIds.users! + 1);
  });

  test('a calendar of several batches arrives whole', async () => {
    const source = await openCalendar({ env: fromEnv, users: [] }, onTestFinished);
    const images = upTo(1200).map((index) => ({ _id: 3 * index + 1, url: `https://example.org/${index}.png` }));
    await source.store.put('images', images);
    const to = await emptyTarget();
    const told: [string, number, number][] = [];
    await copyBetween({ from: source, to, report: (...how) => told.push(how) });
    expect(await copiedOf(to)).toEqual(await copiedOf(source));
    expect(told).toEqual([
      ['images', 1000, 1200],
      ['images', 1200, 1200],
    ]);
    await copyBetween({ from: source, to, report: (...how) => told.push(how) });
    expect(told.slice(2)).toEqual([
      ['comparing images', 1000, 1200],
      ['comparing images', 1200, 1200],
    ]);
  });

  test('a second time nothing changes, and that is told', async () => {
    const to = await emptyTarget();
    const first = await copyBetween({ from, to });
    const [source, target] = [await everything(from), await everything(to)];
    expect(await copyBetween({ from, to })).toEqual({ copied: false, counts: first.counts });
    expect(await everything(to)).toEqual(target);
    expect(await everything(from)).toEqual(source);
  });

  test.each([
    { at: 1, late: false },
    { at: 4, late: false },
    { at: 6, late: true },
  ])('a copy interrupted at write $at (written: $late) ends in the same', async ({ at, late }) => {
    const to = await emptyTarget();
    const interrupted = copyBetween({ from, to: interruptedAt(at, to, late) });
    await expect(interrupted).rejects.toThrow('the plug was pulled');
    const half = await copiedOf(to);
    expect(half).not.toEqual(await copiedOf(from));
    expect(half.lastIds).toEqual((await copiedOf(from)).lastIds);
    expect(await copyBetween({ from, to })).toMatchObject({ copied: true });
    expect(await copiedOf(to)).toEqual(await copiedOf(from));
    expect(await copyBetween({ from, to })).toMatchObject({ copied: false });
  });

  test('two copies at once into one target are one copy', async () => {
    const to = await emptyTarget();
    await Promise.all([copyBetween({ from, to }), copyBetween({ from, to })]);
    expect(await copiedOf(to)).toEqual(await copiedOf(from));
  });
});

test('whatever was done to a calendar, its copy is the same and a second one finds no difference', async () => {
  const from = await openCalendar({}, onTestFinished);
  const walk = createWalk(from.app);
  for (const step of beginning) await walk(step);
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 8 }), fc.integer({ min: 1, max: 6 }), async (steps, at) => {
      for (const step of steps) await walk(step);
      const endings: (() => Promise<void>)[] = [];
      const to = await openCalendar({ env: IN_A_FOLDER, users: [] }, (end) => endings.push(end));
      await copyBetween({ from, to: interruptedAt(at, to) }).catch(() => undefined);
      await copyBetween({ from, to });
      expect(await copiedOf(to)).toEqual(await copiedOf(from));
      expect((await copyBetween({ from, to })).copied).toBe(false);
      for (const end of endings) await end();
    }),
    { numRuns: 4 },
  );
});

test('every id space is copied but that of the log of changes', async () => {
  const asked = new Set<string>();
  const wrap = (store: Store): Store => ({ ...store, nextId: (space) => store.nextId(asked.add(space) && space) });
  const app = await buildApp({ wrap });
  onTestFinished(app.close);
  await fill(app);
  await storeUsers(app.store).add({ name: 'ana', role: 'author', secret: hashGenerated('abcd') });
  expect([...asked].sort()).toEqual([...SPACES, CHANGES.name].sort());
});

test('a document changed by hand into nonsense is copied as it is', async () => {
  const from = await openCalendar({}, onTestFinished);
  const to = await openCalendar({ env: IN_A_FOLDER, users: [] }, onTestFinished);
  const nonsense: (Stored & Record<string, unknown>)[] = [
    { _id: -3, title: null, list: [null, { deep: [] }], number: 1.5, large: 2 ** 52 },
    { _id: 0, empty: {}, text: '\u0000 \u2028 \u{1F600}' },
  ];
  await from.store.put('venues', nonsense);
  await copyBetween({ from, to });
  expect(await to.store.find('venues', {}, { sort: [['_id', 1]] })).toEqual(nonsense);
});
