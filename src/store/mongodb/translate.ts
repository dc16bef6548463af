import type { Filter as MongoFilter } from 'mongodb';
import { cleanFilter, cleanUpdate } from '../clean.ts';
import type { Condition, Filter, Projection, Stored, Update } from '../port.ts';

/** Our filters are MongoDB's, but for what is asked of parts of texts. */
export const toMongo = (filter: Filter): MongoFilter<Stored> => translated(cleanFilter(filter)) as MongoFilter<Stored>;

const translated = ({ $and, $or, ...fields }: Filter): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(fields).map(([field, asked]) => [field, condition(asked as Condition)])),
  ...($and && { $and: $and.map(translated) }),
  ...($or && { $or: $or.map(translated) }),
});

function condition(asked: Condition): unknown {
  if (typeof asked !== 'object') return asked;
  const { $contains, $lacks, $prefix, ...rest } = asked;
  const within = $contains === undefined ? '' : `(?=[\\s\\S]*${escaped($contains)})`;
  return {
    ...rest,
    ...($lacks === undefined ? {} : { $not: { $regex: escaped($lacks) } }),
    ...(within || $prefix !== undefined ? { $regex: `^${within}${escaped($prefix ?? '')}` } : {}),
  };
}

/** A pattern for this text. MongoDB refuses one with a NUL, so that is written as its code. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');

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
