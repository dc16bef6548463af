import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Documents by the SHA-256 of their text, in lowercase hexadecimal. */
export type DocumentsByHash = ReadonlyMap<string, string>;

/** The identifier of a document: the SHA-256 of its text. */
export const hashOfDocument = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The maximum number of characters of all documents that clients sent with their hash. */
const SENT_CHARACTERS = 4_000_000;

/** Documents requested by hash, in `extensions.persistedQuery`. */
export interface Persisted {
  /**
   * For the server: replaces the hash by the text. A text sent with its hash is remembered once it runs (automatic
   * persisted queries, in Apollo's protocol).
   */
  plugin: Plugin;
  /** Does this for valid requests and returns all others unchanged. Ignores other extensions. */
  withText(params: unknown): unknown;
}

interface PersistedOptions {
  /** The documents listed at startup. */
  listed: DocumentsByHash;
  /** Whether only listed documents may run. */
  only: boolean;
}

/** One per server. */
export function createPersisted({ listed, only }: PersistedOptions): Persisted {
  const sent = new LRUCache<string, string>({ maxSize: SENT_CHARACTERS, sizeCalculation: ({ length }) => length + 1 });
  const textOf = (hash: string): string | undefined => listed.get(hash) ?? sent.get(hash);

  /** @throws GraphQLError if the text does not match the hash or may not run */
  function admit(text: string, hash: string | undefined): void {
    const actual = hash !== undefined || only ? hashOfDocument(text) : undefined;
    if (hash !== undefined && hash !== actual) throw MISMATCH();
    if (only && !listed.has(actual!)) throw NOT_IN_LIST();
  }

  function remember(context: unknown): void {
    const { query, extensions } = (context as YogaInitialContext).params;
    const hash = hashIn(extensions);
    if (hash !== undefined && query && !listed.has(hash)) sent.set(hash, query);
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
      onExecute: ({ args }) => remember(args.contextValue),
      onSubscribe: ({ args }) => remember(args.contextValue),
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

/** The hash in a request, if there is one. @throws GraphQLError for a hash in an unsupported form */
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

/** Tells the client to send the text as well. Clients expect this exact message and status. */
const NOT_FOUND = () => refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 200);
const MISMATCH = () => refusal('The text is not the one of this sha256Hash.', 'PERSISTED_QUERY_MISMATCH', 400);
const NOT_IN_LIST = () => refusal('Only documents in the list of this server run.', 'PERSISTED_QUERY_NOT_IN_LIST', 403);
