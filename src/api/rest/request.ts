import { DomainError } from '../../domain/errors.ts';
import { coerce, type Source } from '../../domain/fields/coerce.ts';
import { examine, type Form, refuse } from '../../domain/fields/examine.ts';
import { enumName, pathId } from '../../domain/fields/kind.ts';
import type { Link, Links } from '../../domain/fields/link-input.ts';
import { pageFields } from '../../domain/fields/paging.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { message } from '../../domain/message.ts';
import { onceFor } from '../../domain/once-for.ts';
import { percentDecoded } from '../../domain/text.ts';
import type { Asking, ParameterTable } from '../../kinds/define-kind.ts';
import { type Shown, whereOf } from '../../kinds/shared/parameters.ts';
import { commonFields } from './common.ts';
import type { Route } from './route.ts';
import type { Match } from './router.ts';

interface RequestParts {
  route: Route;
  match: Pick<Match<unknown>, 'params'>;
  source: Source;
}

/** The tables a row reads its variables from, each with its use. */
export const formsOf = ({ filter, variables, input, patch, deletion, feed, lines }: Route): Form[] => [
  ...(filter
    ? [...(feed || lines || variables ? [] : [pageFields]), filter].map((table) => ({ table, use: 'filter' as const }))
    : []),
  ...(variables ? [{ table: variables, use: 'filter' as const }] : []),
  ...(input ? [{ table: input, use: 'create' as const }] : []),
  ...[patch, deletion].flatMap((table) => (table ? [{ table, use: 'patch' as const }] : [])),
  COMMON,
];

/** The parameters that are translated together, or have a fixed default. The others are passed on one by one. */
const translatedForm = onceFor(
  (filter: ParameterTable, _: 'where'): Form => ({
    table: Object.fromEntries(
      Object.entries(filter).filter(
        ([, { asks, default: standard }]) => typeof asks === 'function' || standard !== undefined,
      ),
    ),
    use: 'filter',
  }),
);

const without = (values: Readonly<Record<string, unknown>>, table: FieldTable): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !(key in table)));

const COMMON: Form = { table: commonFields, use: 'filter' };

/**
 * Reads the variables of a row's operation. It fills in no defaults: what was not sent stays absent.
 * @throws MISSING_FIELD or INVALID_FIELD with everything that is wrong, and the errors of refused parameters
 */
export function variablesOf(
  { route, match: { params }, source }: RequestParts,
  surroundings: Asking,
): { variables: Record<string, unknown>; shown?: Shown } {
  const forms = readForms(route, source, surroundings);
  const { methods, filter, where, variables, input, patch, deletion } = route;
  if (route.deletesForGood && !YES.includes(source('force', false)))
    throw new DomainError('NO_TRASH', 'Images have no trash. Send force=true to delete it.');
  const about = refOf(params);
  const ref = about ? { ref: about } : {};
  if (variables && !filter) return { variables: { ...ref, ...asVariables(variables, forms.good(variables)) } };
  if (!methods.includes('GET')) {
    const table = input ?? patch ?? deletion ?? {};
    return { variables: { input: { ...ref, ...asVariables(table, forms.sent(table).values) } } };
  }
  return filter && where
    ? listVariables({ ...route, filter, where }, { ref, forms, surroundings })
    : { variables: ref };
}

/** What was sent for the tables of a row. */
interface Forms {
  /** As it was read. */
  sent(table: FieldTable): ReturnType<typeof coerce>;
  /** As the service works with it; nothing of a table that only the service examines. */
  good(table: FieldTable): Readonly<Record<string, unknown>>;
}

/**
 * Reads the tables of a row. The service examines what reaches it, as it was sent. Some input never does, because GraphQL cannot
 * carry it: a field that cannot be read, or a missing required one. Then everything that is wrong is reported here, in the same
 * way. So it is with parameters that are translated into `where`.
 * @throws as `variablesOf`
 */
