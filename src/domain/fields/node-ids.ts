import { readNodeId } from '../node-id.ts';
import { fault, type Kind, LARGEST_INT, pathId } from './kind.ts';
import { INPUT_LIMITS } from './limits.ts';
import { ids, termRefs } from './lists.ts';

const DIGITS = /^[1-9]\d{0,14}$/;

/** The number in an id of this kind, as `id` or `databaseId` gives it; undefined for any other text. */
function numberOf(kind: string, text: string) {
  if (DIGITS.test(text)) return Math.min(pathId(text), LARGEST_INT);
  const node = readNodeId(text);
  return node?.kind === kind ? node.id : undefined;
}

const wrong = (kind: string) => fault('unknown', 'Is not an id of this kind: {0}.', { word: kind });

const WHOLE = /^-?\d{1,15}$/;

/** The number of a record of a kind. GraphQL takes it as `id` and as `databaseId`, REST as it is. */
export const recordId = (kind: string, number: Kind<number>): Kind<number> => ({
  ...number,
  type: { input: 'ID' },
  typed: { type: 'integer' },
  check(value, surroundings) {
    const text = String(value);
    const id = numberOf(kind, text) ?? (WHOLE.test(text) ? Number(text) : undefined);
    return id === undefined ? wrong(kind) : number.check!(id, surroundings);
  },
});

/** Records of a kind by their ids. Ids without a record match nothing. */
export const recordIds = (kind: string): Kind<number[]> => ({
  ...ids(),
  type: { input: 'ID' },
  check(value) {
    const numbers = value.map((id) => numberOf(kind, String(id)));
    return numbers.includes(undefined) ? wrong(kind) : { value: numbers as number[] };
  },
});

/** Records of a kind by their ids, which become numbers, or by their slugs and names, which stay texts. */
export const recordNames = (kind: string): Kind<(number | string)[]> => ({
  ...(ids() as Kind<never>),
  type: { input: 'ID' },
  limit: INPUT_LIMITS.terms,
  check: (value) => ({ value: value.map((each) => numberOf(kind, String(each)) ?? String(each)) }),
});

/** Terms of a kind by id, slug or exact name. */
export const termIds = (kind: 'category' | 'tag'): Kind<string[]> => ({
  ...termRefs(),
  type: { input: 'ID' },
  limit: INPUT_LIMITS.terms,
  check(value) {
    const toRef = (text: string) => {
      const node = readNodeId(text);
      return node?.kind === kind ? String(node.id) : text;
    };
    return { value: value.map(toRef) };
  },
});
