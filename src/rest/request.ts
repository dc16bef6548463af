import { DomainError, type Problem } from '../errors.ts';
import { coerce, type Source } from '../fields/coerce.ts';
import { examine, type Findings, refuse, type Use } from '../fields/examine.ts';
import { pathId, type Surroundings } from '../fields/kind.ts';
import type { RecordRef } from '../fields/ref.ts';
import type { FieldTable } from '../fields/table.ts';
import { commonFields, pageFields } from './common.ts';
import type { Route } from './route.ts';

/** The tables a row reads its variables from, each with its use. */
export const tablesOf = ({ filter, input, patch }: Route): [FieldTable, Use][] => [
  ...(filter
    ? ([
        [pageFields, 'filter'],
        [filter, 'filter'],
      ] as [FieldTable, Use][])
    : []),
  ...(input ? ([[input, 'create']] as [FieldTable, Use][]) : []),
  ...(patch ? ([[patch, 'patch']] as [FieldTable, Use][]) : []),
  [commonFields, 'filter'],
];

/**
 * The variables of a row's operation. Nothing is filled in: what was not sent stays absent.
 * @throws MISSING_FIELD or INVALID_FIELD with everything that is wrong, and the errors of refused parameters
 */
export function variablesOf(
  route: Route,
  params: Readonly<Record<string, string>>,
  source: Source,
  where: Surroundings,
): Record<string, unknown> {
  const missing: Problem[] = [];
  const problems: Problem[] = [];
  let blank: Findings['blank'];
  const read = new Map<FieldTable, Record<string, unknown>>();
  for (const [table, use] of tablesOf(route)) {
    const coerced = coerce(table, source);
    const spoiled = new Set(coerced.problems.map(({ field }) => field));
    const found = examine(table, coerced.values, use, where, (field) => spoiled.has(field));
    missing.push(...found.missing);
    blank ??= found.blank;
    problems.push(...inOrder(table, [...coerced.problems, ...found.problems]));
    read.set(table, coerced.values);
  }
  refuse({ missing, problems, ...(blank ? { blank } : {}) });
  for (const [name, code] of Object.entries(route.refused ?? {})) {
    if (source(name, false) !== undefined) throw new DomainError(code, `${name} is not taken here.`);
  }
  return arranged(route, params, read);
}

const inOrder = (table: FieldTable, problems: Problem[]): Problem[] => {
  const keys = Object.keys(table);
  return problems.sort((a, b) => keys.indexOf(a.field) - keys.indexOf(b.field));
};

/** What every operation takes, for the routes that take nothing else. @throws INVALID_FIELD */
export function refuseCommon(source: Source): void {
  refuse({ missing: [], problems: coerce(commonFields, source).problems });
}

function arranged(
  { filter, input, patch }: Route,
  params: Readonly<Record<string, string>>,
  read: ReadonlyMap<FieldTable, Record<string, unknown>>,
): Record<string, unknown> {
  const ref = refOf(params);
  return {
    ...(ref ? { ref } : {}),
    ...(filter ? { filter: read.get(filter), ...read.get(pageFields) } : {}),
    ...(input ? { input: read.get(input) } : {}),
    ...(patch ? { patch: read.get(patch) } : {}),
  };
}

/** The record that a path means, if it means one. */
export function refOf({ id, slug }: Readonly<Record<string, string>>): RecordRef | undefined {
  if (id !== undefined) return { id: pathId(id) };
  return slug === undefined ? undefined : { slug: decoded(slug) };
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
