import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepIdentities } from '../../../src/data/migrations/9-keep-identities.ts';
import type { Store, Stored } from '../../../src/data/port.ts';
import { upTo } from '../../support/making.ts';
import { type OldData, oldData } from './support.ts';

let data: OldData;

beforeAll(async () => {
  data = await oldData();
});
afterAll(() => data.close());

type Event = Stored & { uid?: string; sequence?: number; version: unknown };

const all = (store: Store) => store.find<Event>('events', {}, { sort: [['_id', 1]] });

test('every event gets a name of its own and a sequence of 0, in a new version; twice is as good as once', async () => {
  const { store, migrate, setVersion } = data;
  await store.put<Event>(
    'events',
    upTo(20).map((at) => ({ _id: at + 1, version: 3 })),
  );
  await store.put<Event>('events', [{ _id: 700, version: 'nonsense' }]);
  await setVersion(8);
  expect(await migrate([keepIdentities])).toEqual(['keep the identities of events']);
  const events = await all(store);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(21);
  for (const { uid } of events) expect(uid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(events.map(({ _id, sequence, version }) => [_id, sequence, version])).toEqual([
    ...upTo(20).map((at) => [at + 1, 0, 4]),
    [700, 0, 'nonsense'],
  ]);
  await setVersion(8);
  await migrate([keepIdentities]);
  expect(await all(store)).toEqual(events);
});

test('an event that has a name keeps it', async () => {
  const { store, migrate, setVersion } = data;
  await store.put<Event>('events', [{ _id: 1005, version: 1, uid: '5@a.example', sequence: 4 }]);
  await setVersion(8);
  await migrate([keepIdentities]);
  expect(await store.byIds('events', [1005])).toEqual([{ _id: 1005, version: 1, uid: '5@a.example', sequence: 4 }]);
});
