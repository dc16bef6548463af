import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Plugin, YogaInitialContext, YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { costOf, greatestCostOf } from './cost.ts';
import { countsOf, parseWithin, refuseBeyond, refuseLong, variableCountsOf } from './limits.ts';

/** Bytes that parsed documents which may come again take up, at the most. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Bytes that a token of a parsed document takes up, about (measured: 280). */
const TOKEN_BYTES = 300;

/** What stands between a document that was sent and its validation. */
export interface Admission {
  /** For the server: refuses what is beyond a limit, before it is parsed where that can be known, and before it is validated. */
  plugin: Plugin;
  /** For the server: documents that were parsed and validated. */
  cache: Extract<YogaServerOptions<object, object>['parserAndValidationCache'], object>;
  /** The same limits for a document of ours, whatever its variables will be. @throws QUERY_TOO_COMPLEX */
  refuse(document: DocumentNode): void;
}

/** One per server: keeps documents in mind, up to so many bytes. */
export function createAdmission(schema: GraphQLSchema): Admission {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ tokenCount = 0 }, text) => 2 * text.length + TOKEN_BYTES * tokenCount + 1,
  });

  return {
    plugin: {
      onParse({ params: { source }, setParseFn }) {
        refuseLong(source.toString());
        setParseFn(parseWithin);
      },
      onValidate({ params: { documentAST }, context }) {
        const { params } = context as unknown as YogaInitialContext;
        refuseBeyond(countsOf(documentAST));
        refuseBeyond(variableCountsOf(params.variables));
        refuseBeyond({ cost: costOf(schema, documentAST, params) });
        return ({ valid }) => {
          // The errors of one that is not valid are larger than itself.
          if (!valid) documents.delete(params.query ?? '');
        };
      },
    },
    cache: { documentCache: documents, errorCache: { get: () => undefined, set: () => {} } },
    refuse(document) {
      refuseBeyond(countsOf(document));
      refuseBeyond({ cost: greatestCostOf(schema, document) });
    },
  };
}
