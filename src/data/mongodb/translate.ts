import type { Filter as MongoFilter } from 'mongodb';
import { cleanFilter, cleanUpdate } from '../clean.ts';
import type { Condition, Filter, Projection, Stored, Update } from '../port.ts';

/** Our filters are MongoDB's, except for conditions on parts of texts. */
export const toMongo = (filter: Filter): MongoFilter<Stored> => translated(cleanFilter(filter)) as MongoFilter<Stored>;

const translated = ({ $and, $or, ...fields }: Filter): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, condition(value as Condition)])),
  ...($and && { $and: $and.map(translated) }),
  ...($or && { $or: $or.map(translated) }),
});

function condition(value: Condition): unknown {
  if (typeof value !== 'object') return value;
  const { $contains, $lacks, $prefix, ...others } = value;
  const within = $contains === undefined ? '' : `(?=[\\s\\S]*${escaped($contains)})`;
  return {
    ...others,
    ...($lacks === undefined ? {} : { $not: { $regex: escaped($lacks) } }),
    ...(within || $prefix !== undefined ? { $regex: `^${within}${escaped($prefix ?? '')}` } : {}),
  };
}

/** A pattern that matches this text. MongoDB rejects patterns with a NUL, so that is escaped. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');

/** Undefined if nothing is to be done. */
export const toMongoUpdate = (update: Update): Record<string, object> | undefined => {
  const changes = cleanUpdate(update) as Record<string, object>;
  return Object.keys(changes).length > 0 ? changes : undefined;
};

/** Translates our projections, which are two lists, to MongoDB's. */
export const toProjection = ({ only, without }: Projection): Record<string, 0 | 1> | undefined => {
  if (only) return Object.fromEntries([['_id', 1], ...only.map((field) => [field, 1])]);
  return without && Object.fromEntries(without.map((field) => [field, 0]));
};