function readForms(route: Route, source: Source, surroundings: Asking): Forms {
  const read = formsOf(route).map((form) => ({ form, sent: coerce(form.table, source) }));
  const sent = (table: FieldTable) =>
    read.find(({ form }) => form.table === table)?.sent ?? { values: {}, problems: [] };
  const refusal = refusedIn(route, source);
  const { filter, where, variables } = route;
  const together = filter && where && translatedForm(filter, 'where');
  const translated = together && examine(together, sent(filter), surroundings);
  const reachesService =
    !refusal &&
    !variables &&
    !translated?.problems.length &&
    read.every(({ form, sent: { values, problems } }) => problems.length === 0 && isWhole(form.table, values));
  if (reachesService)
    return {
      sent,
      good: (table) =>
        together && table === filter ? { ...without(sent(filter).values, together.table), ...translated!.values } : {},
    };

  const found = read.map(({ form, sent }) => ({ table: form.table, ...examine(form, sent, surroundings) }));
  const blank = found.find((each) => each.blank)?.blank;
  refuse({
    missing: found.flatMap(({ missing }) => missing),
    problems: found.flatMap(({ problems }) => problems),
    ...(blank && { blank }),
  });
  if (refusal) throw refusal;
  return { sent, good: (table) => found.find((each) => each.table === table)?.values ?? {} };
}

/** The variables of a list, of a feed, or of an export in lines. */
function listVariables(
  { filter, where, variables, feed, lines }: Route & { filter: ParameterTable; where: FieldTable },
  { ref, forms, surroundings }: { ref: object; forms: Forms; surroundings: Asking },
): { variables: Record<string, unknown>; shown?: Shown } {
  const selection = whereOf(filter, forms.good(filter), surroundings);
  const selected = asVariables(where, selection.where);
  const others = variables ? forms.good(variables) : {};
  if (lines) {
    // Without a filter, everything is exported.
    const filtered = Object.keys(forms.sent(filter).values).length > 0 ? { where: selected } : {};
    return { variables: { ...asVariables(variables ?? {}, others), ...filtered } };
  }
  if (feed) return { variables: { ...ref, ...(variables && { range: others }), where: selected } };
  const { orderBy, shown } = selection;
  const order = orderBy && { orderBy: { field: enumName(orderBy.field), direction: enumName(orderBy.direction) } };
  const page = variables ? asVariables(variables, others) : asVariables(pageFields, forms.sent(pageFields).values);
  return { variables: { where: selected, ...order, ...page }, shown };
}

const YES: readonly unknown[] = [true, 'true', 1, '1'];

/** Turns values into GraphQL variables, which have enum words in capitals. */
const asVariables = (table: FieldTable, values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, asVariable(table, key, value)]),
  );

function asVariable(table: FieldTable, key: string, value: unknown): unknown {
  if (key === 'or') return (value as object[]).map((each) => asVariables(table, each));
  const { kind, inline } = table[key]!;
  const { type } = kind;
  if (value === null || typeof type === 'string') return value;
  if ('links' in type) return { set: (value as Links).set!.map((link) => linkAsVariable(link, inline)) };
  if (!('words' in type)) return value;
  return Array.isArray(value) ? value.map(enumName) : enumName(value as string);
}

/** Turns a link into a GraphQL variable. On the wire it is a number, or a record that may already exist. */
function linkAsVariable(link: Link, inline?: FieldTable) {
  if ('ref' in link) return { databaseId: (link.ref as { id: number }).id };
  const { upsert } = link as { upsert: object };
  return { upsert: inline ? asVariables(inline, upsert) : upsert };
}

/** Whether everything that the GraphQL input types require is there and readable, in the records inside links too. */
function isWhole(table: FieldTable, values: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(table).every((key) => {
    const { required, inline } = table[key]!;
    if (required && (values[key] ?? null) === null) return false;
    const links = (inline && (values[key] as Links | null | undefined)?.set) ?? [];
    return links.every(
      (link) => !('upsert' in link) || (!link.unread && isWhole(inline!, link.upsert as typeof values)),
    );
  });
}

function refusedIn({ refused = {} }: Route, source: Source) {
  const [name, code] = Object.entries(refused).find(([each]) => source(each, false) !== undefined) ?? [];
  return code && new DomainError(code, message('{0} is not taken here.', name!));
}

/** Checks the parameters that every operation takes, for routes that take no others. @throws INVALID_FIELD */
export function refuseCommon(source: Source): void {
  refuse({ missing: [], problems: coerce(commonFields, source).problems });
}

/** A reference to a record, in the form that GraphQL takes. */
export type Ref = { databaseId: number } | { slug: string };

/** The record that a path names, if it names one. */
export function refOf({ id, slug }: Readonly<Record<string, string>>): Ref | undefined {
  if (id !== undefined) return { databaseId: pathId(id) };
  return slug === undefined ? undefined : { slug: percentDecoded(slug) };
}
