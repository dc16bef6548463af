import { searchTerms } from '../rules/text.ts';
import { fault, type Kind } from './kind.ts';
import { text } from './kinds.ts';
import type { Field } from './table.ts';

const LONGEST = 200;
const MOST_WORDS = 10;
const TOO_MANY = fault('too_many_words', `Must not be more than ${MOST_WORDS} words.`);

/** What to search for: at most 200 characters and 10 words, a phrase in quotes counts as one. */
const query = (): Kind<string> => {
  const line = text({ max: LONGEST });
  return {
    ...line,
    check(value, surroundings) {
      const { include, exclude } = searchTerms(value);
      const reading = line.check!(value, surroundings);
      return 'value' in reading && include.length + exclude.length > MOST_WORDS ? TOO_MANY : reading;
    },
  };
};

/** The filter that searches a list. Nothing but white space filters nothing. */
export const searchField = (description: string) =>
  ({ kind: query(), wire: 'search', whenBlank: 'ignored', description }) as const satisfies Field;
