import { DomainError, type ErrorCode, type Problem } from '../errors.ts';
import type { Surroundings } from './kind.ts';
import { ZERO_DATE } from './kinds.ts';
import type { Field, FieldTable } from './table.ts';

/** What a table is used for: null and empty mean different things in each. `upsert` creates what may be there already. */
export type Use = 'create' | 'upsert' | 'patch' | 'filter';

/** Values of a table by key. Absent leaves as it is, null clears. */
export type Values = Readonly<Record<string, unknown>>;

export interface Findings {
  /** The values as the service works with them: empty ones are null, on create they are left out. */
  values: Record<string, unknown>;
  missing: Problem[];
  problems: Problem[];
  /** The error of a text of nothing but white space, where that is all that is wrong. */
  blank?: ErrorCode;
}

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);

/**
 * Looks at every field of a table at once and says all that is wrong. Pure: knows no other records and no rights.
 * `skipped` fields count as there, but are not looked at: their form was wrong already.
 */
export function examine(
  table: FieldTable,
  input: Values,
  use: Use,
  surroundings: Surroundings,
  skipped: (key: string) => boolean = () => false,
): Findings {
  const findings: Findings = { values: {}, missing: [], problems: [] };
  const creates = use === 'create' || use === 'upsert';
  for (const [key, field] of Object.entries(table)) {
    const value = input[key];
    if (skipped(key)) continue;
    if (creates && field.required && (value === undefined || value === null)) {
      findings.missing.push({ field: key, code: 'missing', message: 'Is required.' });
    } else if (value !== undefined && !(use === 'patch' && value === ZERO_DATE)) {
      examineOne(key, field, value, use, surroundings, findings);
    }
  }
  if (creates) {
    for (const { beside } of Object.values(table)) {
      findings.problems.push(...(beside?.(findings.values, surroundings) ?? []));
    }
  }
  return findings;
}

function examineOne(
  key: string,
  field: Field,
  value: unknown,
  use: Use,
  surroundings: Surroundings,
  to: Findings,
): void {
  const problem = isEmpty(value) ? undefined : field.kind.check?.(value, surroundings);
  if (problem) to.problems.push({ field: key, ...problem });
  else {
    const settled = isEmpty(value) ? value : (field.kind.settle?.(value, surroundings) ?? value);
    if (isEmpty(settled)) examineEmpty(key, field, value, use, to);
    else to.values[key] = settled;
  }
}

/** Null, an empty text or list, or white space: clears what can be empty, and is refused for what cannot. */
function examineEmpty(key: string, field: Field, value: unknown, use: Use, to: Findings): void {
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

/** Raises what was found: everything missing in one error, else everything invalid in one. */
export function refuse({ missing, problems, blank }: Omit<Findings, 'values'>): void {
  if (missing.length) {
    throw new DomainError('MISSING_FIELD', `Required and not given: ${names(missing)}.`, missing);
  }
  if (blank && problems.length === 1) {
    throw new DomainError(blank, `Nothing but white space: ${names(problems)}.`, problems);
  }
  if (problems.length) throw invalid(problems);
}

/** One error for everything that is wrong with the fields that are there. */
export const invalid = (problems: readonly Problem[]): DomainError =>
  new DomainError('INVALID_FIELD', `Not accepted: ${names(problems)}.`, problems);

const names = (problems: readonly Problem[]): string => [...new Set(problems.map(({ field }) => field))].join(', ');

/**
 * The values as the service works with them; `others` is what is wrong with arguments beside them.
 * @throws MISSING_FIELD, INVALID_FIELD with every problem.
 */
export function validate<V extends object>(
  table: FieldTable,
  input: V,
  use: Use,
  surroundings: Surroundings,
  others: readonly Problem[] = [],
): V {
  const findings = examine(table, input as Values, use, surroundings);
  refuse({ ...findings, problems: [...others, ...findings.problems] });
  return findings.values as V;
}
