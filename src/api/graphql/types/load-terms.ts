import type { Context } from '../../../kinds/context.ts';
import type { RecordLoader } from '../../../kinds/loaders.ts';
import type { TermRecord } from '../../../kinds/term/record.ts';

/** Terms, sorted by name. */
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
