import { searchTerms } from '../text.ts';
import { fault, type Kind } from './kind.ts';
import { INPUT_LIMITS } from './limits.ts';
import type { Field } from './table.ts';
import { text } from './text-kinds.ts';

const { search: LIMIT } = INPUT_LIMITS;
const TOO_MANY = fault('too_many_words', 'Must not be more than {0} words.', LIMIT.words);

/** What to search for; a phrase in quotes counts as one word. */
const query = (): Kind<string> => {
  const line = text({ limit: LIMIT });
  return {
    ...line,
    check(value, surroundings) {
      const { include, exclude } = searchTerms(value);
      const reading = line.check!(value, surroundings);
      return 'value' in reading && include.length + exclude.length > LIMIT.words ? TOO_MANY : reading;
    },
  };
};

/** The filter that searches a list. White space alone filters nothing. */
export const searchField = (description: string) =>
  ({ kind: query(), wire: 'search', whenBlank: 'ignored', description }) as const satisfies Field;
