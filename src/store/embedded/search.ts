import type { Filter } from '../port.ts';
import { isWithin } from './expressions.ts';
import type { Table } from './schema.ts';
import { partsOf } from './where.ts';

/**
 * Korean syllables as the letters they are made of: two of them have a trigram. NUL, where bound text ends, as a space.
 * All else stays as it is.
 */
const inLetters = (text: string): string =>
  text.replaceAll('\0', ' ').replace(/[가-힣]+/g, (syllables) => syllables.normalize('NFD'));

/** More of a term find hardly less. */
const ENOUGH = 12;

/** What the trigrams of a document are taken from: its texts in all languages. */
export const searchedText = (document: object, { field }: NonNullable<Table['searched']>): string => {
  const texts = (document as Record<string, unknown>)[field] ?? {};
  return inLetters([...new Set(Object.values(texts))].join('\n'));
};

/**
 * What FTS5 is asked for: all trigrams of all texts that the filter asks for. What it finds contains the texts, as a rule;
 * what it does not find does not. Undefined when they have none.
 */
export function trigramsOf(filter: Filter, { searched }: Table): string | undefined {
  if (!searched) return undefined;
  const asked = partsOf(filter).terms.filter(
    ({ field, operator }) => operator === '$contains' && isWithin(field, searched.field),
  );
  const trigrams = new Set(
    asked.flatMap(({ value }) => {
      const letters = [...inLetters(value as string)];
      return letters.slice(2, 2 + ENOUGH).map((_, at) => letters.slice(at, at + 3).join(''));
    }),
  );
  return trigrams.size ? [...trigrams].map((each) => `"${each.replaceAll('"', '""')}"`).join(' AND ') : undefined;
}
