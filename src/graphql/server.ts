import { useGraphQlJit } from '@envelop/graphql-jit';
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { ResolverContext } from './context.ts';
import { createMaskError } from './errors.ts';
import { refuseLongLists } from './variables.ts';

/** GraphQL for one request: its context is made once, by whoever asks. */
export interface GraphqlServer {
  /** Answers a request of GraphQL over HTTP. */
  answer(request: Request, context: ResolverContext): Promise<Response>;
  /** Runs one of the fixed documents. Errors come back in the result, masked as for everybody else. */
  run(document: DocumentNode, variables: Record<string, unknown>, context: ResolverContext): Promise<ExecutionResult>;
  /** The error that callers see of one that was thrown. */
  maskError(error: unknown): Error;
}

interface ServerDeps {
  schema: GraphQLSchema;
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
}

/** Runs operations. Fixed documents of other doors run through the same plugins and masking as outside ones. */
export function createGraphqlServer({ schema, report }: ServerDeps): GraphqlServer {
  const maskError = createMaskError(report);
  const fixed = new WeakSet<DocumentNode>();
  const yoga = createYoga<{ known: ResolverContext }, ResolverContext>({
    schema,
    context: ({ known }) => known,
    maskedErrors: { maskError },
    // Compiling pays for documents that come again and again; for the others interpreting is faster.
    plugins: [
      useGraphQlJit({}, { enableIf: ({ document }) => fixed.has(document) }) as Plugin,
      {
        onParams({ params, setResult }) {
          try {
            refuseLongLists(params.variables);
          } catch (error) {
            setResult({ errors: [maskError(error) as GraphQLError] });
          }
        },
      },
    ],
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    batching: false,
  });

  return {
    maskError,
    answer: async (request, known) => yoga.fetch(request, { known }),
    async run(document, variableValues, known) {
      fixed.add(document);
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
