import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Documents by the SHA-256 of their text, in hexadecimal with small letters. */
export type DocumentsByHash = ReadonlyMap<string, string>;

/** What a document is known by: the SHA-256 of its text. */
export const hashOfDocument = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Characters of all documents that clients sent along with their hash. */
const SENT_CHARACTERS = 4_000_000;

/** Documents that are asked for by their hash, in `extensions.persistedQuery`. */
export interface Persisted {
  /**
   * For the server: puts the text in the place of its hash. What is sent along with its hash is remembered once it runs
   * (automatic persisted queries, in the protocol of Apollo).
   */
  plugin: Plugin;
  /** The same for a request that says nothing wrong; all others as they came. Other extensions mean nothing here. */
  withText(params: unknown): unknown;
}

interface PersistedOptions {
  /** Those that are known from the start. */
  listed: DocumentsByHash;
  /** Whether no others run. */
  only: boolean;
}

/** One per server. */
export function createPersisted({ listed, only }: PersistedOptions): Persisted {
  const sent = new LRUCache<string, string>({ maxSize: SENT_CHARACTERS, sizeCalculation: ({ length }) => length + 1 });
  const textOf = (hash: string): string | undefined => listed.get(hash) ?? sent.get(hash);

  /** @throws GraphQLError for a text that is not the one of the hash, or that may not run */
  function admit(text: string, hash: string | undefined): void {
    const actual = hash !== undefined || only ? hashOfDocument(text) : undefined;
    if (hash !== undefined && hash !== actual) throw MISMATCH();
    if (only && !listed.has(actual!)) throw NOT_IN_LIST();
  }

  return {
    plugin: {
      onParams({ params, setParams }) {
        const { query, extensions } = Object(params) as Partial<typeof params>;
        const hash = hashIn(extensions);
        if (typeof query === 'string') return admit(query, hash);
        if (hash === undefined || (query ?? undefined) !== undefined) return;
        const text = textOf(hash);
        if (text === undefined) throw only ? NOT_IN_LIST() : NOT_FOUND();
        setParams({ ...params, query: text });
      },
      onExecute({ args: { contextValue } }) {
        const { query, extensions } = (contextValue as unknown as YogaInitialContext).params;
        const hash = hashIn(extensions);
        if (hash !== undefined && query && !listed.has(hash)) sent.set(hash, query);
      },
    },
    withText(params) {
      const { query, extensions, ...rest } = Object(params) as Record<string, unknown>;
      if (typeof extensions !== 'object' || Array.isArray(extensions)) return params;
      if (!Object.hasOwn(extensions ?? {}, 'persistedQuery')) return { ...rest, query };
      const { version, sha256Hash } = Object((extensions as { persistedQuery: unknown }).persistedQuery);
      const text = version === 1 && (query ?? undefined) === undefined ? textOf(sha256Hash) : undefined;
      return text === undefined ? params : { ...rest, query: text };
    },
  };
}

/** The hash that a request names, if it names one. @throws GraphQLError for one that is none of ours */
function hashIn(extensions: unknown): string | undefined {
  const { persistedQuery } = Object(extensions) as { persistedQuery?: unknown };
  if (persistedQuery === undefined || persistedQuery === null) return undefined;
  const { version, sha256Hash } = Object(persistedQuery);
  if (version !== 1) throw refusal('Unsupported persisted query version: it is 1 here.', 'BAD_REQUEST', 400);
  if (typeof sha256Hash === 'string' && /^[\da-f]{64}$/.test(sha256Hash)) return sha256Hash;
  throw refusal('The sha256Hash of a persisted query is 64 hexadecimal digits, a to f small.', 'BAD_REQUEST', 400);
}

const refusal = (message: string, code: string, status: number): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status } } });

/** The client is to send the text along: the words and the status are those that clients know. */
const NOT_FOUND = () => refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 200);
const MISMATCH = () => refusal('The text is not the one of this sha256Hash.', 'PERSISTED_QUERY_MISMATCH', 400);
const NOT_IN_LIST = () => refusal('Only documents in the list of this server run.', 'PERSISTED_QUERY_NOT_IN_LIST', 403);
