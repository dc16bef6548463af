import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { whenWanted } from '../http/files.ts';
import { createAdmission } from './admission.ts';
import type { ResolverContext } from './context.ts';
import { createMaskError } from './errors.ts';
import { createKnownDocuments, type KnownDocuments } from './known-documents.ts';

/** GraphQL for one request: its context is made once, by whoever asks. */
export interface GraphqlServer {
  /** Answers a request of GraphQL over HTTP. */
  answer(request: Request, context: ResolverContext): Promise<Response>;
  /** Answers what comes again, without all that. */
  writeKnown: KnownDocuments['write'];
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

/** Runs documents from outside. */
export function createGraphqlServer({ schema, report, refused }: ServerDeps): GraphqlServer {
  const maskError = createMaskError(report);
  const admission = createAdmission(schema);
  const known = createKnownDocuments(schema);
  // Loaded when somebody asks for the first time: REST does without.
  const yoga = whenWanted(async () => {
    const { createYoga } = await import('graphql-yoga');
    return createYoga<{ known: ResolverContext }, ResolverContext>({
      schema,
      context: ({ known }) => known,
      maskedErrors: { maskError },
      plugins: [admission.plugin, known.plugin, tellingErrors(refused)],
      parserAndValidationCache: admission.cache,
      graphiql: false,
      landingPage: false,
      logging: false,
      cors: false,
      batching: false,
    });
  });

  return {
    maskError,
    writeKnown: known.write,
    answer: async (request, known) => (await yoga()).fetch(request, { known }),
  };
}

/** Tells of the errors of answers. */
const tellingErrors = (refused: ServerDeps['refused']): Plugin => ({
  onResultProcess({ result }) {
    if (!('errors' in result)) return;
    for (const { extensions } of result.errors ?? []) refused(String(extensions?.code));
  },
});
