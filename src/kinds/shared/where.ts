import type { Filter } from '../../data/port.ts';
import { invalidField, validate } from '../../domain/fields/examine.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import type { Context } from '../context.ts';
import { type FilterParts, partsOf } from './filter-parts.ts';
import { negated } from './negated.ts';

/** The filter of a connection: fields, all of which must hold, and combinations of such filters. */
export type Where<F> = F & {
  and?: readonly Where<F>[] | null;
  or?: readonly Where<F>[] | null;
  not?: Where<F> | null;
};

/** How deeply combinations may be nested, and how many there may be. */
const MOST_LEVELS = 5;
const MOST_PARTS = 50;

/**
 * Examines the whole `where` of a list once, with what else the list takes; `table` describes both, `inner` the combined filters.
 * @throws INVALID_FIELD for bad values, and naming `where` for too many combinations
 */
export function examinedWhere<I extends Where<object>>(
  { table, inner }: { table: FieldTable; inner: FieldTable },
  input: I,
  ctx: Context,
): I {
  refuseLarge(input);
  const examined = ({ and, or, not, ...fields }: Where<object>, by: FieldTable): Where<object> => ({
    ...validate({ table: by, use: 'filter' }, fields, ctx),
    ...(and && { and: and.map((each) => examined(each, inner)) }),
    ...(or && { or: or.map((each) => examined(each, inner)) }),
    ...(not && { not: examined(not, inner) }),
  });
  return examined(input, table) as I;
}

/** The store filters for the whole of an examined `where`. */
export async function whereFilters<F extends object, C>(
  { and, or, not, ...fields }: Where<F>,
  parts: FilterParts<F, C>,
  context: C,
): Promise<Filter[]> {
  const filterOf = async (inner: Where<F>): Promise<Filter> => ({ $and: await whereFilters(inner, parts, context) });
  return [
    ...(await partsOf(parts, fields as F, context)),
    ...(await each(and ?? [], filterOf)),
    ...(or?.length ? [{ $or: await each(or, filterOf) }] : []),
    ...(not ? [negated(await filterOf(not))] : []),
  ];
}

async function each<A, B>(all: readonly A[], work: (one: A) => Promise<B>) {
  const done: B[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}

function refuseLarge(where: Where<object>) {
  let parts = 0;
  const count = ({ and, or, not }: Where<object>, level: number) => {
    parts += 1;
    if (level > MOST_LEVELS || parts > MOST_PARTS) {
      const pattern = 'Must not have more than {0} levels or {1} parts.';
      throw invalidField('where', 'too_complex', pattern, MOST_LEVELS, MOST_PARTS);
    }
    for (const inner of [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])]) count(inner, level + 1);
  };
  count(where, 1);
}
