import { openEmbeddedStore } from '../../src/data/sqlite.ts';
import { filterProperty, PROPERTY_COLLECTIONS } from '../store/filter-property.ts';
import { quiet } from '../store/quiet.ts';

filterProperty('filters of the embedded store', async () => {
  const store = await openEmbeddedStore({ dir: ':memory:', collections: PROPERTY_COLLECTIONS, log: quiet });
  return { store, drop: () => store.close() };
});
