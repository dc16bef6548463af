import { type DocumentNode, getOperationAST } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { ResolverContext } from './context.ts';
import { type DocumentsByHash, hashOfDocument } from './persisted.ts';

/** Characters of a name that are shown: a client may send one as long as a document. */
const LONGEST_NAME = 100;

/** Hashes of documents that come again are not worked out again. */
const hashes = new WeakMap<DocumentNode, string>();

/**
 * What an operation is called in the log: its name, or the SHA-256 of its document where it has none, as the list of
 * `npm run persist` has it. A name is letters, digits and underscores; a long one is cut.
 */
export function operationNameOf(document: DocumentNode, operationName?: string | null): string {
  const name = getOperationAST(document, operationName)?.name?.value.slice(0, LONGEST_NAME);
  if (name !== undefined) return name;
  const hash = hashes.get(document) ?? hashOfDocument(document.loc!.source.body);
  hashes.set(document, hash);
  return hash;
}

/** Notes what requests run. */
export interface OperationNames {
  /** For the server: writes the name of the operation, or the hash of its document, into what the log says of the request. */
  plugin: Plugin;
  /** The names and hashes of listed documents that were asked for. Clients cannot add to it. */
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
        const { params, known } = context as unknown as YogaInitialContext & { known: ResolverContext };
        return ({ result }) => {
          const isBroken = result === null || result instanceof Error;
          const name = isBroken ? hashOfDocument(text) : operationNameOf(result, params.operationName);
          if (texts.has(text)) listed.add(name);
          if (known.running.trace) known.running.trace.operation = name;
        };
      },
    },
  };
}
