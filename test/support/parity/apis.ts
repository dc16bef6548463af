import { type ErrorCode, httpStatus, wireCode, wireProblemCode } from '../../../src/domain/errors.ts';
import type { FieldTable } from '../../../src/domain/fields/table.ts';
import type { Answered, Caller, TestApp } from '../app.ts';
import type { Shown } from './keys.ts';
import { type Kind, typeName } from './kinds.ts';
import { typed, wireBody } from './wire.ts';

/** A reference to a record. */
export type Ref = { id: number } | { slug: string };

/** What an API answered, in the words of REST: a value, or an error with its code, status, parameters and facts. */
export type Said =
  | { value: Shown }
  | { code: string; status: number; params: Record<string, unknown>; message?: string; termId?: number };

/** A write: a new record, changes to one, or its removal. */
export type Write =
  | { verb: 'create'; values: Shown }
  | { verb: 'update'; ref: Ref; values: Shown }
  | { verb: 'delete'; ref: Ref };

/** What REST answered. */
export function restSaid({ status, body }: Answered): Said {
  if (status < 400) return { value: body };
  const { params = {}, details = {}, term_id } = body.data;
  const named = Array.isArray(params)
    ? params.map((name: string) => [name, 'missing'])
    : Object.keys(params).map((name) => [name, details[name].code]);
  return refused(body.code, status, Object.fromEntries(named), body.message, term_id);
}

/** What GraphQL answered for one root field. Fields in problems have their names in REST. */
export function graphqlSaid(
  { body }: Answered,
  shape: (value: Shown) => Shown,
  table: FieldTable = {},
  ref?: Ref,
): Said {
  const [error] = body.errors ?? [];
  if (!error) return { value: shape(Object.values(body.data as Shown)[0]) };
  const { code, problems = [], termId } = error.extensions;
  const known = code as ErrorCode;
  if (ref && isBadAddress(known, ref)) return refused('rest_invalid_param', 400, unknownAt(ref), error.message);
  const named = problems.map(({ field, code }: Shown) => [table[field]?.wire ?? field, wireProblemCode(code)]);
  return refused(wireCode(known), httpStatus(known), Object.fromEntries(named), error.message, termId);
}

/** REST reports an unknown record as a bad part of the path, except for the id of an event. */
const isBadAddress = (code: ErrorCode, ref: Ref): boolean =>
  code.endsWith('_NOT_FOUND') && !(code === 'EVENT_NOT_FOUND' && 'id' in ref);

const unknownAt = (ref: Ref): Shown => Object.fromEntries(Object.keys(ref).map((part) => [part, 'unknown']));

/** An error. Its message counts only if it lists no fields, because fields have other names in each API. */
const refused = (code: string, status: number, params: Shown, message: string, termId?: number): Said => ({
  code,
  status,
  params,
  ...(Object.keys(params).length ? {} : { message }),
  ...(termId === undefined ? {} : { termId }),
});

/** The address of a record in REST. */
const pathOf = ({ plural }: Kind, ref: Ref): string =>
  'id' in ref ? `/${plural}/${ref.id}` : `/${plural}/by-slug/${encodeURIComponent(ref.slug)}`;

/** Reads one record through both APIs, and for a post what the caller may do to it. */
export async function readBoth(app: TestApp, kind: Kind, ref: Ref, as: Caller) {
  const { name, selection, inSingle, single, isPost } = kind;
  const query = `query One($which: RecordRef!) { ${name}(ref: $which) { ${selection} ${inSingle} } }`;
  const rest = await app.rest('GET', pathOf(kind, ref), { as });
  const graphql = await app.graphql(query, { which: refInput(ref) }, { as });
  const told: Shown = graphql.body.data[name] ?? graphql.body.errors[0].extensions;
  return {
    rest: { said: restSaid(rest), ...(isPost ? { can: allowedOf(rest) } : {}) },
    graphql: { said: graphqlSaid(graphql, single, {}, ref), ...(isPost ? { can: told.viewerCan } : {}) },
  };
}

