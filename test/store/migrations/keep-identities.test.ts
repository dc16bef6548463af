import { expect, onTestFinished, test } from 'vitest';
import { keepIdentities } from '../../../src/data/migrations/9-keep-identities.ts';
import type { Store, Stored } from '../../../src/data/port.ts';
import { upTo } from '../../support/making.ts';
import { oldData } from './support.ts';

type Event = Stored & { uid?: string; sequence?: number; version: unknown };

const all = (store: Store) => store.find<Event>('events', {}, { sort: [['_id', 1]] });

test('every event gets a name of its own and a sequence of 0, in a new version; twice is as good as once', async () => {
  const { store, migrate, setVersion } = await oldData(onTestFinished);
  await store.put<Event>(
    'events',
    upTo(600).map((at) => ({ _id: at + 1, version: 3 })),
  );
  await store.put<Event>('events', [{ _id: 700, version: 'nonsense' }]);
  await setVersion(8);
  expect(await migrate([keepIdentities])).toEqual(['keep the identities of events']);
  const events = await all(store);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(601);
  for (const { uid } of events) expect(uid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(events.map(({ _id, sequence, version }) => [_id, sequence, version])).toEqual([
    ...upTo(600).map((at) => [at + 1, 0, 4]),
    [700, 0, 'nonsense'],
  ]);
  await setVersion(8);
  await migrate([keepIdentities]);
  expect(await all(store)).toEqual(events);
});

test('an event that has a name keeps it', async () => {
  const { store, migrate, setVersion } = await oldData(onTestFinished);
  await store.put<Event>('events', [{ _id: 5, version: 1, uid: '5@a.example', sequence: 4 }]);
  await setVersion(8);
  await migrate([keepIdentities]);
  expect(await all(store)).toEqual([{ _id: 5, version: 1, uid: '5@a.example', sequence: 4 }]);
});
