import type { GraphQLSchema } from 'graphql';
import { DomainError } from '../errors.ts';
import type { Source } from '../fields/coerce.ts';
import type { GraphqlServer, Session } from '../graphql/server.ts';
import type { ViewerCan } from '../rules/access.ts';
import { isLanguage } from '../rules/language.ts';
import { type Address, restAddress } from './address.ts';
import { readBody } from './body.ts';
import { conveniently } from './conveniences.ts';
import { errorBody, type Failure } from './error-body.ts';
import { failureOf, runOperation } from './facade.ts';
import { loadOperations } from './operations.ts';
import { type Params, param, parseParams } from './params.ts';
import { variablesOf } from './request.ts';
import { type Answer, allowed, isPastTheEnd, itemAnswer, listAnswer } from './response.ts';
import type { Method, Route } from './route.ts';
import { createRouter, type Match } from './router.ts';
import { describeNamespace, describePath, describeRoot, OWN_PATHS } from './self-description.ts';
import { NAMESPACE } from './table.ts';

export interface RestServer {
  /** Answers a request below the REST root; undefined when it goes elsewhere. */
  fetch(request: Request): Promise<Response> | undefined;
}

interface RestDeps {
  /** Path of the root, `/wp-json`. */
  root: string;
  routes: readonly Route[];
  /** Texts of the operation documents. */
  documents: readonly string[];
  schema: GraphQLSchema;
  graphql: GraphqlServer;
  /** The documentation that `/doc` answers. */
  documentation: object;
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
}

/** What is known of a request while it is answered. */
interface Exchange {
  method: Method | 'OPTIONS';
  match: Match<Route>;
  source: Source;
  session: Session;
}

