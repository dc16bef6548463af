import { STATUS_FILTERS, STATUS_MEANINGS, type StatusFilter } from '../status.ts';
import { percentDecoded } from '../text.ts';
import {
  asPositive,
  asText,
  type Fault,
  fault,
  type Kind,
  type Limit,
  type Reading,
  type Words,
  WRONG_TYPE,
} from './kind.ts';
import { INPUT_LIMITS, tooMany } from './limits.ts';

/**
 * Reads a list in any of its wire forms, item by item: JSON list, repeated or bracketed parameter, comma-separated text.
 * Items that mean nothing are left out. The first unreadable item fails the whole list. A value that is not a list is `wrong`.
 * The number of items is checked before any item is read.
 */
export function readList<V>(
  wire: unknown,
  { limit, wrong }: { limit: Limit; wrong: { fault: Fault } },
  read: (item: unknown) => Reading<V>,
): Reading<V[]> {
  const items = listItems(wire, limit);
  return items ? (tooMany(limit, items.length) ?? collect(items, read)) : wrong;
}

/**
 * The items of a list in any wire form. Items of comma-separated text are trimmed, and splitting stops at one more than the
 * limit.
 */
export function listItems(wire: unknown, { values }: Limit = {}): unknown[] | undefined {
  if (Array.isArray(wire)) return wire;
  if (typeof wire === 'object' && wire !== null) return Object.values(wire);
  const text = asText(wire);
  if (text === undefined) return undefined;
  const json = /^\s*\[/.test(text) ? jsonList(text) : undefined;
  // The host decodes such text once more: a comma may come encoded twice.
  return (
    json ??
    percentDecoded(text)
      .split(',', values && values + 1)
      .map((item) => item.trim())
  );
}

/** Reads every item. The first unreadable one fails the whole list; items that mean nothing are left out. */
export function collect<I, V>(items: readonly I[], read: (item: I) => Reading<V>): Reading<V[]> {
  const values: V[] = [];
  for (const item of items) {
    const reading = read(item);
    if ('fault' in reading) return reading;
    if (reading.value != null) values.push(reading.value);
  }
  return { value: values };
}

function jsonList(text: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

const EMPTY = fault('too_few_items', 'Must name at least one.');
const NOT_IDS = fault(WRONG_TYPE, 'Must be a list of ids.');
const NOT_TERMS = fault(WRONG_TYPE, 'Must be a list of ids or slugs.');
const NOT_SLUGS = fault(WRONG_TYPE, 'Must be a list of slugs.');
const NOT_STATUSES = fault('invalid_status', 'Must be a list of post statuses.');

/** Makes a reader of lists with at least one item. `empty` is the fault of a list without any. */
const readSome =
  <V>(
    rules: { limit: Limit; wrong: { fault: Fault }; empty?: { fault: Fault } },
    read: (item: unknown) => V | undefined,
  ) =>
  (wire: unknown) => {
    const list = readList<V>(wire, rules, (item) => {
      if (item === '' && typeof wire === 'string') return { value: null };
      const value = read(item);
      return value === undefined ? rules.wrong : { value };
    });
    return 'value' in list && !list.value?.length ? (rules.empty ?? EMPTY) : list;
  };

/** Ids of records: a list or comma-separated, at least one. */
export const ids = (): Kind<number[]> => ({
  type: 'Int',
  schema: { type: 'array', items: { type: 'integer' } },
  limit: INPUT_LIMITS.list,
  list: true,
  read: readSome({ limit: INPUT_LIMITS.list, wrong: NOT_IDS }, asPositive),
  check: (value) => (value.every((id) => id > 0) ? { value } : NOT_IDS),
});

/** Terms by id, slug or exact name: a list or comma-separated, at least one. */
export const termRefs = (): Kind<string[]> => ({
  type: 'String',
  schema: { type: 'array', items: { type: 'integer' } },
  typed: { type: 'array', items: { type: ['integer', 'string'] } },
  limit: INPUT_LIMITS.terms,
  list: true,
  read: readSome({ limit: INPUT_LIMITS.terms, wrong: NOT_TERMS }, asText),
});

/** Slugs of records: a list or comma-separated, at least one. */
export const slugs = (): Kind<string[]> => ({
  type: 'String',
  schema: { type: 'array', items: { type: 'string' } },
  limit: INPUT_LIMITS.terms,
  list: true,
  read: readSome({ limit: INPUT_LIMITS.terms, wrong: NOT_SLUGS }, asText),
});

const WIRE_STATUS = new Map<unknown, StatusFilter>([
  ...STATUS_FILTERS.map((word) => [word, word] as const),
  ['auto-draft', 'auto_draft'],
]);

/** Post statuses: a list or comma-separated. Blanks mean `publish` and `private`, which not every caller may ask for. */
export const statuses = (): Kind<StatusFilter[]> => ({
  type: {
    name: 'StatusFilter',
    words: STATUS_FILTERS,
    description: 'A status that a list is filtered by.',
    meanings: {
      ...STATUS_MEANINGS,
      any: 'All that the caller may see.',
      auto_draft: 'Kept for clients that send it: no record here has it.',
      inherit: 'Kept for clients that send it: no record here has it.',
    },
  },
  schema: { type: 'string' },
  limit: INPUT_LIMITS.list,
  list: true,
  read: (wire) => (isBlankList(wire) ? { value: ['publish', 'private'] } : readStatuses(wire)),
});

/** Whether a list in any of its wire forms has nothing but blanks: `status=`, `status[]=` and `status=,` (behaviour §0.37). */
const isBlankList = (wire: unknown) =>
  listItems(wire, INPUT_LIMITS.list)?.every((item) => typeof item === 'string' && item.trim() === '') ?? false;

const readStatuses = readSome({ limit: INPUT_LIMITS.list, wrong: NOT_STATUSES, empty: NOT_STATUSES }, (item) =>
  WIRE_STATUS.get(item),
);

/** Words from a fixed set: a list or comma-separated, at least one. */
export const words = <V extends string>(type: Words<V>): Kind<V[]> => ({
  type,
  schema: { type: 'array', items: { type: 'string', enum: type.words } },
  limit: INPUT_LIMITS.list,
  list: true,
  read: readSome(
    { limit: INPUT_LIMITS.list, wrong: fault('not_in_enum', 'Must be one of {0}.', type.words.join(', ')) },
    (item) => type.words.find((each) => each === item),
  ),
});
