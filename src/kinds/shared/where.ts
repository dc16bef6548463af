import type { Filter } from '../../data/port.ts';
import { invalid, validate } from '../../domain/fields/examine.ts';
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

interface Meaning<F extends object, C> {
  table: FieldTable;
  /** Adapts fields to the table, where null has a meaning. */
  prepare?(fields: F): F;
  parts: FilterParts<F, C>;
  context: C;
}

/**
 * The store filters for the whole `where`.
 * @throws INVALID_FIELD for bad values, and naming `where` for too many combinations
 */
export async function whereFilters<F extends object, C>(
  where: Where<F>,
  { table, parts, context, prepare = (fields) => fields }: Meaning<F, C>,
  ctx: Context,
): Promise<Filter[]> {
  refuseLarge(where);
  const filterOf = async (each: Where<F>): Promise<Filter> => ({ $and: await filtersOf(each) });
  async function filtersOf({ and, or, not, ...fields }: Where<F>): Promise<Filter[]> {
    const values = validate({ table, use: 'filter' }, prepare(fields as object as F), ctx) as object as F;
    return [
      ...(await partsOf(parts, values, context)),
      ...(await each(and ?? [], filterOf)),
      ...(or?.length ? [{ $or: await each(or, filterOf) }] : []),
      ...(not ? [negated(await filterOf(not))] : []),
    ];
  }
  return filtersOf(where);
}

async function each<A, B>(all: readonly A[], work: (one: A) => Promise<B>): Promise<B[]> {
  const done: B[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}

function refuseLarge(where: Where<object>): void {
  let parts = 0;
  const count = ({ and, or, not }: Where<object>, level: number): void => {
    parts += 1;
    if (level > MOST_LEVELS || parts > MOST_PARTS) {
      const message = `Must not have more than ${MOST_LEVELS} levels or ${MOST_PARTS} parts.`;
      throw invalid([{ field: 'where', code: 'too_complex', message }]);
    }
    for (const inner of [...(and ?? []), ...(or ?? []), ...(not ? [not] : [])]) count(inner, level + 1);
  };
  count(where, 1);
}
