import { stripTags } from '../../rules/html.ts';
import type { Language } from '../../rules/language.ts';
import { inOneLine, type SearchTerms } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';

/** So many characters of what a record says in a language are searched: what one write costs has a bound. */
const SEARCHED = 10_000;

/**
 * What is kept for searching: the texts without their tags, folded, in one line, and of that the first 10,000 characters. Long
 * texts come last.
 */
export const searchText = (texts: readonly string[]): string =>
  inOneLine(texts.map(stripTags).join('\n')).slice(0, SEARCHED).replace(HALF_OR_SPACE, '');

/** What a cut may leave at the end: the first half of a surrogate pair, or a space. */
const HALF_OR_SPACE = /[\ud800-\udbff ]$/;

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
