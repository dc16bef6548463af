import { DomainError, type Problem } from '../../domain/errors.ts';
import { isLanguage } from '../../domain/language.ts';
import { once } from '../../domain/once-for.ts';
import { type Answer, type Incoming, redirect } from '../../http/exchange.ts';
import { refuseDeepJson } from '../../http/json-depth.ts';
import type { Answered } from '../../http/steps.ts';
import { readAddress } from '../graphql/address-variables.ts';
import type { ResolverContext } from '../graphql/context.ts';
import type { Operation } from '../graphql/operations.ts';
import { LARGEST_BODY } from '../rest/body.ts';
import { refuseBadCallback } from '../rest/forms.ts';
import { jsonText } from '../rest/json.ts';
import { param, parseParams } from '../rest/params.ts';
import { refuseCommon } from '../rest/request.ts';
import type { Method, Route } from '../rest/route.ts';
import { formed } from '../rest/steps/answer.ts';
import type { Addressed, RestRequest, Routed } from '../rest/steps/rest-request.ts';

const PATH = /^(?:\/(\w\w))?\/operations(\/.*)?$/;

/** Reads the address of an operation, which may begin with a language. As in REST, slashes at its end do not count. */
export function operationAddress({ url }: Incoming): Pick<Addressed, 'segment' | 'path' | 'query'> | undefined {
  const [found, segment, path = ''] = PATH.exec(url.pathname) ?? [];
  if (found === undefined || (segment !== undefined && !isLanguage(segment))) return undefined;
  return {
    ...(isLanguage(segment) && { segment }),
    path: path.replace(/(?<=.)\/+$/, ''),
    query: parseParams(url.search),
  };
}

type Running = Omit<RestRequest, 'source' | 'names'> & { context: ResolverContext };

/** What is at an address: an operation, or what tells of all of them. */
type Found = { operation: Operation } | { show(request: Running): Answer };

/** What tells of all operations. */
interface Overview {
  /** The OpenAPI document. */
  document(): object;
  /** The page for people. */
  page(request: Running): Answer;
}

/** What is at each path, with the methods that it takes. */
function placesOf(operations: readonly Operation[], overview: Overview | undefined) {
  const places = new Map<string, Found & { row: Route }>();
  const add = (path: string, found: Found, operation: string, method: Method = 'GET') =>
    places.set(path, { ...found, row: { operation, methods: [method], path } });
  for (const operation of operations)
    add(`/${operation.name}`, { operation }, operation.name, operation.writes ? 'POST' : 'GET');
  if (!overview) return places;
  const document = once(overview.document);
  const shown = (request: Running) => formed({ status: 200, headers: {}, json: jsonText(document()) }, request);
  add('', { show: ({ url }) => redirect(301, `operations/${url.search}`) }, 'OperationsPage');
  add('/', { show: overview.page }, 'OperationsPage');
  add('/openapi.json', { show: shown }, 'OperationsDocument');
  return places;
}

/** Finds what is at an address. Without `overview`, nothing tells of the operations. @throws NO_ROUTE */
export function operationStep(operations: readonly Operation[], overview: Overview | undefined) {
  const places = placesOf(operations, overview);
  return ({ path }: Addressed): Pick<Routed, 'match'> & { found: Found } => {
    const place = places.get(path);
    if (!place) throw new DomainError('NO_ROUTE', 'There is nothing at this address.');
    return { found: place, match: { path, rows: [place.row], params: {} } };
  };
}

/** Answers OPTIONS. Queries are read, and mutations are posted. @throws METHOD_NOT_ALLOWED, whose answer has `Allow` */
export function methodStep({ method, match }: Incoming & Pick<Routed, 'match'>): Pick<Routed, 'row'> | Answered {
  const row = match.rows[0] as Route;
  if (method === 'OPTIONS') return { answer: { status: 204, headers: { Allow: row.methods.join(', ') }, content: '' } };
  // HEAD is GET without the body.
  if (row.methods.some((each) => each === (method === 'HEAD' ? 'GET' : method))) return { row };
  throw new DomainError('METHOD_NOT_ALLOWED', 'This method is not taken here. Allow names those that are.');
}

/** Parameters of the address that are no variables. */
const OF_ADDRESSES: ReadonlySet<string> = new Set(['multilang_language', '_fields', '_jsonp', '_envelope']);

/** Shows what tells of all operations, or runs the operation with what address or body say. @throws DomainError if refused */
export const showStep = (request: Running & { found: Found }): Answered | Promise<Answered> =>
  'show' in request.found ? { answer: request.found.show(request) } : runOperation(request, request.found.operation);

/** Answers with the value of the one field. */
async function runOperation(request: Running, operation: Operation): Promise<Answered> {
  const { query, context } = request;
  refuseBadCallback(query);
  refuseCommon((wire, list) => param(query, wire, list));
  const { values, unknown } = await variablesOf(request, operation);
  request.beside = operation.parameters.map(({ name }) => name);
  const json = await namingParameters(operation.run(values, context, unknown));
  if (json === 'null') throw new DomainError('NO_ROUTE', 'There is nothing at this address.');
  return { answer: formed({ status: 200, headers: {}, json: json.replaceAll('<', '\\u003c') }, request) };
}

/** What was sent. A query has its variables in the address, and a mutation in the body. */
async function variablesOf({ url, body }: Running, operation: Operation): Promise<ReturnType<typeof readAddress>> {
  const sent = [...url.searchParams].filter(([name]) => !OF_ADDRESSES.has(name));
  const types = new Map(operation.parameters.map(({ name, type }) => [name, type]));
  if (!operation.writes) return readAddress(sent, types);
  const { unknown } = readAddress(sent, new Map());
  const bytes = await body(LARGEST_BODY);
  refuseDeepJson(bytes);
  const values = objectIn(bytes);
  const others = Object.keys(values).filter((name) => !types.has(name));
  const message = 'There is no such parameter here.';
  return { values, unknown: [...unknown, ...others.map((field): Problem => ({ field, code: 'unknown', message }))] };
}

/** @throws INVALID_JSON for a body that is no object */
function objectIn(bytes: Uint8Array) {
  if (bytes.byteLength === 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // It is refused below.
  }
  throw new DomainError('INVALID_JSON', 'Send the parameters as one JSON object.');
}

/** REST's errors name a field as its tables do: here, the key of each problem is its parameter. */
async function namingParameters(running: Promise<string>) {
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof DomainError) || error.problems.length === 0) throw error;
    const problems = error.problems.map(({ at = [], ...problem }) => {
      const inside = at.length > 0 && [{ ...problem, field: at.join('.') }];
      return { ...problem, ...(inside ? { inside } : { key: problem.field }) };
    });
    throw new DomainError(error.code, error.said, problems, error.facts);
  }
}