/** Whether only REST says this: the record is hidden from this caller, or of another kind. GraphQL says that there is none. */
export function isToldByRest({ said, can }: { said: Said; can?: { update: boolean } }): boolean {
  const code = 'code' in said ? said.code : '';
  return (
    /-not-accessible$|^rest-invalid-event-id$/.test(code) || (code === 'event-no-longer-available' && !can?.update)
  );
}

/** What GraphQL says about a record that does not exist, worded as if the request were for this one. */
export async function readUnknown(app: TestApp, kind: Kind, ref: Ref, as: Caller) {
  const [unknown, address] = 'id' in ref ? [{ id: 999_999 }, `ID ${ref.id}.`] : [{ slug: 'nowhere' }, ''];
  const { graphql } = await readBoth(app, kind, unknown, as);
  return JSON.parse(JSON.stringify(graphql).replace('ID 999999.', address)) as typeof graphql;
}

/** A reference to a record, as GraphQL takes it. */
const refInput = (ref: Ref): object => ('id' in ref ? { databaseId: ref.id } : ref);

/** What the `Allow` header says the caller may do to the record of an address. */
function allowedOf({ headers }: Answered): { update: boolean; delete: boolean } {
  const methods = headers.get('allow')?.split(', ') ?? [];
  return { update: methods.includes('PUT'), delete: methods.includes('DELETE') };
}

const METHODS = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

/** Writes through REST. */
export async function writeRest(app: TestApp, kind: Kind, write: Write, as: Caller): Promise<Said> {
  const path = write.verb === 'create' ? `/${kind.plural}` : pathOf(kind, write.ref);
  const json = write.verb === 'delete' ? {} : { json: wireBody(kind.fields, write.values) };
  return restSaid(await app.rest(METHODS[write.verb], path, { as, ...json }));
}

/** Writes through GraphQL. */
export async function writeGraphql(app: TestApp, kind: Kind, write: Write, as: Caller): Promise<Said> {
  const mutation = write.verb === 'create' ? kind.creates : write.verb + typeName(kind);
  const ref = 'ref' in write ? write.ref : undefined;
  const input = typed({ ...('values' in write ? write.values : {}), ...(ref ? { ref: refInput(ref) } : {}) });
  const selection = `${kind.name} { databaseId ${kind.selection} } userErrors { path code message }`;
  const answer = await app.graphql(mutationOf(mutation, selection), { input }, { as });
  return payloadSaid(answer, kind, ref);
}

/** A mutation with its one input. */
const mutationOf = (name: string, selection: string): string =>
  `mutation One($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { it: ${name}(input: $input) { ${selection} } }`;

/** Codes about a whole write, and the code in REST of the field that they name, if they name one. */
const WHOLE: readonly (readonly [RegExp, string])[] = [
  [/^BLANK_/, 'empty'],
  [/^DUPLICATE_TERM_SLUG$/, 'duplicate'],
  [/^TERM_EXISTS$|_NOT_FOUND$|_ALREADY_TRASHED$|^NOT_AN_EVENT$|^CONFLICT$/, 'unknown'],
];

/** What the payload of a mutation says, or else the error of the response. */
function payloadSaid(answer: Answered, kind: Kind, ref?: Ref): Said {
  if (answer.body.errors) return graphqlSaid(answer, kind.body, kind.fields, ref);
  const { userErrors, [kind.name]: record } = answer.body.data.it;
  if (userErrors.length === 0) return { value: kind.body(record) };
  const [{ code, path, message }] = userErrors;
  const [, known] = WHOLE.find(([pattern]) => pattern.test(code)) ?? [];
  if (ref && isBadAddress(code, ref)) return refused('rest_invalid_param', 400, unknownAt(ref), message);
  const params: Shown = {};
  for (const { path, code } of [...userErrors].reverse())
    if (path.length > 1 && path[1] !== 'ref')
      params[kind.fields[path[1]]?.wire ?? path[1]] = known ?? wireProblemCode(code.toLowerCase());
  const whole: ErrorCode = known ? code : code === 'MISSING' && path.length === 2 ? 'MISSING_FIELD' : 'INVALID_FIELD';
  return refused(wireCode(whole), httpStatus(whole), params, message, record?.databaseId);
}
