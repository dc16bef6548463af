import { stripTags } from '../../rules/html.ts';
import type { Language } from '../../rules/language.ts';
import { contains, fold, type SearchTerms } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';

/** What is kept for searching: the texts without their tags, folded, one a line. */
export const searchText = (texts: readonly string[]): string =>
  fold(
    texts
      .filter((text) => text !== '')
      .map(stripTags)
      .join('\n'),
  );

/** Every term that is to occur does, and none that is not, in the texts of this language. */
export function searchFilter({ include, exclude }: SearchTerms, language: Language): Filter {
  const field = `search.${language}`;
  return {
    $and: [
      ...include.map((term) => ({ [field]: contains(term) })),
      ...exclude.map((term) => ({ [field]: lacks(term) })),
      { _id: { $gt: 0 } },
    ],
  };
}

/** The filter language has no "not": a text that lacks a term is one without it ahead of its beginning. */
const lacks = (term: string): RegExp => new RegExp(`^(?![\\s\\S]*${contains(term).source})`);
