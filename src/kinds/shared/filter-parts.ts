import type { Filter } from '../../data/port.ts';

type Part<V, C, F> = (value: V, context: C, beside: F) => Filter | undefined | Promise<Filter | undefined>;

/** Translates each filter of a list, by its key, given all the others. A declared filter without a part does not compile. */
export type FilterParts<F, C> = { readonly [K in keyof F]-?: Part<NonNullable<F[K]>, C, F> };

/** The store filters for everything that was sent. */
export async function partsOf<F extends object, C>(parts: FilterParts<F, C>, sent: F, context: C): Promise<Filter[]> {
  const filters: Filter[] = [];
  for (const key of Object.keys(parts) as (keyof F)[]) {
    const value = sent[key];
    const filter = value == null ? undefined : await parts[key](value, context, sent);
    if (filter) filters.push(filter);
  }
  return filters;
}
