import type { ViewerCan } from '../../../domain/access.ts';
import { DomainError } from '../../../domain/errors.ts';
import { nextWindow } from '../../../domain/window.ts';
import type { Answer } from '../../../http/exchange.ts';
import { FOR_ONE } from '../../../http/represent.ts';
import type { Answered } from '../../../http/steps.ts';
import type { ResolverContext } from '../../graphql/context.ts';
import { errorBody } from '../error-body.ts';
import { formOf } from '../forms.ts';
import { jsonText } from '../json.ts';
import type { RunOperation } from '../operations.ts';
import { type Params, param, parseParams } from '../params.ts';
import { type Ref, refOf, refuseCommon } from '../request.ts';
import {
  allowed,
  bareListAnswer,
  isPastTheEnd,
  itemAnswer,
  listAnswer,
  type ResponseContext,
  type Written,
} from '../response.ts';
import type { OwnRow, Route } from '../route.ts';
import { describePath } from '../self-description.ts';
import { effectiveMethod } from './request.ts';
import type { Ready, RestRequest, Result } from './rest-request.ts';

/** Answers OPTIONS and the own rows, by which REST describes itself. All other requests reach the data through a row. */
export const describeStep =
  (run: RunOperation) =>
  async (request: RestRequest): Promise<Answered | { route: Route }> => {
    const { match, row, source, context } = request;
    if (row && 'operation' in row) return { route: row };
    const own = match.rows.find((each): each is OwnRow => 'show' in each);
    if (own) {
      refuseCommon(source);
      // The answer shows defaults that follow the clock.
      context.freshness.until = nextWindow(context.now);
      const alone = (operation: string) => run(operation, {}, context);
      return sent(row ? await own.show({ source, context, run: alone }) : own.describe(context), request);
    }
    const rows = match.rows as readonly Route[];
    const ref = refOf(match.params);
    const read =
      ref && rows.find(({ methods, feed, forEverybody }) => methods.includes('GET') && !feed && !forEverybody);
    const can = read && (await viewerCanAt(run, read, { ref, context }));
    return sent(describePath(match.path, rows, context), request, can);
  };

const sent = (body: unknown, request: RestRequest, can?: ViewerCan): Answered => ({
  answer: formed({ status: 200, headers: {}, json: jsonText(body), ...(can ? { can } : {}) }, request),
});

/**
 * What the caller may do to a record. The read operation says it, so that the caller learns no more than by reading.
 * Undefined for terms, which have only general rights. @throws DomainError that says nothing about rights
 */
async function viewerCanAt(
  run: RunOperation,
  { operation, offersNothing = [] }: Route,
  { ref, context }: { ref: Ref; context: ResolverContext },
) {
  try {
    const { beside } = await run(operation, { ref }, context);
    return beside.viewerCan as ViewerCan | undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (offersNothing.includes(error.code)) return { update: false, delete: false };
    if (!error.facts.viewerCan) throw error;
    return error.facts.viewerCan as ViewerCan;
  }
}

/** Runs the operation of the row. @throws DomainError if refused; CONFLICT carries the record as REST shows it */
export const runStep = (run: RunOperation) => async (request: Ready) => {
  const { route, variables, context, query } = request;
  const operation = route.embeds && query.has('_embed') ? route.embeds : route.operation;
  try {
    return { written: await run(operation, variables, context) };
  } catch (error) {
    throw error instanceof DomainError && error.code === 'CONFLICT' ? await withCurrent(error, request, run) : error;
  }
};

/** Adds the current record to the error, freshly read. A caller who may not read the record gets the error without it. */
async function withCurrent(error: DomainError, { match, variables, context }: Ready, run: RunOperation) {
  const read = match.rows.find((row): row is Route => 'operation' in row && row.methods.includes('GET'));
  const { ref } = variables.input as { ref?: unknown };
  try {
    await context.loaders.readAnew();
    const { json, beside } = await run(read!.operation, { ref }, context);
    return new DomainError(error.code, error.said, [], { current: JSON.parse(json), viewerCan: beside.viewerCan });
  } catch (refused) {
    if (refused instanceof DomainError) return error;
    throw refused;
  }
}

