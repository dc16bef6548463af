import type { Viewer } from '../../../domain/access.ts';
import { DomainError } from '../../../domain/errors.ts';
import { isCustomKey } from '../../../domain/fields/custom-fields.ts';
import { isNone } from '../../../domain/fields/kind.ts';
import { isLanguage, type Language, type Spoken as Said, spokenLanguage } from '../../../domain/language.ts';
import type { Incoming } from '../../../http/exchange.ts';
import type { Answered } from '../../../http/steps.ts';
import type { Uploads } from '../../../http/uploads.ts';
import { isNews } from '../../../kinds/addresses.ts';
import type { Links } from '../../../kinds/record-urls.ts';
import { type Address, restAddress } from '../address.ts';
import { readBody } from '../body.ts';
import { commonFields } from '../common.ts';
import { refuseBadCallback } from '../forms.ts';
import type { RunOperation } from '../operations.ts';
import { type Params, param, parseParams } from '../params.ts';
import { variablesOf } from '../request.ts';
import type { OwnRow, Route } from '../route.ts';
import { createRouter } from '../router.ts';
import type { Addressed, RestRequest, Routed, Sent, Spoken } from './rest-request.ts';

/** Reads the address of a request below the root of REST. Undefined for other requests. */
export const addressStep =
  (root: string, namespaces: readonly string[]) =>
  ({ url }: Incoming): (Address & { query: Params }) | undefined => {
    const address = restAddress(url, root, namespaces);
    return address && { ...address, query: parseParams(url.search) };
  };

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=UTF-8' };

interface Rows {
  /** Rows at the root and outside the namespace of the calendar, by whole paths. */
  above: readonly (OwnRow | Route)[];
  /** Rows below the namespace. */
  below: readonly (OwnRow | Route)[];
}

/**
 * Finds the row that path and method name; for OPTIONS, only the rows of the path. OPTIONS of an address without rows describes
 * nothing, because a browser would take an error for a failure of CORS (behaviour §0.51). @throws NO_ROUTE
 */
export function routeStep({ above, below }: Rows): (request: Addressed) => Routed | Answered {
  const findAbove = createRouter(above);
  const findBelow = createRouter(below);
  return (request) => {
    const { namespace, path } = request;
    const match = namespace === undefined ? findAbove(path) : findBelow(path);
    const method = effectiveMethod(request);
    // HEAD is GET without the body.
    const taken = method === 'HEAD' ? 'GET' : method;
    const row = match?.rows.find(({ methods }) => (methods as readonly string[]).includes(taken));
    if (!match && method === 'OPTIONS') return { answer: { status: 200, headers: JSON_HEADERS, content: '[]' } };
    if (!match || (!row && method !== 'OPTIONS'))
      throw new DomainError('NO_ROUTE', 'There is no route for this address and method.');
    return { match, row };
  };
}

/** Returns the effective method. Only POST can be overridden (behaviour §0.42). */
export function effectiveMethod({ method, headers, query }: Pick<Addressed, 'method' | 'headers' | 'query'>): string {
  const override = param(query, '_method', false) ?? headers['x-http-method-override'];
  return method === 'POST' && typeof override === 'string' ? override.toUpperCase() : method;
}

/** The addresses with the language and the name of the namespace that a request used. */
export type LinksOf = (said: Said & { namespace?: string }) => Links;

const PARAMETER = 'multilang_language';

const speaker =
  (standard: Language, linksOf: LinksOf) =>
  ({ segment, namespace }: Addressed, parameter: unknown): Spoken => {
    const choice = { segment, namespace, parameter: isLanguage(parameter) ? parameter : undefined };
    return { language: spokenLanguage(choice, standard), links: linksOf(choice) };
  };

/** Takes the language from the parameter, else from the segment before the root. */
export function languageStep(standard: Language, linksOf: LinksOf): (request: Addressed) => Spoken {
  const spoken = speaker(standard, linksOf);
  return (request) => spoken(request, param(request.query, PARAMETER, false));
}

/** Does the same once the body is read, because the body may name the language too. */
export function languageOfBodyStep(standard: Language, linksOf: LinksOf): (request: Addressed & Sent) => Spoken {
  const spoken = speaker(standard, linksOf);
  return (request) => spoken(request, request.source(PARAMETER, false));
}

/**
 * Reads what was sent: the fields of the body, then the parameters of the query. Forms are for writing, so a form sent with
 * GET is ignored (behaviour §0.42).
 * @throws TOO_LARGE, INVALID_JSON, INVALID_FORM, INVALID_CALLBACK, and INVALID_FIELD naming files
 */
export const fieldsStep =
  (uploads: Uploads) =>
  async (request: Addressed & Routed & { viewer: Viewer | undefined }): Promise<Sent> => {
    const { row } = request;
    const writes = row !== undefined && !row.methods.some((method) => method === 'GET');
    const { source, names, ...more } = await readBody(request, { forms: writes, file: fileOf(row), uploads });
    refuseBadCallback(request.query);
    return {
      source: (wire, list) => {
        const sent = source(wire, list);
        return sent === undefined ? param(request.query, wire, list) : sent;
      },
      names: () => [...names(), ...request.query.keys()],
      ...more,
    };
  };

/** The part of a form that may be a file: the picture of a record, or a file that is a record by itself. */
function fileOf(row: Route | OwnRow | undefined) {
  if (!row || !('operation' in row)) return undefined;
  if (row.input?.file) return { part: row.input.file.wire, alone: true };
  const image = (row.input ?? row.patch)?.image;
  return image && { part: image.wire, alone: false };
}

/** The keys of custom fields, by kind of record. */
type KeysOf = Readonly<Record<string, readonly { key: string }[]>>;

/**
 * Treats values of custom fields that stand beside the parameters of a record as members of `custom_fields`, where they win.
 * It looks up the fields only if the request has a name that may be one.
 */
export const customFieldsStep =
  (run: RunOperation) =>
  async ({ route, source, names, context }: RestRequest & { route: Route }): Promise<Partial<RestRequest>> => {
    const table = route.input ?? route.patch;
    if (!table?.customFields) return {};
    const declared = new Set([...Object.values(table), ...Object.values(commonFields)].map(({ wire }) => wire));
    const candidates = new Set(names().filter((name) => isCustomKey(name) && !declared.has(name)));
    if (candidates.size === 0) return {};
    const fields = JSON.parse((await run('CustomFieldKeys', {}, context)).json) as KeysOf;
    const beside = fields[route.kind!]!.map(({ key }) => key).filter((key) => candidates.has(key));
    if (beside.length === 0) return {};
    const { wire: inside } = table.customFields;
    const sent = source(inside, true) ?? {};
    // Validation refuses anything that is not an object.
    if (!isNone(sent) && (typeof sent !== 'object' || Array.isArray(sent))) return {};
    const values = {
      ...(isNone(sent) ? {} : sent),
      ...Object.fromEntries(beside.map((key) => [key, source(key, false)])),
    };
    return { source: (wire, list) => (wire === inside ? values : source(wire, list)), beside };
  };

/** Turns what was sent into the variables of the row's operation. @throws MISSING_FIELD, INVALID_FIELD with all that is wrong */
export const variablesStep = (request: RestRequest & { route: Route }) => {
  const { context, source } = request;
  const isSentBack = Object(source('series', false)).id !== undefined;
  return {
    ...variablesOf(request, { ...context, isNews: isNews(request.match.params.form) }),
    ...(isSentBack && { context: { ...context, isSentBack } }),
  };
};
