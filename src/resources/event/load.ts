import type { Context } from '../../context.ts';
import type { RecordLoader } from '../loaders.ts';
import type { TermRecord } from '../term/record.ts';

/** Terms in the order of their names. */
export function loadTerms(
  loader: RecordLoader<TermRecord>,
  ids: readonly number[],
  { language }: Context,
): TermRecord[] | Promise<TermRecord[]> {
  const byName = (terms: TermRecord[]): TermRecord[] =>
    terms.sort((a, b) =>
      a.sort[language] < b.sort[language] ? -1 : a.sort[language] > b.sort[language] ? 1 : a._id - b._id,
    );
  const terms = loader.linked(ids);
  return Array.isArray(terms) ? byName(terms) : terms.then(byName);
}
