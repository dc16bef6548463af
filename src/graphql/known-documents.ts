import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { compile, type WriteOperation } from '../writer/compile.ts';
import { createKeeper } from '../writer/keep.ts';
import type { ResolverContext } from './context.ts';
import { combinesFilters, costOf, greatestCostOf } from './cost.ts';
import { LIMITS, refuseBeyond, variableCountsOf } from './limits.ts';
import { operationNameOf } from './operation-name.ts';
import { refuseLongLists } from './variables.ts';

/** Bytes that a compiled document takes up at the most for each of its tokens, its text included. */
const TOKEN_BYTES = 2_000;

/** Documents from outside that come again. */
export interface KnownDocuments {
  /** For the server: notes which documents were valid and have run before. */
  plugin: Plugin;
  /**
   * Writes the answer to a query that is known, as JSON. Undefined for all others, and where anything is wrong: then the
   * server says what and where. A query changes nothing, so it can run again.
   */
  write(params: unknown, context: ResolverContext): Promise<string | undefined>;
}

/** A query, ready to run, and its name if it has one. */
interface Known {
  name: string | undefined;
  /** What the log calls it. */
  operation: string;
  write: WriteOperation<string>;
  /** What is counted before each run; nothing where no variables make it too dear. */
  counted: DocumentNode | undefined;
}

/** One per server. Bytes: of documents that are compiled, and of texts that are kept for them. */
export function createKnownDocuments(
  schema: GraphQLSchema,
  bytes: Record<'compiled' | 'written', number>,
): KnownDocuments {
  const keeper = createKeeper(bytes.written);
  const seen = new WeakSet<DocumentNode>();
  const writers = new LRUCache<string, Known>({ maxSize: bytes.compiled });

  /** Only queries that the longest pages do not make too dear are written. */
  function compiled(document: DocumentNode): Known | undefined {
    const operation = getOperationAST(document);
    try {
      if (operation?.operation !== 'query' || greatestCostOf(schema, document) > LIMITS.cost) return undefined;
      return {
        name: operation.name?.value,
        operation: operationNameOf(document),
        write: compile(document, { schema, keeper }).data(),
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
        const known = compiled(document);
        if (known) writers.set(text, known, { size: TOKEN_BYTES * (document.tokenCount ?? 0) + 1 });
      },
    },
    async write(params, context) {
      const { query, variables, operationName, ...more } = Object(params) as Record<string, unknown>;
      const known = typeof query === 'string' && writers.get(query);
      if (!known || !isAbsent(operationName, known.name) || !Object.values(more).every((each) => isAbsent(each)))
        return undefined;
      if (Array.isArray(variables) || typeof (variables ?? {}) !== 'object') return undefined;
      const { trace } = context.running;
      if (trace) trace.operation = known.operation;
      try {
        refuseLongLists(variables);
        refuseBeyond(variableCountsOf(variables));
        const values = (variables ?? {}) as Record<string, unknown>;
        if (known.counted) refuseBeyond({ cost: costOf(schema, known.counted, { variables: values }) });
        return `{"data":${await known.write(values, context)}}`;
      } catch {
        return undefined;
      }
    },
  };
}

/** Whether something was not sent, or was as it is anyway. */
const isAbsent = (sent: unknown, standard?: string): boolean =>
  sent === undefined || sent === null || sent === standard;