/** Puts the body into the envelope of its route: a list with totals and links, or a record. @throws for a page past the end */
export function composeStep(request: RestRequest & Pick<ResponseContext, 'route' | 'shown'> & { written: Written }): {
  result: Result;
} {
  const { route, written } = request;
  if (route.pastTheEnd && isPastTheEnd(written)) throw new DomainError(route.pastTheEnd, 'There is no such page.');
  if (route.bareList) return { result: bareListAnswer(request, written) };
  return { result: route.filter ? listAnswer(request, written) : itemAnswer(request, written) };
}

/** Writes a result in the requested form. */
export const formStep = (request: RestRequest & { result: Result }): Answered => ({
  answer: formed(request.result, request),
});

const NO_QUERY = parseParams('');

/**
 * Turns a result into an answer. The request may be known only in part. As on the host, `_fields` trims every answer except
 * errors, and `_envelope` puts status and headers into the body.
 */
export function formed(result: Result, request: Partial<RestRequest>): Answer {
  const { query = NO_QUERY, method = '', headers: sent = {} } = request;
  const headers = { ...headersOf(request, result), ...result.headers };
  const json = result.status < 400 ? trimmed(result.json, query) : result.json;
  const enveloped = query.has('_envelope');
  const form = formOf(query);
  return {
    status: enveloped ? 200 : result.status,
    headers: { 'Content-Type': form.type, Vary: 'Authorization', ...headers },
    content:
      // A POST that means HEAD gets no content here. For a real HEAD, the server drops the content once all headers are known.
      method === 'POST' && effectiveMethod({ method, headers: sent, query }) === 'HEAD'
        ? ''
        : form.write(enveloped ? inEnvelope(json, { status: result.status, headers }) : json, query),
  };
}

const inEnvelope = (json: string, outside: object) => `{"body":${json},${jsonText(outside).slice(1)}`;

/** The headers of every answer, as far as the request is known. */
function headersOf({ links, language, viewer, match }: Partial<RestRequest>, { can }: Result): Record<string, string> {
  const rows = (match?.rows ?? []).filter((row): row is Route => 'operation' in row);
  return {
    ...(links ? { Link: `<${links.restRoot}/>; rel="https://api.w.org/"` } : {}),
    ...(language ? { 'Content-Language': language } : {}),
    ...(viewer ? { 'Cache-Control': FOR_ONE } : {}),
    ...(rows.some(({ live }) => live) ? { Vary: 'Authorization, Accept' } : {}),
    ...(match ? { Allow: rows.length ? allowed(rows, viewer, can).join(', ') : 'GET' } : {}),
  };
}

/** The REST answer for an error that stopped the request. */
export function restFailed(error: DomainError, request: Partial<RestRequest>): Answer {
  const { row } = request;
  const body = errorBody(error, row && 'operation' in row ? row : undefined, request);
  const can = error.facts.viewerCan as ViewerCan | undefined;
  return formed({ status: body.data.status, headers: {}, json: jsonText(body), ...(can ? { can } : {}) }, request);
}

/**
 * Keeps only the members of JSON that `_fields` names; without it, all members. `venue.id` keeps a member of a member. It
 * trims lists element by element.
 */
function trimmed(json: string, query: Params) {
  const fields = param(query, '_fields', true);
  const paths = (Array.isArray(fields) ? fields : [fields])
    .flatMap((field) => (typeof field === 'string' ? field.split(',') : []))
    .map((field) => field.trim())
    .filter((field) => field !== '');
  if (paths.length === 0) return json;
  const fieldPaths = paths.map((path) => path.split('.'));
  return jsonText(keep(JSON.parse(json), fieldPaths));
}

/** Keeps the members on `paths`. An object without any left becomes an empty list, as everywhere on the host. */
function keep(value: unknown, paths: readonly string[][]): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const below = paths.filter(([first]) => first === key).map(([, ...inner]) => inner);
    if (below.length) kept.push([key, below.some((rest) => rest.length === 0) ? member : keep(member, below)]);
  }
  return kept.length ? Object.fromEntries(kept) : [];
}
