import type { Filter } from '../../store/port.ts';

type Part<V, Known, F> = (value: V, known: Known, beside: F) => Filter | undefined | Promise<Filter | undefined>;

/** What each filter of a list asks of its records, by its key, beside all others. A filter that is declared and not here does not compile. */
export type FilterParts<F, Known> = { readonly [K in keyof F]-?: Part<NonNullable<F[K]>, Known, F> };

/** The store filters of all that was sent. */
export async function partsOf<F extends object, Known>(
  parts: FilterParts<F, Known>,
  sent: F,
  known: Known,
): Promise<Filter[]> {
  const filters: Filter[] = [];
  for (const key of Object.keys(parts) as (keyof F)[]) {
    const value = sent[key];
    const filter = value == null ? undefined : await parts[key](value, known, sent);
    if (filter) filters.push(filter);
  }
  return filters;
}
