import { DomainError } from '../errors.ts';
import { coerce, type Source } from '../fields/coerce.ts';
import { examine, type Form, refuse } from '../fields/examine.ts';
import { enumName, pathId, type Surroundings } from '../fields/kind.ts';
import type { Link, Links } from '../fields/links.ts';
import { pageFields } from '../fields/paging.ts';
import type { Field, FieldTable } from '../fields/table.ts';
import { commonFields } from './common.ts';
import type { Route } from './route.ts';
import type { Match } from './router.ts';

interface Asked {
  route: Route;
  match: Pick<Match<unknown>, 'params'>;
  source: Source;
}

/** The tables a row reads its variables from, each with its use. */
export const formsOf = ({ filter, input, patch }: Route): Form[] => [
  ...(filter ? [pageFields, filter].map((table) => ({ table, use: 'filter' as const })) : []),
  ...(input ? [{ table: input, use: 'create' as const }] : []),
  ...(patch ? [{ table: patch, use: 'patch' as const }] : []),
  COMMON,
];

const COMMON: Form = { table: commonFields, use: 'filter' };

/**
 * The variables of a row's operation. Nothing is filled in: what was not sent stays absent. What GraphQL could not carry
 * (a field that cannot be read, a required one that is not there) never comes to the service: then all that is wrong is
 * told here, as the service tells it of everything else.
 * @throws MISSING_FIELD or INVALID_FIELD with everything that is wrong, and the errors of refused parameters
 */
export function variablesOf(
  { route, match: { params }, source }: Asked,
  surroundings: Surroundings,
): Record<string, unknown> {
  const read = formsOf(route).map((form) => ({ form, sent: coerce(form.table, source) }));
  const refusal = refusedIn(route, source);
  if (refusal || read.some(({ form, sent }) => sent.problems.length > 0 || !isWhole(form.table, sent.values))) {
    const found = read.map(({ form, sent }) => examine(form, sent, surroundings));
    const blank = found.find((each) => each.blank)?.blank;
    refuse({
      missing: found.flatMap(({ missing }) => missing),
      problems: found.flatMap(({ problems }) => problems),
      ...(blank ? { blank } : {}),
    });
  }
  if (refusal) throw refusal;
  const valuesOf = (table: FieldTable) =>
    asVariables(table, read.find(({ form }) => form.table === table)?.sent.values ?? {});
  const { methods, filter, input, patch } = route;
  const about = refOf(params);
  const ref = about ? { ref: about } : {};
  if (!methods.includes('GET')) return { input: { ...ref, ...valuesOf(input ?? patch ?? {}) } };
  return { ...ref, ...(filter ? { filter: valuesOf(filter), ...valuesOf(pageFields) } : {}) };
}

/** Values as GraphQL takes them in variables, which has words in capitals. */
const asVariables = (table: FieldTable, values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, asVariable(table[key]!, value)]));

function asVariable({ kind: { type }, inline }: Field, value: unknown): unknown {
  if (value === null || typeof type === 'string') return value;
  if ('links' in type) return { set: (value as Links).set!.map((link) => linkAsVariable(link, inline)) };
  if (!('words' in type)) return value;
  return Array.isArray(value) ? value.map(enumName) : enumName(value as string);
}

/** A link as it is read from the wire: a number, or a record that may be there. */
function linkAsVariable(link: Link, inline?: FieldTable) {
  if ('ref' in link) return { databaseId: (link.ref as { id: number }).id };
  const { upsert } = link as { upsert: object };
  return { upsert: inline ? asVariables(inline, upsert) : upsert };
}

/** Whether all that the input types of GraphQL require is there, and could be read, in the records inside of links too. */
function isWhole(table: FieldTable, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(table).every(([key, { required, inline }]) => {
    if (required && (values[key] ?? null) === null) return false;
    const links = (inline && (values[key] as Links | null | undefined)?.set) ?? [];
    return links.every(
      (link) => !('upsert' in link) || (!link.unread && isWhole(inline!, link.upsert as typeof values)),
    );
  });
}

function refusedIn({ refused = {} }: Route, source: Source): DomainError | undefined {
  const [name, code] = Object.entries(refused).find(([each]) => source(each, false) !== undefined) ?? [];
  return code && new DomainError(code, `${name} is not taken here.`);
}

/** What every operation takes, for the routes that take nothing else. @throws INVALID_FIELD */
export function refuseCommon(source: Source): void {
  refuse({ missing: [], problems: coerce(commonFields, source).problems });
}

/** How GraphQL is told which record is meant. */
export type Ref = { databaseId: number } | { slug: string };

/** The record that a path means, if it means one. */
export function refOf({ id, slug }: Readonly<Record<string, string>>): Ref | undefined {
  if (id !== undefined) return { databaseId: pathId(id) };
  return slug === undefined ? undefined : { slug: decoded(slug) };
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
