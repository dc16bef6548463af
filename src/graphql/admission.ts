import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Plugin, YogaInitialContext, YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { type Asked, costOf } from './cost.ts';
import { countsOf, parseWithin, refuseBeyond, refuseLong, variableCountsOf } from './limits.ts';
import { refuseLongLists } from './variables.ts';

/** Bytes that a parsed document takes up at the most for each of its tokens (measured: 483, of fields without more). */
const TOKEN_BYTES = 500;

/** The same for each of its characters (measured: 45, of comments that are empty; their tokens are kept and not counted). */
const CHARACTER_BYTES = 50;

/** What stands between a document that was sent and its validation. */
export interface Admission {
  /** For the server: refuses what is beyond a limit, before it is parsed where that can be known, and before it is validated. */
  plugin: Plugin;
  /** For the server: documents that were parsed and validated. */
  cache: Extract<YogaServerOptions<object, object>['parserAndValidationCache'], object>;
}

/** One per server: keeps documents in mind, up to so many bytes. */
export function createAdmission(schema: GraphQLSchema, bytes: number): Admission {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: bytes,
    sizeCalculation: ({ tokenCount = 0 }, text) => CHARACTER_BYTES * text.length + TOKEN_BYTES * tokenCount + 1,
  });

  /** Gives the error of what cannot be counted. @throws QUERY_TOO_COMPLEX */
  function refuseCostly(document: DocumentNode, asked: Asked): GraphQLError | undefined {
    try {
      refuseBeyond({ cost: costOf(schema, document, asked) });
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
        const { params } = context as unknown as YogaInitialContext;
        refuseBeyond(countsOf(documentAST));
        // What is too long in one field is told of that field.
        refuseLongLists(params.variables);
        refuseBeyond(variableCountsOf(params.variables));
        const uncounted = refuseCostly(documentAST, params);
        return ({ valid }) => {
          // The errors of one that is not valid are larger than itself.
          if (!valid) documents.delete(params.query ?? '');
          // Validation says better why one cannot be counted, unless variables are to blame.
          else if (uncounted) throw uncounted;
        };
      },
    },
    cache: { documentCache: documents, errorCache: { get: () => undefined, set: () => {} } },
  };
}
