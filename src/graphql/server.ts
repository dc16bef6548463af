import { useGraphQlJit } from '@envelop/graphql-jit';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { createAdmission } from './admission.ts';
import type { ResolverContext } from './context.ts';
import { createMaskError } from './errors.ts';

/** GraphQL for one request: its context is made once, by whoever asks. */
export interface GraphqlServer {
  /** Answers a request of GraphQL over HTTP. */
  answer(request: Request, context: ResolverContext): Promise<Response>;
  /** Runs one of the admitted documents. Errors come back in the result, masked as for everybody else. */
  run(document: DocumentNode, variables: Record<string, unknown>, context: ResolverContext): Promise<ExecutionResult>;
  /** Holds a document of another door to the limits that outside ones have, once. @throws QUERY_TOO_COMPLEX */
  admit(document: DocumentNode): void;
  /** The error that callers see of one that was thrown. */
  maskError(error: unknown): Error;
}

interface ServerDeps {
  schema: GraphQLSchema;
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
  /** Told of every error in an answer, by its code. */
  refused(code: string): void;
}

/** Runs operations. Fixed documents of other doors run through the same plugins and masking as outside ones. */
export function createGraphqlServer({ schema, report, refused }: ServerDeps): GraphqlServer {
  const maskError = createMaskError(report);
  const admission = createAdmission(schema);
  const fixed = new WeakSet<DocumentNode>();
  const yoga = createYoga<{ known: ResolverContext }, ResolverContext>({
    schema,
    context: ({ known }) => known,
    maskedErrors: { maskError },
    // Compiling pays for documents that come again and again; for the others interpreting is faster.
    plugins: [
      admission.plugin,
      useGraphQlJit({}, { enableIf: ({ document }) => fixed.has(document) }) as Plugin,
      tellingErrors(refused),
    ],
    parserAndValidationCache: admission.cache,
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    batching: false,
  });

  return {
    admit(document) {
      admission.refuse(document);
      fixed.add(document);
    },
    maskError,
    answer: async (request, known) => yoga.fetch(request, { known }),
    async run(document, variableValues, known) {
      if (!fixed.has(document)) throw new Error('a document runs that was never held to the limits');
      const { contextFactory, execute } = yoga.getEnveloped({ known } as never);
      return (await execute({
        schema,
        document,
        variableValues,
        contextValue: await contextFactory(),
      })) as ExecutionResult;
    },
  };
}

/** Tells of the errors of answers to outside documents. Those of fixed ones end the way of their request. */
const tellingErrors = (refused: ServerDeps['refused']): Plugin => ({
  onResultProcess({ result }) {
    if (!('errors' in result)) return;
    for (const { extensions } of result.errors ?? []) refused(String(extensions?.code));
  },
});
