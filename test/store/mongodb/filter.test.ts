import { openMongoStore } from '../../../src/data/mongodb.ts';
import { newDatabase } from '../../support/databases.ts';
import { filterProperty, PROPERTY_COLLECTIONS } from '../filter-property.ts';
import { quiet } from '../quiet.ts';

filterProperty('filters of the MongoDB store', async () => {
  const uri = newDatabase();
  const store = await openMongoStore({ uri, collections: PROPERTY_COLLECTIONS, log: quiet });
  await store.prepare();
  return { store, drop: () => store.close() };
});
