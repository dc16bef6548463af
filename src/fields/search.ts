import { searchTerms } from '../rules/text.ts';
import type { Fault, Kind } from './kind.ts';
import { text } from './kinds.ts';
import type { Field } from './table.ts';

const LONGEST = 200;
const MOST_WORDS = 10;

/** What to search for: at most 200 characters and 10 words, a phrase in quotes counts as one. */
const query = (): Kind<string> => {
  const line = text({ max: LONGEST });
  return {
    ...line,
    check: (value, surroundings) => line.check?.(value, surroundings) ?? checkWords(value),
  };
};

function checkWords(value: string): Fault | undefined {
  const { include, exclude } = searchTerms(value);
  if (include.length + exclude.length <= MOST_WORDS) return undefined;
  return { code: 'too_many_words', message: `Must not be more than ${MOST_WORDS} words.` };
}

/** The filter that searches a list. Nothing but white space filters nothing. */
export const searchField = (description: string) =>
  ({ kind: query(), wire: 'search', whenBlank: 'ignored', description }) as const satisfies Field;
