import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { ResolverContext } from './context.ts';
import { combinesFilters, costOf, greatestCostOf } from './cost.ts';
import { DOCUMENT_LIMITS, refuseBeyond, variableCountsOf } from './limits.ts';
import { operationNameOf } from './operation-name.ts';
import { refuseLongLists } from './variables.ts';
import { compile, type WriteOperation } from './writer/compile.ts';
import { createFragmentCache } from './writer/fragment-cache.ts';

/** The maximum memory of a compiled document per token, in bytes, including its text. */
const TOKEN_BYTES = 2_000;

/** Runs repeated documents of clients in compiled form. */
export interface CompiledDocuments {
  /** For the server: records which documents were valid and have run before. */
  plugin: Plugin;
  /**
   * Writes the response to a known query as JSON. Undefined for all others and on any error: then the server runs the query
   * and reports the error. Running it again is safe, because a query changes nothing.
   */
  write(params: unknown, context: ResolverContext): Promise<string | undefined>;
}

/** A compiled query and its name, if it has one. */
interface CompiledQuery {
  name: string | undefined;
  /** Its name in the log. */
  operation: string;
  write: WriteOperation<string>;
  /** The document to compute the cost of before each run; absent if no variables can exceed the limit. */
  counted: DocumentNode | undefined;
}

/** One per server. `bytes` limits the compiled documents and the text cached for them. */
export function createCompiledDocuments(
  schema: GraphQLSchema,
  bytes: Record<'compiled' | 'written', number>,
): CompiledDocuments {
  const fragmentCache = createFragmentCache(bytes.written);
  const seen = new WeakSet<DocumentNode>();
  const writers = new LRUCache<string, CompiledQuery>({ maxSize: bytes.compiled });

  /** Compiles only queries that stay within the cost limit with the longest pages. */
  function compiled(document: DocumentNode): CompiledQuery | undefined {
    const operation = getOperationAST(document);
    try {
      if (operation?.operation !== 'query' || greatestCostOf(schema, document) > DOCUMENT_LIMITS.cost) return undefined;
      return {
        name: operation.name?.value,
        operation: operationNameOf(document),
        write: compile(document, { schema, fragmentCache }).data(),
        counted: combinesFilters(schema, document) ? document : undefined,
      };
    } catch {
      return undefined;
    }
  }

  return {
    plugin: {
      onExecute({ args: { document } }) {
        const text = document.loc?.source.body;
        if (text === undefined || writers.has(text)) return;
        if (!seen.has(document)) {
          seen.add(document);
          return;
        }
        const entry = compiled(document);
        if (entry) writers.set(text, entry, { size: TOKEN_BYTES * (document.tokenCount ?? 0) + 1 });
      },
    },
    async write(params, context) {
      const { query, variables, operationName, ...more } = Object(params) as Record<string, unknown>;
      const entry = typeof query === 'string' && writers.get(query);
      if (!entry || !isAbsent(operationName, entry.name) || !Object.values(more).every((each) => isAbsent(each)))
        return undefined;
      if (Array.isArray(variables) || typeof (variables ?? {}) !== 'object') return undefined;
      const { trace } = context.running;
      if (trace) trace.operation = entry.operation;
      try {
        refuseLongLists(variables);
        refuseBeyond(variableCountsOf(variables));
        const values = (variables ?? {}) as Record<string, unknown>;
        if (entry.counted) refuseBeyond({ cost: costOf(schema, entry.counted, { variables: values }) });
        return `{"data":${await entry.write(values, context)}}`;
      } catch {
        return undefined;
      }
    },
  };
}

/** Whether a value is missing or equal to the default. */
const isAbsent = (sent: unknown, standard?: string) => sent === undefined || sent === null || sent === standard;
