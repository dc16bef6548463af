import type { GraphQLSchema } from 'graphql';
import { DomainError } from '../errors.ts';
import type { Source } from '../fields/coerce.ts';
import type { Door, GraphqlServer, Session } from '../graphql/server.ts';
import type { Links } from '../links.ts';
import type { ViewerCan } from '../rules/access.ts';
import { isLanguage } from '../rules/language.ts';
import { type Address, restAddress } from './address.ts';
import { readBody } from './body.ts';
import { callbackFailure, conveniently } from './conveniences.ts';
import { errorBody, type Failure } from './error-body.ts';
import { failureOf, runOperation, viewerCanAt } from './facade.ts';
import { loadOperations } from './operations.ts';
import { type Params, param, parseParams } from './params.ts';
import { refOf, refuseCommon, variablesOf } from './request.ts';
import { type Answer, allowed, isPastTheEnd, itemAnswer, listAnswer } from './response.ts';
import type { Route } from './route.ts';
import { createRouter, type Match } from './router.ts';
import { describeNamespace, describePath, describeRoot, OWN_PATHS, ROOT_ROUTE } from './self-description.ts';

export interface RestServer {
  /** Answers a request below the REST root; undefined when it goes elsewhere. */
  fetch(request: Request): Promise<Response> | undefined;
}

interface RestDeps {
  /** Path of the root, `/wp-json`. */
  root: string;
  /** Names of the namespace: its own, and those that clients may have built in. */
  namespaces: readonly string[];
  routes: readonly Route[];
  /** Texts of the operation documents. */
  documents: readonly string[];
  schema: GraphQLSchema;
  graphql: GraphqlServer;
  /** The addresses in what is answered to a request of this kind. */
  linksOf(door: Door): Links;
  /** The documentation that `/doc` answers. */
  documentation: object;
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
}

/** What is known of a request while it is answered. */
interface Exchange {
  method: string;
  /** What was sent in body and query, by name. */
  source: Source;
  /** The names in the query, in the order in which they came. */
  names: readonly string[];
  /** Why the request cannot be read, if it cannot. */
  spoiled: Failure | undefined;
  door: Door;
  session: Session;
}

