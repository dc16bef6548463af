import { isLanguage, LANGUAGES } from '../../domain/language.ts';
import type { Filter } from '../port.ts';
import type { Table } from './schema.ts';
import { partsOf, type Term } from './where.ts';

/*
 * The text search uses n-grams: each sequence of one, two or three letters (code points) in a text. Three are selective enough
 * for longer words, and one or two are found just as quickly. The index stores each as a token of letters and digits, whatever
 * its characters are. A token that not all languages of a document have says which one has it.
 */

/** The length of the longest n-gram, in letters. */
const LONGEST = 3;

/** The most n-grams used per search term. More would hardly narrow the result. */
const ENOUGH = 12;

/** The n-grams of all texts of a document, in the index's format. */
export function ngramsOf(document: object, { field }: NonNullable<Table['searched']>): string {
  const texts = (document as Record<string, Record<string, unknown>>)[field] ?? {};
  /** The languages of each text, as bits. Texts that are not translated are the same in all. */
  const languagesOf = new Map<string, number>();
  for (const [at, language] of LANGUAGES.entries())
    if (texts[language] !== undefined) {
      const text = String(texts[language]);
      languagesOf.set(text, (languagesOf.get(text) ?? 0) | (1 << at));
    }
  const all = new Map<string, number>();
  for (const [text, languages] of languagesOf) {
    const letters = lettersOf(text);
    for (let at = 0; at < letters.length; at += 1)
      for (let length = 1, gram = ''; length <= LONGEST && at + length <= letters.length; length += 1) {
        gram = length === 1 ? letters[at]! : gram + BETWEEN + letters[at + length - 1]!;
        const others = all.get(gram) ?? 0;
        if ((others & languages) !== languages) all.set(gram, others | languages);
      }
  }
  const ngrams: string[] = [];
  for (const [gram, languages] of all) for (const end of ENDS[languages]!) ngrams.push(gram + end);
  return ngrams.join(' ');
}

/** What a filter searches for in texts. */
export interface Search {
  /** The FTS5 query for the n-grams, all of which a document must have. Documents that it does not find never match. */
  query: string;
  /** The terms of the filter that all documents have that it finds: texts of one n-gram. The others must still be checked. */
  met: readonly Term[];
}

/** Undefined if the filter searches for nothing. */
export function searchOf(filter: Filter, { searched }: Table): Search | undefined {
  if (!searched) return undefined;
  const terms = partsOf(filter).terms.flatMap((term) => {
    const language = term.field.slice(searched.field.length + 1);
    const isText = isLanguage(language) && term.field === `${searched.field}.${language}`;
    const isSearch = isText && term.operator === '$contains' && term.value !== '';
    return isSearch
      ? [{ term, mark: MARKS[LANGUAGES.indexOf(language)]!, letters: lettersOf(term.value as string) }]
      : [];
  });
  const ngrams = terms.flatMap(({ mark, letters }) =>
    Array.from({ length: Math.min(Math.max(1, letters.length - LONGEST + 1), ENOUGH) }, (_, at) => {
      const gram = letters.slice(at, at + LONGEST).join(BETWEEN);
      return `(${gram} OR ${gram}${mark})`;
    }),
  );
  const met = terms.filter(({ letters }) => letters.length <= LONGEST).map(({ term }) => term);
  return ngrams.length ? { query: [...new Set(ngrams)].join(' AND '), met } : undefined;
}

/** Separates letters. Like the marks, it is not a digit of `lettersOf`. */
const BETWEEN = 'x';

/** By language: ends an n-gram that only some languages of a document have. */
const MARKS = ['w', 'y', 'z'] as const satisfies { length: (typeof LANGUAGES)['length'] };

/** By languages as bits: how the n-grams end that just these have. */
const ENDS = Array.from({ length: 2 ** LANGUAGES.length }, (_, languages) =>
  languages === 2 ** LANGUAGES.length - 1 ? [''] : MARKS.filter((_mark, at) => languages & (1 << at)),
);

/** The letters of a text, each as a number in base 32 (0 to 9, a to v). */
const lettersOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0)!.toString(32));
