import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { CONTRACT_COLLECTIONS, storeContract, writesContract } from '../contract.ts';
import { quiet } from '../quiet.ts';

storeContract('the embedded store in memory', async () => {
  const store = await openEmbeddedStore({ dir: ':memory:', collections: CONTRACT_COLLECTIONS, log: quiet });
  return { store, drop: () => store.close() };
});

writesContract('the embedded store in files', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'calendar-store-'));
  const store = await openEmbeddedStore({ dir, collections: CONTRACT_COLLECTIONS, log: quiet });
  const drop = async () => {
    await store.close();
    rmSync(dir, { recursive: true });
  };
  return { store, drop };
});
