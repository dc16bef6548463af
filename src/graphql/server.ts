import { useGraphQlJit } from '@envelop/graphql-jit';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import type { Language } from '../rules/language.ts';
import { GRAPHQL_PATH, graphqlDoor, isGraphqlPath, languageOf } from './door.ts';
import { createMaskError } from './errors.ts';
import { createGraphiql } from './graphiql.ts';

/** What a door says about a request: the languages it names, and the namespace it used. */
export interface Door {
  /** The language in the path before the root of REST. */
  segment?: Context['language'] | undefined;
  /** The language in a parameter; it wins. */
  parameter?: Context['language'] | undefined;
  namespace?: string | undefined;
  /** The language that the caller's programs prefer; it yields to both. */
  accepted?: Context['language'] | undefined;
}

/** One request of another door: its context, made once, and operations run in it. */
export interface Session {
  context: Context;
  /** Runs one of the fixed documents. Errors come back in the result, masked as for everybody else. */
  run(document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
}

export interface GraphqlServer {
  /** Answers `/graphql`: queries and mutations, and GraphiQL for browsers. Undefined for other addresses. */
  fetch(request: Request): Promise<Response> | undefined;
  /** Opens a session for another door. @throws a masked error when the credentials are wrong. */
  open(request: Request, door: Door): Promise<Session>;
}

interface ServerDeps {
  schema: GraphQLSchema;
  createContext(request: Request, door: Door): Promise<Context>;
  /** The language of requests that name none. */
  defaultLanguage: Language;
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
}

/** The GraphQL server. Sessions of other doors run through the same plugins, context and masking as its own requests. */
export function createGraphqlServer({ schema, createContext, defaultLanguage, report }: ServerDeps): GraphqlServer {
  const graphiql = createGraphiql();
  const maskError = createMaskError(report);
  const fixed = new WeakSet<DocumentNode>();
  const yoga = createYoga<{ door?: Door }, Context>({
    schema,
    context: (initial) => createContext(initial.request, initial.door ?? {}),
    graphqlEndpoint: GRAPHQL_PATH,
    maskedErrors: { maskError },
    // Compiling pays for documents that come again and again; for the others interpreting is faster.
    plugins: [useGraphQlJit({}, { enableIf: ({ document }) => fixed.has(document) }) as Plugin],
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    batching: false,
  });

  async function answer(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 });
    const page = graphiql(request);
    if (page) return page;
    try {
      const door = graphqlDoor(request);
      const response = await yoga.fetch(request, { door });
      response.headers.set('Content-Language', languageOf(door, defaultLanguage));
      return response;
    } catch (error) {
      return Response.json({ errors: [maskError(error)] }, { status: 400 });
    }
  }

  return {
    fetch(request) {
      if (!isGraphqlPath(request)) return undefined;
      return answer(request).then((response) => {
        response.headers.append('Vary', 'Authorization, Accept-Language');
        return response;
      });
    },
    async open(request, door) {
      const { contextFactory, execute } = yoga.getEnveloped({
        request,
        door,
        params: {},
        waitUntil: () => {},
      } as never);
      const contextValue = await contextFactory();
      return {
        context: contextValue as unknown as Context,
        async run(document, variableValues) {
          fixed.add(document);
          return (await execute({ schema, document, variableValues, contextValue })) as ExecutionResult;
        },
      };
    },
  };
}
