import type { Filter } from '../port.ts';
import { isWithin } from './expressions.ts';
import type { Table } from './schema.ts';
import { partsOf } from './where.ts';

/*
 * The text search uses n-grams: each sequence of one, two or three letters (code points) in a text. Three are selective enough
 * for longer words, and one or two are found just as quickly. The index stores each as a token of letters and digits, whatever
 * its characters are.
 */

/** The length of the longest n-gram, in letters. */
const LONGEST = 3;

/** The most n-grams used per search term. More would hardly narrow the result. */
const ENOUGH = 12;

/** The n-grams of all texts of a document, in all languages, in the index's format. */
export function ngramsOf(document: object, { field }: NonNullable<Table['searched']>): string {
  const texts = new Set(Object.values((document as Record<string, object>)[field] ?? {}));
  const all = new Set<string>();
  for (const text of texts) {
    const letters = lettersOf(String(text));
    for (let at = 0; at < letters.length; at += 1)
      for (let length = 1, gram = ''; length <= LONGEST && at + length <= letters.length; length += 1) {
        gram = length === 1 ? letters[at]! : gram + BETWEEN + letters[at + length - 1]!;
        all.add(gram);
      }
  }
  return [...all].join(' ');
}

/**
 * The FTS5 query for a filter: the n-grams of all texts it searches for, all of which a document must have. Documents it finds
 * usually contain the texts; documents it does not find never do. Undefined if the filter searches for nothing.
 */
export function ngramsQueryOf(filter: Filter, { searched }: Table): string | undefined {
  if (!searched) return undefined;
  const terms = partsOf(filter).terms.filter(
    ({ field, operator }) => operator === '$contains' && isWithin(field, searched.field),
  );
  const ngrams = new Set(
    terms.flatMap(({ value }) => {
      const letters = lettersOf(value as string);
      const count = Math.min(letters.length && Math.max(1, letters.length - LONGEST + 1), ENOUGH);
      return Array.from({ length: count }, (_, at) => letters.slice(at, at + LONGEST).join(BETWEEN));
    }),
  );
  return ngrams.size ? [...ngrams].join(' ') : undefined;
}

/** Separates letters. It is not a digit of `lettersOf`. */
const BETWEEN = 'x';

/** The letters of a text, each as a number in base 32 (0 to 9, a to v). */
const lettersOf = (text: string): string[] => Array.from(text, (letter) => letter.codePointAt(0)!.toString(32));
