import type { Filter as MongoFilter } from 'mongodb';
import { cleanFilter, cleanUpdate } from '../clean.ts';
import type { Filter, Projection, Stored, Update } from '../port.ts';

/** Our filters are MongoDB's; only what is undefined goes. */
export const toMongo = (filter: Filter): MongoFilter<Stored> => cleanFilter(filter) as MongoFilter<Stored>;

/** MongoDB's `$pull` reads some values as orders, `$pullAll` takes them as they are. */
export const toMongoUpdate = (update: Update): Record<string, object> | undefined => {
  const { $pull, ...rest } = cleanUpdate(update);
  const inLists = Object.entries($pull ?? {}).map(([field, value]) => [field, [value]]);
  const changes = { ...rest, ...($pull && { $pullAll: Object.fromEntries(inLists) }) };
  return Object.keys(changes).length > 0 ? changes : undefined;
};

/** Our projections are MongoDB's, in two lists. */
export const toProjection = ({ only, without }: Projection): Record<string, 0 | 1> | undefined => {
  if (only) return Object.fromEntries([['_id', 1], ...only.map((field) => [field, 1])]);
  return without && Object.fromEntries(without.map((field) => [field, 0]));
};
