import type { Filter } from '../../data/port.ts';
import { stripTags } from '../../domain/html.ts';
import { type Language, perLanguage } from '../../domain/language.ts';
import { cut, inOneLine, type SearchTerms, spellings } from '../../domain/text.ts';

/** How many characters per language are searchable. This limits the cost of a write. */
const SEARCHED = 10_000;

/**
 * The search text of a record in each language: the first 10,000 characters of its texts, without tags, folded, in one
 * line. Long texts come last.
 */
export function searchTexts(textsIn: (language: Language) => readonly string[]): { [L in Language]: string } {
  // Untranslated texts are the same in all languages.
  const bare = new Map<string, string>();
  const bareOf = (text: string) => {
    const stripped = bare.get(text) ?? stripTags(text);
    bare.set(text, stripped);
    return stripped;
  };
  return perLanguage((language) => inOneLine(cut(textsIn(language).map(bareOf).join('\n'), SEARCHED)));
}

/** Matches texts in this language that contain every included term and no excluded one, whichever apostrophes they have. `among` names the text field. */
export function searchFilter({ include, exclude }: SearchTerms, language: Language, among = 'search'): Filter {
  const field = `${among}.${language}`;
  const has = ($contains: string): Filter => ({ [field]: { $contains } });
  return {
    $and: [
      ...include.flatMap((term) => {
        const forms = spellings(term);
        if (forms.length === 1) return [has(term)];
        // The index of texts looks for what stands beside the apostrophes.
        const beside = forms[0]!.split("'").filter((part) => part !== '');
        return [...beside.map(has), { $or: forms.map(has) }];
      }),
      ...exclude.flatMap((term) => spellings(term).map(($lacks) => ({ [field]: { $lacks } }))),
      { _id: { $gt: 0 } },
    ],
  };
}
