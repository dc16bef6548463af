import { readNodeId } from '../rules/node-id.ts';
import { fault, type Kind, LARGEST_INT, pathId } from './kind.ts';
import { LIMITS } from './limits.ts';
import { ids, termRefs } from './lists.ts';

const DIGITS = /^[1-9]\d{0,14}$/;

/** The number that an id of this kind says, as it stands in `id` or in `databaseId`. */
function numberOf(kind: string, text: string): number | undefined {
  if (DIGITS.test(text)) return Math.min(pathId(text), LARGEST_INT);
  const node = readNodeId(text);
  return node?.kind === kind ? node.id : undefined;
}

/** Records of a kind by their ids. Those that are not there are nothing that is looked for. */
export const recordIds = (kind: string): Kind<number[]> => ({
  ...ids(),
  type: { input: 'ID' },
  check(value) {
    const numbers = (value as unknown as string[]).map((text) => numberOf(kind, text));
    return numbers.includes(undefined)
      ? fault('unknown', `Must be ids of ${kind} records.`)
      : { value: numbers as number[] };
  },
});

/** Terms of a kind by id, slug or exact name. */
export const termIds = (kind: 'category' | 'tag'): Kind<string[]> => ({
  ...termRefs(),
  type: { input: 'ID' },
  limit: LIMITS.terms,
  check: (value) => ({ value: value.map((text) => String(numberOf(kind, text) ?? text)) }),
});
