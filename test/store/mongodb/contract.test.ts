import { MongoClient } from 'mongodb';
import { describe } from 'vitest';
import { openMongoStore } from '../../../src/store/mongodb.ts';
import { CONTRACT_COLLECTIONS, storeContract } from '../contract.ts';
import { quiet } from '../quiet.ts';
import { uriOf } from './uri.ts';

describe.skipIf(!process.env.MONGODB_URI)('with a server', () => {
  storeContract('the MongoDB store', async () => {
    const uri = uriOf('contract');
    const store = await openMongoStore({ uri, collections: CONTRACT_COLLECTIONS, log: quiet });
    await store.prepare();
    const drop = async () => {
      await store.close();
      const client = new MongoClient(uri);
      await client.db().dropDatabase();
      await client.close();
    };
    return { store, drop };
  });
});