/** The REST façade. @throws at start when a route names an operation that is not there. */
export function createRestServer(deps: RestDeps): RestServer {
  const { root, namespaces, routes, documents, schema, graphql, linksOf, documentation, report } = deps;
  const operations = loadOperations(documents, schema);
  for (const { operation } of routes) {
    if (!operations.has(operation)) throw new Error(`A route names the operation ${operation}, which no document has.`);
  }
  const own = OWN_PATHS.map((path) => ({ path, methods: ['GET'] as const }));
  const find = createRouter<Route | (typeof own)[number]>([...own, ...routes]);

  /** Runs the operation of a row and sends what it gives. */
  async function answerRow(
    route: Route,
    params: Readonly<Record<string, string>>,
    { source, names, session }: Exchange,
  ): Promise<Answer> {
    const { links, now, zone } = session.context;
    const variables = variablesOf(route, params, source, { now, zone });
    const outcome = await runOperation(operations.get(route.operation)!, variables, session);
    if ('failure' in outcome) throw outcome.failure;
    const { body } = outcome;
    if (route.pastTheEnd && isPastTheEnd(body)) throw new DomainError(route.pastTheEnd, 'There is no such page.');
    return (route.filter ? listAnswer : itemAnswer)({ route, source, names, links }, body);
  }

  /** Describes a path, and says what the caller may do to the record there. */
  async function answerOptions({ path, params }: Match<unknown>, rows: readonly Route[], session: Session) {
    const ref = refOf(params);
    const read = rows.find(({ methods }) => methods.includes('GET'));
    const can = ref && read && (await viewerCanAt(operations.get(read.operation)!, ref, session));
    return { status: 200, headers: {}, body: describePath(path, rows, session.context), ...(can ? { can } : {}) };
  }

  /** Answers what lies below the namespace. */
  async function answerPath(path: string, exchange: Exchange): Promise<Answer> {
    const { method, source, spoiled, session } = exchange;
    const match = find(path);
    const rows = (match?.rows ?? []).filter((row): row is Route => 'operation' in row);
    const row = match?.rows.find(({ methods }) => (methods as readonly string[]).includes(method));
    if (!match || (!row && method !== 'OPTIONS')) throw noRoute();
    const allow = (can?: ViewerCan) => ({
      Allow: rows.length ? allowed(rows, session.context.viewer, can).join(', ') : 'GET',
    });
    const answered = (body: unknown): Answer => ({ status: 200, headers: {}, body });
    const answer = async (): Promise<Answer> => {
      if (spoiled) throw spoiled;
      if (!row) return answerOptions(match, rows, session);
      if ('operation' in row) return answerRow(row, match.params, exchange);
      refuseCommon(source);
      if (row.path === '/doc') return answered(documentation);
      refuseOtherNamespace(source('namespace', false));
      return answered(describeNamespace(routes, session.context));
    };
    try {
      const found = await answer();
      return { ...found, headers: { ...allow(found.can), ...found.headers } };
    } catch (error) {
      const failure = asFailure(error, report);
      return {
        ...failed(failure, row && 'operation' in row ? row : undefined),
        headers: allow(failure.facts.viewerCan as ViewerCan | undefined),
      };
    }
  }

  function refuseOtherNamespace(asked: unknown): void {
    if (asked === undefined || namespaces.some((name) => name === asked)) return;
    throw new DomainError('NO_NAMESPACE', 'There is no namespace of this name.');
  }

  async function answerAddress({ path, namespace }: Address, exchange: Exchange): Promise<Answer> {
    if (namespace !== undefined) return answerPath(path, exchange);
    const { method, source, spoiled, door, session } = exchange;
    if (!/^\/*$/.test(path) || !['GET', 'OPTIONS'].includes(method)) throw noRoute();
    if (spoiled) throw spoiled;
    refuseCommon(source);
    const names = namespaces.map((each) => linksOf({ ...door, namespace: each }));
    const body = method === 'GET' ? describeRoot(routes, names, session.context) : ROOT_ROUTE;
    return { status: 200, headers: { Allow: 'GET' }, body };
  }

  async function answer(request: Request, address: Address, query: Params): Promise<Answer> {
    const body = await readBody(request).catch((error: unknown) => asFailure(error, report));
    const fields = typeof body === 'function' ? body : undefined;
    const source: Source = (wire, list) => {
      const sent = fields?.(wire, list);
      return sent === undefined ? param(query, wire, list) : sent;
    };
    const asked = source('multilang_language', false);
    const { language: segment, namespace } = address;
    const door = { segment, namespace, ...(isLanguage(asked) ? { parameter: asked } : {}) };
    const link = { Link: `<${linksOf(door).restRoot}/>; rel="https://api.w.org/"` };
    const session = await graphql.open(request, door).catch((error: unknown) => asFailure(error, report));
    if (!('context' in session)) return { ...failed(session), headers: link };
    const { viewer, language: spoken } = session.context;
    const common = {
      ...link,
      'Content-Language': spoken,
      ...(viewer ? { 'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private' } : {}),
    };
    const spoiled = typeof body === 'function' ? callbackFailure(query) : body;
    const exchange = { method: methodOf(request, query), source, names: [...query.keys()], spoiled, door, session };
    const found = await answerAddress(address, exchange).catch((error: unknown) => failed(asFailure(error, report)));
    return { ...found, headers: { ...common, ...found.headers } };
  }

  return {
    fetch(request) {
      const url = new URL(request.url);
      const address = restAddress(url, root, namespaces);
      if (!address) return undefined;
      const query = parseParams(url.search);
      return answer(request, address, query)
        .catch((error: unknown) => failed(asFailure(error, report)))
        .then((found) => toResponse(request, conveniently(found, query)));
    },
  };
}

/** The method that is meant: POST may stand for another one. HEAD is GET whose body is not sent. */
function methodOf(request: Request, query: Params): string {
  const override = param(query, '_method', false) ?? request.headers.get('x-http-method-override');
  const method = request.method === 'POST' && typeof override === 'string' ? override.toUpperCase() : request.method;
  return method === 'HEAD' ? 'GET' : method;
}

const noRoute = (): DomainError => new DomainError('NO_ROUTE', 'There is no route for this address and method.');

function failed(failure: Failure, route?: Route): Answer {
  const body = errorBody(failure, route);
  return { status: body.data.status, headers: {}, body };
}

/** An error of ours, one that the GraphQL door has masked already, or a fault. */
function asFailure(error: unknown, report: (error: unknown) => void): Failure {
  if (error instanceof DomainError) return error;
  if (error instanceof Error && 'extensions' in error) return failureOf(error as never);
  if (!(error instanceof Error) && typeof error === 'object' && error !== null && 'problems' in error)
    return error as Failure;
  report(error);
  return { code: 'INTERNAL', message: 'Something went wrong on the server.', problems: [], facts: {} };
}

function toResponse(request: Request, { status, headers, text }: Answer & { text: string }): Response {
  return new Response(request.method === 'HEAD' ? null : text, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      Vary: 'Authorization',
      ...headers,
    },
  });
}
