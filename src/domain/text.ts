import type { Language } from './language.ts';

/** What a search asks for: every `include` must occur, no `exclude` may. Both are folded. */
export interface SearchTerms {
  include: string[];
  exclude: string[];
}

/** Text without percent-encoding. Escapes that are not UTF-8 stay as they are. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Text for comparing: without case and without accents, composed (NFC). `ano` and `Año` fold alike. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .normalize('NFC');
}

/** A key that sorts by code unit as names sort in a language. The text is folded; in Spanish, ñ follows n. */
export function sortKey(text: string, language: Language): string {
  if (language !== 'es') return fold(text);
  return fold(text.normalize('NFD').replace(/([nN])[\u0300-\u036f]*\u0303/g, `$1${AFTER_LETTERS}`));
}

// Sorts behind every letter, and is valid in every store.
const AFTER_LETTERS = '\ufffd';

/**
 * Splits a search for events into words, phrases (`"a phrase"`), and terms that must not occur (`-word`, `-"a phrase"`). Marks
 * without a word are searched for as they are when there is nothing else. White space alone searches for nothing.
 */
export const searchTerms = (query: string): SearchTerms => split(query, 'excludes');

/** The same for every other kind, where a minus is searched for as it is (behaviour §0.43). */
export const literalTerms = (query: string): SearchTerms => split(query, 'literal');

function split(query: string, minusIs: 'excludes' | 'literal') {
  const terms: SearchTerms = { include: [], exclude: [] };
  for (const [, minus = '', phrase, word] of query.matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g)) {
    const term = inOneLine(phrase ?? word ?? '');
    if (/^-*$/.test(term)) continue;
    if (minusIs === 'literal') terms.include.push(minus + term);
    else (minus ? terms.exclude : terms.include).push(term);
  }
  const marks = inOneLine(query);
  return marks === '' || terms.include.length || terms.exclude.length ? terms : { include: [marks], exclude: [] };
}

/** Folded text in which one space replaces each run of white space, with none around it. */
export const inOneLine = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

export const straightApostrophes = (text: string): string => text.replaceAll('’', "'");

/** A text as it may be written: first with straight apostrophes, then, if it has any, with curved ones. */
export const spellings = (text: string): string[] => [
  ...new Set([straightApostrophes(text), text.replaceAll("'", '’')]),
];

/** Words that occur in every text and so find nothing in particular. */
const COMMON: ReadonlySet<string> = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** The terms without common words and single Latin letters, unless there is nothing else. */
export function withoutCommonWords({ include, exclude }: SearchTerms): SearchTerms {
  const telling = include.filter((term) => !COMMON.has(term) && !/^\p{Script=Latin}$/u.test(term));
  return { include: telling.length || exclude.length ? telling : include, exclude };
}

/** The text with a capital first letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A noun with its article: `an event`. */
export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** Half of a character at the end of a text that was cut. */
const HALF = /[\ud800-\udbff]$/;

/** The text cut to at most this many characters. A cut text ends in `…`. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${cut(text, most - 1).trimEnd()}…` : text;

/** The first characters of a text, at most so many, without half of a last one. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(HALF, '');

/** The text in one line, without what a terminal obeys: control characters, and marks that turn the direction of writing. */
export const printable = (text: string): string => text.replace(/[\s\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** The form in which names are compared: composed (NFC) and in lower case. */
export const lowerCase = (name: string): string => name.normalize('NFC').toLowerCase();
