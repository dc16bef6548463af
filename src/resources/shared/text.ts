import { stripTags } from '../../rules/html.ts';
import type { Language } from '../../rules/language.ts';
import { inOneLine, type SearchTerms } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';

/** What is kept for searching: the texts without their tags, folded, in one line. */
export const searchText = (texts: readonly string[]): string => inOneLine(texts.map(stripTags).join('\n'));

/** Every term that is to occur does, and none that is not, in the texts of this language, or in a part of them. */
export function searchFilter({ include, exclude }: SearchTerms, language: Language, among = 'search'): Filter {
  const field = `${among}.${language}`;
  return {
    $and: [
      ...include.map((term) => ({ [field]: { $contains: term } })),
      ...exclude.map((term) => ({ [field]: { $lacks: term } })),
      { _id: { $gt: 0 } },
    ],
  };
}
