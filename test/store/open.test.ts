import { expect, test } from 'vitest';
import { openStore } from '../../src/data/open.ts';
import { quiet } from './quiet.ts';

test('without a URI the store is the embedded one', async () => {
  const store = await openStore({ dataDir: ':memory:' }, [], quiet);
  expect(store.kind).toBe('embedded');
  await store.close();
});

test('with a URI the store is MongoDB', async () => {
  await expect(openStore({ mongodbUri: 'mongodb://', dataDir: ':memory:' }, [], quiet)).rejects.toThrow('MONGODB_URI');
});
