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

/** Splits a query: words, `"a phrase"`, and `-word` or `-"a phrase"` for what must not occur. */
export function searchTerms(query: string): SearchTerms {
  const terms: SearchTerms = { include: [], exclude: [] };
  for (const [, minus, phrase, word] of query.matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g)) {
    const term = fold(phrase ?? word ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    if (!/^-*$/.test(term)) (minus ? terms.exclude : terms.include).push(term);
  }
  return terms;
}

/** Matches folded text that contains a term. */
export function contains(term: string): RegExp {
  return new RegExp(
    fold(term)
      .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
  );
}
