import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Plugin, YogaInitialContext, YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { costOf, type OperationRequest } from './cost.ts';
import { withoutRepresentations } from './federation.ts';
import { countsOf, parseWithin, refuseBeyond, refuseLong, variableCountsOf } from './limits.ts';
import { refuseLongLists } from './variables.ts';

/** The maximum memory of a parsed document per token, in bytes (measured: 483, for plain fields). */
const TOKEN_BYTES = 500;

/** The maximum memory per character, in bytes (measured: 45, for empty comments, whose tokens are kept but not counted). */
const CHARACTER_BYTES = 50;

/** Checks documents before validation. */
interface Admission {
  /** For the server: enforces limits before parsing where possible, otherwise before validation. */
  plugin: Plugin;
  /** For the server: caches parsed and validated documents. */
  cache: Extract<YogaServerOptions<object, object>['parserAndValidationCache'], object>;
}

/** One per server. Caches documents up to a number of bytes. */
export function createAdmission(schema: GraphQLSchema, bytes: number): Admission {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: bytes,
    sizeCalculation: ({ tokenCount = 0 }, text) => CHARACTER_BYTES * text.length + TOKEN_BYTES * tokenCount + 1,
  });

  /** Returns the error if the cost cannot be computed. @throws QUERY_TOO_COMPLEX */
  function refuseCostly(document: DocumentNode, request: OperationRequest) {
    try {
      refuseBeyond({ cost: costOf(schema, document, request) });
      return undefined;
    } catch (error) {
      if (error instanceof GraphQLError) return error;
      throw error;
    }
  }

  return {
    plugin: {
      onParse({ params: { source }, setParseFn }) {
        refuseLong(source.toString());
        setParseFn(parseWithin);
      },
      onValidate({ params: { documentAST }, context }) {
        const { params } = context as YogaInitialContext;
        refuseBeyond(countsOf(documentAST));
        // A list that is too long is reported for its field.
        refuseLongLists(withoutRepresentations(documentAST, params.variables));
        refuseBeyond(variableCountsOf(params.variables));
        const uncounted = refuseCostly(documentAST, params);
        return ({ valid }) => {
          // The errors of an invalid document take more memory than the document.
          if (!valid) documents.delete(params.query ?? '');
          // Validation explains better why a cost cannot be computed, unless variables are the cause.
          else if (uncounted) throw uncounted;
        };
      },
    },
    cache: { documentCache: documents, errorCache: { get: () => undefined, set: () => {} } },
  };
}
