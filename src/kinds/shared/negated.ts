import type { Condition, Filter } from '../../data/port.ts';

const NOTHING: Filter = { _id: { $in: [] } };

type Operators = Exclude<Condition, string | number | boolean>;
type Opposite = (field: string, value: never) => Filter;

/** An absent value is in no range. */
const orAbsent = (field: string, condition: Operators): Filter => ({
  $or: [{ [field]: condition }, { [field]: { $exists: false } }],
});

const OPPOSITES: { readonly [O in keyof Required<Operators>]: Opposite } = {
  $in: (field, $nin) => ({ [field]: { $nin } }),
  $nin: (field, $in) => ({ [field]: { $in } }),
  $ne: (field, value) => ({ [field]: value }),
  $gt: (field, $lte) => orAbsent(field, { $lte }),
  $gte: (field, $lt) => orAbsent(field, { $lt }),
  $lt: (field, $gte) => orAbsent(field, { $gte }),
  $lte: (field, $gt) => orAbsent(field, { $gt }),
  $exists: (field, there) => ({ [field]: { $exists: !there } }),
  $contains: (field, $lacks) => ({ [field]: { $lacks } }),
  $lacks: (field, $contains) => ({ [field]: { $contains } }),
  $prefix: (field) => {
    throw new Error(`The opposite of what ${field} begins with cannot be asked for.`);
  },
};

/** The opposite of a filter. Fields with ranges must not hold lists. */
export function negated({ $and = [], $or, ...fields }: Filter): Filter {
  const opposites: Filter[] = [
    ...Object.entries(fields).flatMap(([field, condition]) => oppositesOf(field, condition as Condition | undefined)),
    ...$and.map(negated),
    ...($or ? [{ $and: $or.map(negated) } as Filter] : []),
  ];
  return opposites.length > 0 ? { $or: opposites } : NOTHING;
}

function oppositesOf(field: string, condition: Condition | undefined) {
  if (condition === undefined) return [];
  if (typeof condition !== 'object') return [{ [field]: { $ne: condition } }];
  return Object.entries(condition).flatMap(([operator, value]) =>
    value === undefined ? [] : [OPPOSITES[operator as keyof Operators](field, value as never)],
  );
}
