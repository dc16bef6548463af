import type { Language } from './language.ts';

/** What a search asks for: every `include` must occur, no `exclude` may. Both are folded. */
export interface SearchTerms {
  include: string[];
  exclude: string[];
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

/** A key whose order by code unit is the order of names in a language: folded, and in Spanish ñ follows n. */
export function sortKey(text: string, language: Language): string {
  if (language !== 'es') return fold(text);
  return fold(text.normalize('NFD').replace(/([nN])[\u0300-\u036f]*\u0303/g, `$1${AFTER_LETTERS}`));
}

// Sorts behind every letter, and is valid in every store.
const AFTER_LETTERS = '\ufffd';

/**
 * Splits a query of events: words, `"a phrase"`, and `-word` or `-"a phrase"` for what must not occur. Marks without a word
 * are looked for as they are when there is nothing else; nothing but white space asks for nothing.
 */
export const searchTerms = (query: string): SearchTerms => split(query, 'excludes');

/** The same of every other kind, where a minus is looked for as it is (behaviour §0.43). */
export const literalTerms = (query: string): SearchTerms => split(query, 'literal');

function split(query: string, minusIs: 'excludes' | 'literal'): SearchTerms {
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

/** Folded text with one space in the place of each run of white space, and none around it. */
export const inOneLine = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

/** Words that are in every text, by which nobody finds anything. */
const COMMON: ReadonlySet<string> = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** The terms without words that are in every text and without single Latin letters, unless there is nothing else. */
export function withoutCommonWords({ include, exclude }: SearchTerms): SearchTerms {
  const telling = include.filter((term) => !COMMON.has(term) && !/^\p{Script=Latin}$/u.test(term));
  return { include: telling.length || exclude.length ? telling : include, exclude };
}

/** The text with a capital at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The form in which names are compared: the same but for case. */
export const lowerCase = (name: string): string => name.normalize('NFC').toLowerCase();
