import { afterAll, beforeAll, expect, test } from 'vitest';
import { markTrashed } from '../../src/migrations/2-mark-trashed.ts';
import { keepDays } from '../../src/migrations/5-keep-days.ts';
import { SETTINGS } from '../../src/migrations/settings.ts';
import type { PostRecord } from '../../src/resources/post/record.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { made, type Plural, upTo } from '../support/making.ts';
import { migrateOn } from './support.ts';

const KINDS = ['events', 'venues', 'organizers'] as const satisfies Plural[];
const COUNT = 600;
const STATUSES = ['publish', 'trash', 'draft', 'private', 'trash', 'pending'] as const;

let app: TestApp;
let told: [string, number, number][];

beforeAll(async () => {
  app = await buildApp();
  for (const kind of KINDS) await fillWithOld(kind);
  await app.store.delete(SETTINGS.name, 'schema');
  told = [];
  await migrateOn(app.store, [markTrashed], { report: (...how) => told.push(how) });
  // What is kept since then.
  await keepDays.run(app.store, () => undefined);
});
afterAll(() => app.close());

/** More than a batch's worth of records in the form of version 1, made from one in the form of today. */
async function fillWithOld(kind: (typeof KINDS)[number]): Promise<void> {
  const { id } = await made(app, kind);
  const [pattern] = await app.store.byIds<PostRecord>(kind, [id]);
  const { trashed: _, slugs: __, ...old } = pattern!;
  const records = upTo(COUNT - 1).map((index) => ({
    ...old,
    _id: 1000 + 3 * index,
    status: STATUSES[index % STATUSES.length]!,
  }));
  await app.store.put(kind, [{ ...old, _id: id }, ...records]);
}

test.each(KINDS)('every one of the %s says whether it lies in the trash', async (kind) => {
  const records = await app.store.find<PostRecord>(kind, {});
  expect(records).toHaveLength(COUNT);
  expect(records.filter(({ status, trashed }) => trashed !== (status === 'trash'))).toEqual([]);
});

test.each(KINDS)('a list of %s has all that are not in the trash', async (kind) => {
  const alive = await app.store.count(kind, { status: { $ne: 'trash' } });
  const { body } = await app.rest('GET', `/${kind}?status=any`, { as: 'administrator' });
  expect(body.total).toBe(alive);
  const { body: all } = await app.rest('GET', `/${kind}?status=trash`, { as: 'administrator' });
  expect(all.total).toBe(COUNT - alive);
});

test('how far it is is told batch by batch', () => {
  expect(told).toEqual(
    KINDS.flatMap((kind) => [500, COUNT].map((done): [string, number, number] => [kind, done, COUNT])),
  );
});

test('a second time it changes nothing', async () => {
  const before = await Promise.all(KINDS.map((kind) => app.store.find(kind, {}, { sort: [['_id', 1]] })));
  await markTrashed.run(app.store, () => undefined);
  const after = await Promise.all(KINDS.map((kind) => app.store.find(kind, {}, { sort: [['_id', 1]] })));
  expect(after).toEqual(before);
});
