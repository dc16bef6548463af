import type { Filter } from '../port.ts';
import { isWithin } from './expressions.ts';
import type { Table } from './schema.ts';
import { partsOf } from './where.ts';

/*
 * What is searched is found by n-grams: each one, two and three letters (code points) that stand side by side in a text. Three
 * say enough of a longer word, and one or two are found as quickly. The index has each as a token of letters and digits,
 * whatever it is made of.
 */

/** The most letters of an n-gram. */
const LONGEST = 3;

/** More of a term find hardly less. */
const ENOUGH = 12;

/** The n-grams of all texts of a document, in all languages, as the index takes them. */
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
 * What FTS5 is asked for: the n-grams of all texts that the filter asks for, which a document has to have all. What it finds
 * contains the texts, as a rule; what it does not find does not. Undefined when the filter asks for none.
 */
export function ngramsAsked(filter: Filter, { searched }: Table): string | undefined {
  if (!searched) return undefined;
  const asked = partsOf(filter).terms.filter(
    ({ field, operator }) => operator === '$contains' && isWithin(field, searched.field),
  );
  const ngrams = new Set(
    asked.flatMap(({ value }) => {
      const letters = lettersOf(value as string);
      const count = Math.min(letters.length && Math.max(1, letters.length - LONGEST + 1), ENOUGH);
      return Array.from({ length: count }, (_, at) => letters.slice(at, at + LONGEST).join(BETWEEN));
    }),
  );
  return ngrams.size ? [...ngrams].join(' ') : undefined;
}

/** No digit of a letter. */
const BETWEEN = 'x';

/** The letters of a text, each as a number with the digits 0 to 9 and a to v. */
const lettersOf = (text: string): string[] => Array.from(text, (letter) => letter.codePointAt(0)!.toString(32));