/** The REST façade. @throws at start when a route names an operation that is not there. */
export function createRestServer({
  root,
  routes,
  documents,
  schema,
  graphql,
  documentation,
  report,
}: RestDeps): RestServer {
  const operations = loadOperations(documents, schema);
  for (const { operation } of routes) {
    if (!operations.has(operation)) throw new Error(`A route names the operation ${operation}, which no document has.`);
  }
  const own = OWN_PATHS.map((path) => ({ path, methods: ['GET'] as const }));
  const find = createRouter<Route | (typeof own)[number]>([...own, ...routes]);

  async function answer({ method, match, source, session }: Exchange): Promise<Answer> {
    const rows = match.rows.filter((row): row is Route => 'operation' in row);
    const { viewer, links, now, zone } = session.context;
    const allow = (can?: ViewerCan) => ({ Allow: rows.length ? allowed(rows, viewer, can).join(', ') : 'GET' });
    if (method === 'OPTIONS') return { status: 200, headers: allow(), body: describePath(match.path, rows, links) };
    if (match.path === '') return { status: 200, headers: allow(), body: describeNamespace(routes, links) };
    if (match.path === '/doc') return { status: 200, headers: allow(), body: documentation };
    const route = rows.find(({ methods }) => methods.includes(method));
    if (!route) throw noRoute();
    const fail = (failure: Failure): Answer => {
      const body = errorBody(failure, route);
      return { status: body.data.status, headers: allow(failure.facts.viewerCan as ViewerCan | undefined), body };
    };
    let variables: Record<string, unknown>;
    try {
      variables = variablesOf(route, match.params, source, { now, zone });
    } catch (error) {
      return fail(asFailure(error));
    }
    const outcome = await runOperation(operations.get(route.operation)!, variables, session);
    if ('failure' in outcome) return fail(outcome.failure);
    const { body } = outcome;
    if (route.pastTheEnd && isPastTheEnd(route, body)) {
      return fail({ code: route.pastTheEnd, message: 'There is no such page.', problems: [], facts: {} });
    }
    const asked = { route, source, links };
    const done = route.filter ? listAnswer(asked, body) : itemAnswer(asked, body);
    return { ...done, headers: { ...done.headers, ...allow(body.viewerCan as ViewerCan | undefined) } };
  }

  async function exchange(request: Request, address: Address, query: Params): Promise<Answer> {
    const body = await readBody(request).catch((error: unknown) => asFailure(error));
    const source: Source = (wire, list) =>
      (typeof body === 'function' ? body(wire, list) : undefined) ?? param(query, wire, list);
    const asked = source('multilang_language', false);
    const language = isLanguage(asked) ? asked : address.language;
    const session = await graphql.open(request, language ? { language } : {});
    const { links } = session.context;
    const common = {
      Link: `<${links.restRoot}/>; rel="https://api.w.org/"`,
      'Content-Language': session.context.language,
      ...(session.context.viewer ? { 'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private' } : {}),
    };
    const found = await respond(request, address, query, source, body, session);
    return { ...found, headers: { ...common, ...found.headers } };
  }

  async function respond(
    request: Request,
    { path }: Address,
    query: Params,
    source: Source,
    body: Source | Failure,
    session: Session,
  ): Promise<Answer> {
    const method = methodOf(request, query);
    if (/^\/?$/.test(path))
      return method === 'GET'
        ? { status: 200, headers: {}, body: describeRoot(routes, session.context.links) }
        : failed(noRoute());
    const below = belowNamespace(path);
    const match = below === undefined ? undefined : find(below);
    const known =
      match &&
      (method === 'OPTIONS' || match.rows.some(({ methods }) => (methods as readonly string[]).includes(method)));
    if (!known) return failed(noRoute());
    if (typeof body !== 'function') {
      const allow = allowed(
        match.rows.filter((row): row is Route => 'operation' in row),
        session.context.viewer,
      );
      return { ...failed(body), headers: { Allow: allow.join(', ') } };
    }
    return answer({ method: method as Exchange['method'], match: match as Match<Route>, source, session });
  }

  return {
    fetch(request) {
      const url = new URL(request.url);
      const address = restAddress(url, root);
      if (!address) return undefined;
      const query = parseParams(url.search);
      return exchange(request, address, query)
        .catch((error: unknown) => {
          const failure = asFailure(error);
          if (failure.code === 'INTERNAL' && !('extensions' in Object(error))) report(error);
          return failed(failure);
        })
        .then((answered) => toResponse(request, conveniently(answered, query)));
    },
  };
}

/** The method that is meant: POST may stand for another one. HEAD is GET whose body is not sent. */
function methodOf(request: Request, query: Params): string {
  const override = request.headers.get('x-http-method-override') ?? param(query, '_method', false);
  const method = request.method === 'POST' && typeof override === 'string' ? override.toUpperCase() : request.method;
  return method === 'HEAD' ? 'GET' : method;
}

function belowNamespace(path: string): string | undefined {
  const prefix = `/${NAMESPACE}`;
  if (path.slice(0, prefix.length).toLowerCase() !== prefix) return undefined;
  const rest = path.slice(prefix.length);
  return rest === '' || rest === '/' ? '' : rest.startsWith('/') ? rest : undefined;
}

const noRoute = (): DomainError => new DomainError('NO_ROUTE', 'There is no route for this address and method.');

const failed = (error: unknown): Answer => {
  const body = errorBody(asFailure(error));
  return { status: body.data.status, headers: {}, body };
};

/** An error of ours, one that the GraphQL door has masked already, or a fault. */
function asFailure(error: unknown): Failure {
  if (error instanceof DomainError) return error;
  if (typeof error === 'object' && error !== null && 'problems' in error) return error as Failure;
  if (error instanceof Error && 'extensions' in error) return failureOf(error as never);
  return { code: 'INTERNAL', message: 'Something went wrong on the server.', problems: [], facts: {} };
}

function toResponse(request: Request, { status, headers, text }: Answer & { text: string }): Response {
  return new Response(request.method === 'HEAD' ? null : text, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  });
}
