import type { OrderBy } from '../../domain/fields/slice.ts';
import type { Asking, ParameterTable, Translate } from '../define-kind.ts';

/** The values that links show for parameters, by key. */
export type Shown = Readonly<Record<string, string>>;

/** Translates valid parameters into `where`, the order, and what links show. @throws INVALID_FIELD for conflicting values */
export function whereOf(
  parameters: ParameterTable,
  values: Readonly<Record<string, unknown>>,
  ctx: Asking,
): { where: Record<string, unknown>; orderBy?: OrderBy; shown: Shown } {
  const where: Record<string, unknown> = {};
  let orderBy: OrderBy | undefined;
  const shown: Record<string, string> = {};
  const translations = new Set<Translate<never>>();
  for (const key of Object.keys(parameters)) {
    const { asks = key } = parameters[key]!;
    if (typeof asks === 'function') translations.add(asks);
    else if (values[key] !== undefined) where[asks] = values[key];
  }
  for (const asks of translations) {
    const translated = asks(values as never, ctx);
    Object.assign(where, translated.where);
    orderBy ??= translated.orderBy;
    Object.assign(shown, translated.shown);
  }
  return { where, shown, ...(orderBy && { orderBy }) };
}
