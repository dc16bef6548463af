import type { Condition, Filter } from '../port.ts';

/** A filter as nedb reads it. */
export type Query = Record<string, unknown>;

/**
 * The same question in nedb's language, where it means what it means to MongoDB:
 * negations and `$exists` are right on list fields, several conditions on a list may be met by different elements.
 * Equality and `$in` come first and on top: only there nedb uses an index. Ranges do not: on an indexed list nedb
 * would give a document once for every element within.
 */
export const toQuery = (filter: Filter): Query => {
  const top: Query = {};
  const rest: Query[] = [];
  for (const term of terms(filter)) {
    const field = Object.keys(term)[0]!;
    if (field in top || !isIndexable(field, term[field])) rest.push(term);
    else top[field] = term[field];
  }
  return rest.length > 0 ? { ...top, $and: rest } : top;
};

const terms = (filter: Filter): Query[] => {
  const { $and = [], $or, ...fields } = filter;
  const own = Object.entries(fields).flatMap(([field, condition]) => fieldTerms(field, condition as Condition));
  return [...own, ...$and.flatMap(terms), ...($or ? [{ $or: $or.map(toQuery) }] : [])];
};

const isOperators = (condition: unknown): condition is Record<string, unknown> =>
  typeof condition === 'object' && !(condition instanceof RegExp);

const isIndexable = (field: string, condition: unknown): boolean =>
  !field.startsWith('$') && (!isOperators(condition) || '$in' in condition);

const fieldTerms = (field: string, condition: Condition): Query[] =>
  isOperators(condition)
    ? Object.entries(condition).map(([operator, value]) => term(field, operator, value))
    : [{ [field]: condition }];

const term = (field: string, operator: string, value: unknown): Query => {
  if (operator === '$ne') return { $not: { [field]: value } };
  if (operator === '$nin') return { $not: { [field]: { $in: value } } };
  // nedb asks the elements of a list whether they exist: an empty one has none to say so.
  if (operator === '$exists' && value) return { $or: [{ [field]: { $exists: true } }, { [field]: { $size: 0 } }] };
  return { [field]: { [operator]: value } };
};
