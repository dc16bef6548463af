import { STATUS_FILTERS, type StatusFilter } from '../rules/status.ts';
import { asPositive, asText, fault, type Kind, WRONG_TYPE } from './kind.ts';

/** The parts of a list in any of its wire forms: JSON list, repeated or bracketed parameter, comma-separated text. */
export function listItems(wire: unknown): unknown[] | undefined {
  if (Array.isArray(wire)) return wire;
  if (typeof wire === 'object' && wire !== null) return Object.values(wire);
  const text = asText(wire);
  if (text === undefined) return undefined;
  const json = /^\s*\[/.test(text) ? jsonList(text) : undefined;
  return (
    json ??
    decoded(text)
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  );
}

/** The host decodes such text once more: a comma may come encoded twice. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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

/** Ids of records: a list or comma-separated, at least one. */
export const ids = (): Kind<number[]> => ({
  type: 'Int',
  schema: { type: 'array', items: { type: 'integer' } },
  list: true,
  read(wire) {
    const items = listItems(wire)?.map(asPositive);
    if (!items || items.some((item) => item === undefined)) return NOT_IDS;
    return items.length ? { value: items as number[] } : EMPTY;
  },
  check: (value) => (value.every((id) => id > 0) ? { value } : NOT_IDS),
});

/** Terms by id, slug or exact name: a list or comma-separated, at least one. */
export const termRefs = (): Kind<string[]> => ({
  type: 'String',
  schema: { type: 'array', items: { type: 'integer' } },
  list: true,
  read(wire) {
    const items = listItems(wire)?.map(asText);
    if (!items || items.some((item) => item === undefined)) return fault(WRONG_TYPE, 'Must be a list of ids or slugs.');
    return items.length ? { value: items as string[] } : EMPTY;
  },
});

const WIRE_STATUS = new Map<unknown, StatusFilter>([
  ...STATUS_FILTERS.map((word) => [word, word] as const),
  ['auto-draft', 'auto_draft'],
]);

/** Post statuses: a list or comma-separated. An empty text means public and private ones, which not everybody may ask for. */
export const statuses = (): Kind<StatusFilter[]> => ({
  type: {
    name: 'StatusFilter',
    words: STATUS_FILTERS,
    description: 'States that lists are asked for. `any` is all the caller may see; no record here has the last two.',
  },
  schema: { type: 'string' },
  list: true,
  read(wire) {
    if (wire === '') return { value: ['publish', 'private'] };
    const items = listItems(wire)?.map((item) => WIRE_STATUS.get(item));
    return items?.length && items.every((item) => item !== undefined)
      ? { value: items as StatusFilter[] }
      : fault('invalid_status', 'Must be a list of post statuses.');
  },
});
