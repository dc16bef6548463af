import { stripTags } from '../../rules/html.ts';
import { type Language, perLanguage } from '../../rules/language.ts';
import { inOneLine, type SearchTerms } from '../../rules/text.ts';
import type { Filter } from '../../store/port.ts';

/** So many characters of what a record says in a language are searched: what one write costs has a bound. */
const SEARCHED = 10_000;

/**
 * What is kept for searching in each language: the first 10,000 characters of its texts without their tags, folded, in one
 * line. Long texts come last.
 */
export function searchTexts(textsIn: (language: Language) => readonly string[]): { [L in Language]: string } {
  // What is not translated is the same text in all languages.
  const bare = new Map<string, string>();
  const bareOf = (text: string): string => {
    const known = bare.get(text) ?? stripTags(text);
    bare.set(text, known);
    return known;
  };
  return perLanguage((language) => inOneLine(beginning(textsIn(language).map(bareOf).join('\n'))));
}

/** Never with half a surrogate pair at its end. */
const beginning = (text: string): string => text.slice(0, SEARCHED).replace(/[\ud800-\udbff]$/, '');

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
