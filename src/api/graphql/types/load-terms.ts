import type { Language } from '../../../domain/language.ts';
import type { Context } from '../../../kinds/context.ts';
import type { RecordLoader } from '../../../kinds/loaders.ts';
import type { TermRecord } from '../../../kinds/term/record.ts';
import { after, type Soon } from '../writer/waiting.ts';

/** The order of lists: by code unit, then by number. */
export const byName = (language: Language) => (a: TermRecord, b: TermRecord) =>
  a.sort[language] < b.sort[language] ? -1 : a.sort[language] > b.sort[language] ? 1 : a._id - b._id;

/** Terms, sorted by name. */
export function loadTerms(
  loader: RecordLoader<TermRecord>,
  ids: readonly number[],
  { language }: Context,
): Soon<TermRecord[]> {
  return after(loader.linked(ids), (terms) => terms.sort(byName(language)));
}
