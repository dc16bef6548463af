import { DomainError, type ErrorCode, type Problem, problem, type Telling } from '../errors.ts';
import { message } from '../message.ts';
import type { Fault, Kind, Reading, Surroundings } from './kind.ts';
import { ZERO_DATE } from './kinds.ts';
import { excess } from './limits.ts';
import type { DefaultsOf, Field, FieldTable } from './table.ts';

/** The use of a table. Null and empty mean different things in each. `upsert` creates a record that may exist already. */
export type Use = 'create' | 'upsert' | 'patch' | 'filter';

/** A table in one use. */
export interface Form<T extends FieldTable = FieldTable, U extends Use = Use> {
  table: T;
  use: U;
}

/** What was sent for a table, by key. Absent leaves a value as it is; null clears it. */
export interface Sent {
  values: Readonly<Record<string, unknown>>;
  /** Fields that could not be read. They have no value, but are not absent. */
  problems?: readonly Problem[];
}

interface Validation {
  /**
   * The values as the service works with them. Empty ones are null; on create they are left out. The fixed defaults of a filter
   * are filled in.
   */
  values: Record<string, unknown>;
  missing: Problem[];
  /** In the order of the table. */
  problems: Problem[];
  /** The error for a text of white space only. It counts when nothing else is wrong. */
  blank?: ErrorCode;
}

const isEmpty = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

/** Examines every field of a table at once and reports everything that is wrong. Pure: knows no other records and no rights. */
export function examine({ table, use }: Form, { values, problems = [] }: Sent, surroundings: Surroundings): Validation {
  const validation: Validation = { values: {}, missing: [], problems: [...problems] };
  const unread = new Set(problems.map(({ field }) => field));
  const creates = use === 'create' || use === 'upsert';
  const keys = Object.keys(table);
  // A missing one of two forms is named in the form that others came in.
  const isOtherForm = ({ instead = [], required }: Field) => !required && instead.some((key) => table[key]!.required);
  const inOtherForm = () => keys.some((key) => isOtherForm(table[key]!) && values[key] !== undefined);
  for (const key of keys) {
    const field = table[key]!;
    const value = values[key];
    const other = field.instead?.find((each) => isSaid(values[each], use));
    if (unread.has(key) || (other && value === null)) continue;
    if (use !== 'patch' && field.required && !other && (value === undefined || value === null)) {
      const named = field.instead && inOtherForm() ? field.instead[0]! : key;
      validation.missing.push(problem(named, 'missing', 'Is required.'));
    } else if (value === null || isSaid(value, use)) {
      if (other) validation.problems.push(problem(key, 'at_odds', 'Must not stand beside {0}.', { field: other }));
      const reading = examineValue(field.kind, value, surroundings);
      if ('fault' in reading) validation.problems.push({ field: key, ...reading.fault });
      else if (reading.value === undefined) continue;
      else if (!isEmpty(reading.value)) validation.values[field.as ?? key] = reading.value;
      else examineEmpty({ key, field, use, value }, validation);
    }
    if (use === 'filter' && validation.values[key] === undefined) fillIn(key, field, validation);
  }
  if (creates) {
    for (const { beside } of Object.values(table)) {
      validation.problems.push(...(beside?.(validation.values, surroundings) ?? []));
    }
  }
  validation.problems.sort((a, b) => keys.indexOf(a.field) - keys.indexOf(b.field));
  return validation;
}

/** The fault of a field that has these problems inside. */
export const notAccepted = (inside: readonly Problem[]): { fault: Fault } => ({
  fault: { code: 'invalid', message: 'Is not accepted.', inside },
});

/** Examines an object in a field by a table of its own. */
export function examineInside<V extends object>(table: FieldTable, sent: V, surroundings: Surroundings): Reading<V> {
  const form = { table, use: 'create' } as const;
  const { values, missing, problems } = examine(form, { values: sent as Sent['values'] }, surroundings);
  const inside = [...missing, ...problems];
  return inside.length ? notAccepted(inside) : { value: values as V };
}

const isSaid = (value: unknown, use: Use) => value != null && !(use === 'patch' && value === ZERO_DATE);

/** Tests the limit first, so that a check never works on more than that. */
const examineValue = (kind: Kind<unknown>, value: unknown, surroundings: Surroundings) =>
  excess(kind.limit, value) ?? (isEmpty(value) ? undefined : kind.check?.(value, surroundings)) ?? { value };

interface Empty {
  key: string;
  field: Field;
  use: Use;
  value: unknown;
}

/** Handles null, an empty text or list, and white space: clears a field that can be empty, and otherwise refuses the value. */
function examineEmpty({ key, field, use, value }: Empty, to: Validation) {
  if (field.ignoresEmpty) return;
  if (field.whenBlank && typeof value === 'string' && value !== '') {
    if (field.whenBlank === 'ignored') return;
    to.blank = field.whenBlank;
  } else if (field.clearable) {
    if (use === 'patch' || use === 'upsert') to.values[key] = null;
    return;
  } else if (use === 'filter' && value === null) {
    return;
  }
  to.problems.push({ field: key, code: 'empty', message: 'Must not be empty.' });
}

/** Fills in a default that is the same at any moment. Others are left to code that knows the whole request. */
function fillIn(key: string, { kind, default: standard }: Field, to: Validation) {
  if (standard === undefined || typeof standard === 'function') return;
  const reading = kind.read(standard);
  if ('value' in reading && reading.value !== null) to.values[key] = reading.value;
}

/** Throws one error for everything missing, otherwise one for everything invalid. */
export function refuse({ missing, problems, blank }: Omit<Validation, 'values'>): void {
  if (missing.length) {
    throw new DomainError('MISSING_FIELD', message('Required and not given: {0}.', names(missing)), missing);
  }
  if (blank && problems.length === 1) {
    throw new DomainError(blank, message('Nothing but white space: {0}.', names(problems)), problems);
  }
  if (problems.length) throw invalid(problems);
}

/** One error for everything that is wrong with the fields that were sent. */
export const invalid = (problems: readonly Problem[]): DomainError =>
  new DomainError('INVALID_FIELD', message('Not accepted: {0}.', names(problems)), problems);

/** The same for one field. */
export const invalidField: Telling<DomainError> = (...about) => invalid([problem(...about)]);

const names = (problems: readonly Problem[]) => [...new Set(problems.map(({ field }) => field))].join(', ');

/** What the service works with: the values sent, and the fixed defaults of a filter. */
type Validated<T, U, V> = U extends 'filter' ? V & DefaultsOf<T> : V;

/**
 * The values as the service works with them, with the fixed defaults of a filter filled in.
 * @throws MISSING_FIELD, INVALID_FIELD with every problem.
 */
export function validate<T extends FieldTable, U extends Use, V extends object>(
  form: Form<T, U>,
  input: V,
  surroundings: Surroundings,
): Validated<T, U, V> {
  const validation = examine(form, { values: input as Sent['values'] }, surroundings);
  refuse(validation);
  return validation.values as Validated<T, U, V>;
}
