import { type DocumentNode, getOperationAST } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { onceFor } from '../../domain/once-for.ts';
import type { ResolverContext } from './context.ts';
import { type DocumentsByHash, hashOfDocument } from './persisted.ts';

/** The maximum length of a name in the log, in characters. A client can send one as long as a document. */
const LONGEST_NAME = 100;

/** The hash of a document, which may come again. */
const hashOf = onceFor((document: DocumentNode) => hashOfDocument(document.loc!.source.body));

/**
 * The name of an operation in the log: its own name, or else the SHA-256 of its document, as in the list of
 * `npm run persist`. A name has letters, digits and underscores; a long name is cut.
 */
export function operationNameOf(document: DocumentNode, operationName?: string | null): string {
  return getOperationAST(document, operationName)?.name?.value.slice(0, LONGEST_NAME) ?? hashOf(document, '');
}

/** Records which operations run. */
export interface OperationNames {
  /** For the server: adds the operation name, or the hash of its document, to the log entry of the request. */
  plugin: Plugin;
  /** The names and hashes of the listed documents requested so far. Clients cannot add others. */
  listed: ReadonlySet<string>;
}

/** One per server. */
export function createOperationNames(documents: DocumentsByHash): OperationNames {
  const texts = new Set(documents.values());
  const listed = new Set<string>();
  return {
    listed,
    plugin: {
      onParse({ context, params: { source } }) {
        const text = source.toString();
        const { params, requestContext } = context as YogaInitialContext & {
          requestContext: ResolverContext;
        };
        return ({ result }) => {
          const isBroken = result === null || result instanceof Error;
          const name = isBroken ? hashOfDocument(text) : operationNameOf(result, params.operationName);
          if (texts.has(text)) listed.add(name);
          if (requestContext.running.trace) requestContext.running.trace.operation = name;
        };
      },
    },
  };
}
