import type { Problem } from '../errors.ts';
import { isObject } from '../values.ts';
import { type CustomField, type CustomValue, customValues, LONGEST_FOUND } from './custom-fields.ts';
import { asText, type Fault, fault, type Kind, type Reading, type Surroundings, WRONG_TYPE } from './kind.ts';
import { excess, INPUT_LIMITS, tooMany } from './limits.ts';

/** A sent value of a custom field, in text form. Null removes the value. */
export interface CustomInput {
  key: string;
  value: string | null;
  /** The form that it was sent in, if not as `value`. */
  form?: string;
}

/** The same as GraphQL takes it, in one of these forms. */
interface TypedInput {
  key: string;
  value?: string | null;
  number?: number | null;
  boolean?: boolean | null;
  date?: string | null;
}

const NOT_VALUES = fault(WRONG_TYPE, 'Must be a text, a number or a boolean for each key.');
const TWO_FORMS = 'Must be said in one form only.';

/** Reads one value from REST: the bare value, or the object that shows it beside its label. */
export function readCustom(wire: unknown): Reading<string> {
  const raw = isObject(wire) && 'value' in wire ? wire.value : wire;
  const value = raw === null ? null : asText(raw);
  return value === undefined ? NOT_VALUES : { value };
}

/**
 * Values of custom fields by key: in REST an object, as it is shown; in GraphQL a list. Fields without a key here stay as they
 * are, so an empty object or list says nothing. What a field takes depends on its definition.
 */
export const customInputs = (): Kind<CustomInput[]> => ({
  type: { input: 'CustomFieldInput' },
  schema: { type: 'object' },
  typed: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
  limit: INPUT_LIMITS.customFields,
  list: true,
  read(wire) {
    if (wire === null || wire === '' || (Array.isArray(wire) && wire.length === 0)) return { value: undefined };
    if (!isObject(wire)) return NOT_VALUES;
    const entries = Object.entries(wire);
    const many = tooMany(INPUT_LIMITS.customFields, entries.length);
    if (many) return many;
    const values: CustomInput[] = [];
    for (const [key, each] of entries) {
      const reading = readCustom(each);
      if ('fault' in reading) return { fault: { ...reading.fault, key } };
      values.push({ key, value: reading.value ?? null });
    }
    return values.length ? { value: values } : { value: undefined };
  },
  check(sent) {
    const keys = new Set<string>();
    const values: CustomInput[] = [];
    for (const [at, { key, ...forms }] of (sent as TypedInput[]).entries()) {
      const [[form, value] = ['value', null], ...others] = Object.entries(forms).filter(([, each]) => each != null);
      if (others.length || keys.has(key)) return { fault: { code: 'at_odds', message: TWO_FORMS, at: [at] } };
      keys.add(key);
      values.push({ key, value: value === null ? null : String(value), form });
    }
    return { value: values };
  },
});

const UNKNOWN: Fault = { code: 'unknown', message: 'There is no custom field with this key.', at: ['key'] };
const TOO_LONG = fault('too_long', 'Must not be longer than {0} characters.', LONGEST_FOUND);

/** What is stored for a sent value of a field, null for none; or why it is refused. */
export function readFor(
  field: CustomField | undefined,
  { value }: CustomInput,
  surroundings: Surroundings,
): { value: CustomValue | null } | { fault: Fault } {
  if (!field) return { fault: UNKNOWN };
  if (value === null || value === '') return { value: null };
  const kind = customValues(field);
  const reading = kind.read(value);
  if ('fault' in reading) return reading;
  const kept = excess(kind.limit, reading.value) ?? kind.check?.(reading.value as CustomValue, surroundings) ?? reading;
  return 'fault' in kept ? kept : { value: kept.value ?? null };
}

/** A problem with what was sent for a custom field, at its place in the list. */
export const customProblem = (
  { key, form = 'value' }: CustomInput,
  at: number,
  { code, message, at: within = [form] }: Fault,
): Problem => ({ field: 'customFields', key, code, message, at: [at, ...within] });

/** Values of custom fields that filter records. */
export const customFilters = (): Kind<CustomInput[]> => ({
  ...customInputs(),
  type: { input: 'CustomFieldFilter' },
  check: (sent) => ({ value: sent }),
});

/** The value to search for, or why nothing can be found by it. */
export function readFilter(
  field: CustomField | undefined,
  sent: CustomInput,
  surroundings: Surroundings,
): { value: CustomValue } | { fault: Fault } {
  const reading = readFor(field, sent, surroundings);
  if ('fault' in reading) return reading;
  if (reading.value === null) return fault('empty', 'Must not be empty.');
  return String(reading.value).length > LONGEST_FOUND ? TOO_LONG : { value: reading.value };
}
