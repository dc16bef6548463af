import { type ExecutionResult, GraphQLError, type GraphQLSchema, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { currentWork, goOn, type Work } from '../../domain/event-loop.ts';
import type { Language } from '../../domain/language.ts';
import { once } from '../../domain/once-for.ts';
import { createAdmission } from './admission.ts';
import { type CompiledDocuments, createCompiledDocuments } from './compiled-documents.ts';
import type { ResolverContext } from './context.ts';
import { createMaskError } from './errors.ts';
import { createOperationNames, type OperationNames } from './operation-name.ts';
import { createPersisted, type DocumentsByHash } from './persisted.ts';
import { subscribing } from './subscribe.ts';
import { withoutProposals } from './variables.ts';
import { mapped } from './writer/mapped.ts';

/** The GraphQL server. The caller creates the context, once per request. */
export interface GraphqlServer {
  /** Answers a GraphQL request over HTTP. */
  answer(request: Request, context: ResolverContext): Promise<Response>;
  /** Answers a repeated query, without the overhead of the server. */
  writeCompiled: CompiledDocuments['write'];
  /** The requested operations of listed documents, by their names in the log. */
  listed: OperationNames['listed'];
  /** Converts a thrown error to the error that callers see. */
  maskError(error: unknown, language?: Language): GraphQLError;
}

interface ServerDeps {
  schema: GraphQLSchema;
  /** Whether introspection is allowed. */
  introspection: boolean;
  /** Documents by hash. With `persistedOnly`, no others run. */
  persistedDocuments: DocumentsByHash;
  /** The texts of the documents that have a name, by it. */
  namedDocuments?: ReadonlyMap<string, string>;
  persistedOnly: boolean;
  /** The cache sizes in bytes: for parsed documents, compiled documents, and the text that compiled documents write. */
  budget: Record<'documents' | 'compiled' | 'written', number>;
  /** Called once for every server error. */
  report(error: unknown): void;
  /** Called with the code of every error in a response. */
  refused(code: string): void;
}

/** Runs documents from outside. */
export function createGraphqlServer(deps: ServerDeps): GraphqlServer {
  const { schema, introspection, report, refused } = deps;
  const maskError = createMaskError(report);
  const admission = createAdmission(schema, deps.budget.documents);
  const knownDocuments = createCompiledDocuments(schema, deps.budget);
  const persisted = createPersisted({
    listed: deps.persistedDocuments,
    ...(deps.namedDocuments && { named: deps.namedDocuments }),
    only: deps.persistedOnly,
  });
  const names = createOperationNames(deps.persistedDocuments);
  // Loaded with the first request, because REST does not need it.
  const yoga = once(async () => {
    const { createYoga } = await import('graphql-yoga');
    return createYoga<{ requestContext: ResolverContext; work: Work }, ResolverContext>({
      schema,
      context: ({ requestContext }) => requestContext,
      maskedErrors: { maskError: (error) => maskError(error) },
      plugins: [
        refusingBodies,
        goingOn,
        persisted.plugin,
        admission.plugin,
        names.plugin,
        knownDocuments.plugin,
        subscribing,
        translating(maskError),
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
    writeCompiled: (params, context) => knownDocuments.write(persisted.withText(params), context),
    async answer(request, requestContext) {
      const work = currentWork();
      return (await yoga()).fetch(request, { requestContext, work });
    },
  };
}

/** Refuses a body with an unsupported content type. The server would do so without a message. */
const refusingBodies: Plugin = {
  onRequestParse({ request, requestParser }) {
    if (request.method !== 'POST' || requestParser) return;
    const extensions = { code: 'BAD_REQUEST', http: { status: 415 } };
    throw new GraphQLError('A body of this Content-Type is not taken. Send application/json.', { extensions });
  },
};

/** Waits for a turn, because other work may have run while the server read the body. */
const goingOn: Plugin<object, { work: Work }> = {
  onParams: ({ context }) => goOn(context.work) as Promise<void> | undefined,
};

/** Translates our errors into the language of the request. */
const translating = (maskError: GraphqlServer['maskError']): Plugin<object, { requestContext: ResolverContext }> => ({
  onResultProcess({ result, setResult, serverContext }) {
    const { language } = serverContext.requestContext;
    const translated = (each: ExecutionResult) =>
      each.errors ? { ...each, errors: each.errors.map((error) => maskError(error, language)) } : each;
    if (language === 'en') return;
    setResult(
      Symbol.asyncIterator in result
        ? mapped(result, async (each) => translated(each))
        : translated(result as ExecutionResult),
    );
  },
});

/** Reports the errors in responses. */
const tellingErrors = (refused: ServerDeps['refused']): Plugin => ({
  onResultProcess({ result }) {
    if (!('errors' in result)) return;
    for (const { extensions } of result.errors ?? []) refused(String(extensions?.code));
  },
});

/** Refuses introspection, and removes name suggestions from error messages. */
const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
  },
  onResultProcess({ result }) {
    if (!('errors' in result)) return;
    for (const error of result.errors ?? []) error.message = withoutProposals(error.message);
  },
};
