import { openMongoStore } from '../../../src/data/mongodb.ts';
import { newDatabase } from '../../support/databases.ts';
import { CONTRACT_COLLECTIONS, storeContract } from '../contract.ts';
import { quiet } from '../quiet.ts';

storeContract('the MongoDB store', async () => {
  const uri = newDatabase();
  const store = await openMongoStore({ uri, collections: CONTRACT_COLLECTIONS, log: quiet });
  await store.prepare();
  return { store, drop: () => store.close() };
});
