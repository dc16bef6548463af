import type { Filter as MongoFilter } from 'mongodb';
import { cleanFilter, cleanUpdate } from '../clean.ts';
import type { Filter, Projection, Stored, Update } from '../port.ts';

/** Our filters are MongoDB's; only what is undefined goes. */
export const toMongo = (filter: Filter): MongoFilter<Stored> => cleanFilter(filter) as MongoFilter<Stored>;

/** MongoDB's `$push` and `$pull` read some values as orders, `$each` and `$pullAll` take them as they are. */
export const toMongoUpdate = (update: Update): Record<string, object> | undefined => {
  const { $push, $pull, ...rest } = cleanUpdate(update);
  const changes = {
    ...rest,
    ...($push && { $push: mapped($push, (value) => ({ $each: [value] })) }),
    ...($pull && { $pullAll: mapped($pull, (value) => [value]) }),
  };
  return Object.keys(changes).length > 0 ? changes : undefined;
};

const mapped = (fields: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, change(value)]));

/** Our projections are MongoDB's, in two lists. */
export const toProjection = ({ only, without }: Projection): Record<string, 0 | 1> | undefined => {
  if (only) return Object.fromEntries([['_id', 1], ...only.map((field) => [field, 1])]);
  return without && Object.fromEntries(without.map((field) => [field, 0]));
};
