import type { Context } from '../../context.ts';
import { invalid, validate } from '../../fields/examine.ts';
import type { FieldTable } from '../../fields/table.ts';
import type { Filter } from '../../store/port.ts';
import { type FilterParts, partsOf } from './filter-parts.ts';
import { negated } from './negated.ts';

/** What a connection is asked for: fields, all of which must hold, and combinations of the same. */
export type Where<F> = F & {
  and?: readonly Where<F>[] | null;
  or?: readonly Where<F>[] | null;
  not?: Where<F> | null;
};

/** How deep combinations may stand in each other, and how many there may be. */
const MOST_LEVELS = 5;
const MOST_PARTS = 50;

interface Meaning<F extends object, Known> {
  table: FieldTable;
  /** Fields as the table takes them, where null says something. */
  prepare?(fields: F): F;
  parts: FilterParts<F, Known>;
  known: Known;
}

/**
 * The store filters of all that is asked for.
 * @throws INVALID_FIELD for values that are not good, and naming `where` for more combinations than are taken
 */
export async function whereFilters<F extends object, Known>(
  where: Where<F>,
  { table, parts, known, prepare = (fields) => fields }: Meaning<F, Known>,
  ctx: Context,
): Promise<Filter[]> {
  refuseLarge(where);
  const filterOf = async (each: Where<F>): Promise<Filter> => ({ $and: await filtersOf(each) });
  async function filtersOf({ and, or, not, ...fields }: Where<F>): Promise<Filter[]> {
    const asked = validate({ table, use: 'filter' }, prepare(fields as object as F), ctx) as object as F;
    return [
      ...(await partsOf(parts, asked, known)),
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
