import { GraphQLError, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { currentWork, goOn, type Work } from '../event-loop.ts';
import { once } from '../rules/once-for.ts';
import { createAdmission } from './admission.ts';
import type { ResolverContext } from './context.ts';
import { createMaskError } from './errors.ts';
import { createKnownDocuments, type KnownDocuments } from './known-documents.ts';
import { createOperationNames, type OperationNames } from './operation-name.ts';
import { createPersisted, type DocumentsByHash } from './persisted.ts';

/** GraphQL for one request: its context is made once, by whoever asks. */
export interface GraphqlServer {
  /** Answers a request of GraphQL over HTTP. */
  answer(request: Request, context: ResolverContext): Promise<Response>;
  /** Answers what comes again, without all that. */
  writeKnown: KnownDocuments['write'];
  /** The operations of listed documents that were asked for, as the log calls them. */
  listed: OperationNames['listed'];
  /** The error that callers see of one that was thrown. */
  maskError(error: unknown): GraphQLError;
}

interface ServerDeps {
  schema: GraphQLSchema;
  /** Whether anybody is told the schema. */
  introspection: boolean;
  /** Documents that are known by their hash; `persistedOnly` says that no others run. */
  persistedDocuments: DocumentsByHash;
  persistedOnly: boolean;
  /** Bytes of documents that are kept: parsed, compiled, and what compiled ones have written. */
  budget: Record<'documents' | 'compiled' | 'written', number>;
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
  /** Told of every error in an answer, by its code. */
  refused(code: string): void;
}

/** Runs documents from outside. */
export function createGraphqlServer(deps: ServerDeps): GraphqlServer {
  const { schema, introspection, report, refused } = deps;
  const maskError = createMaskError(report);
  const admission = createAdmission(schema, deps.budget.documents);
  const known = createKnownDocuments(schema, deps.budget);
  const persisted = createPersisted({ listed: deps.persistedDocuments, only: deps.persistedOnly });
  const names = createOperationNames(deps.persistedDocuments);
  // Loaded when somebody asks for the first time: REST does without.
  const yoga = once(async () => {
    const { createYoga } = await import('graphql-yoga');
    return createYoga<{ known: ResolverContext; work: Work }, ResolverContext>({
      schema,
      context: ({ known }) => known,
      maskedErrors: { maskError },
      plugins: [
        refusingBodies,
        goingOn,
        persisted.plugin,
        admission.plugin,
        names.plugin,
        known.plugin,
        tellingErrors(refused),
        ...(introspection ? [] : [withoutIntrospection]),
      ],
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
    listed: names.listed,
    writeKnown: (params, context) => known.write(persisted.withText(params), context),
    async answer(request, known) {
      const work = currentWork();
      return (await yoga()).fetch(request, { known, work });
    },
  };
}

/** Refuses a body of a type that is none of GraphQL's, which the server would do without a word. */
const refusingBodies: Plugin = {
  onRequestParse({ request, requestParser }) {
    if (request.method !== 'POST' || requestParser) return;
    const extensions = { code: 'BAD_REQUEST', http: { status: 415 } };
    throw new GraphQLError('A body of this Content-Type is not taken. Send application/json.', { extensions });
  },
};

/** Others may have worked while the server read the body. */
const goingOn: Plugin<object, { work: Work }> = {
  onParams: ({ context }) => goOn(context.work) as Promise<void> | undefined,
};

/** Tells of the errors of answers. */
const tellingErrors = (refused: ServerDeps['refused']): Plugin => ({
  onResultProcess({ result }) {
    if (!('errors' in result)) return;
    for (const { extensions } of result.errors ?? []) refused(String(extensions?.code));
  },
});

/** Refuses to tell the schema, and names nothing of it to whoever has mistaken a name. */
const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
  },
  onResultProcess({ result }) {
    if (!('errors' in result)) return;
    for (const error of result.errors ?? []) error.message = error.message.replace(/ ?Did you mean .*$/s, '');
  },
};
