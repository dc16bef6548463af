import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin, YogaInitialContext } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Documents by the SHA-256 of their text, in lowercase hexadecimal. */
export type DocumentsByHash = ReadonlyMap<string, string>;

/** The identifier of a document: the SHA-256 of its text. */
export const hashOfDocument = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The identifier that Relay gives a document: the MD5 of its text. */
export const relayIdOf = (text: string): string => createHash('md5').update(text).digest('hex');

/** The maximum number of characters of all documents that clients sent with their hash. */
const SENT_CHARACTERS = 4_000_000;

/** Documents requested by hash: in `extensions.persistedQuery`, or as `documentId` (GraphQL over HTTP, appendix A). */
interface Persisted {
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
  /** The texts of those that have a name, which is an identifier too. */
  named?: ReadonlyMap<string, string>;
  /** Whether only listed documents may run. */
  only: boolean;
}

/** One per server. */
export function createPersisted({ listed, named, only }: PersistedOptions): Persisted {
  const sent = new LRUCache<string, string>({ maxSize: SENT_CHARACTERS, sizeCalculation: ({ length }) => length + 1 });
  const listedByRelayId = new Map([...listed.values()].map((text) => [relayIdOf(text), text]));
  const textOf = (hash: string) => listed.get(hash) ?? sent.get(hash);
  const textById = (id: string) => named?.get(id) ?? textOf(id.replace(/^sha256:/, '')) ?? listedByRelayId.get(id);

  /** @throws GraphQLError if the text does not match the hash or may not run */
  function admit(text: string, hash: string | undefined) {
    const actual = hash !== undefined || only ? hashOfDocument(text) : undefined;
    if (hash !== undefined && hash !== actual) throw MISMATCH();
    if (only && !listed.has(actual!)) throw NOT_IN_LIST();
  }

  function remember(context: unknown) {
    const { query, extensions } = (context as YogaInitialContext).params;
    const hash = hashIn(extensions);
    if (hash !== undefined && query && !listed.has(hash)) sent.set(hash, query);
  }

  return {
    plugin: {
      onParams({ request, params, setParams }) {
        const { documentId, ...asked } = withDocumentId(request, params);
        const { query, extensions } = asked;
        const hash = hashIn(extensions);
        if (documentId !== undefined) {
          const text = textById(documentId);
          if (text === undefined) throw UNKNOWN_ID();
          admit(text, hash);
          return setParams({ ...asked, query: text });
        }
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
      const { documentId, ...asked } = Object(params) as Record<string, unknown>;
      const { query, extensions, ...others } = asked;
      if (typeof documentId === 'string') {
        const text = (query ?? extensions ?? undefined) === undefined ? textById(documentId) : undefined;
        return text === undefined ? params : { ...others, query: text };
      }
      if (typeof extensions !== 'object' || Array.isArray(extensions)) return params;
      if (!Object.hasOwn(extensions ?? {}, 'persistedQuery')) return { ...others, query };
      const { version, sha256Hash } = Object((extensions as { persistedQuery: unknown }).persistedQuery);
      const text = version === 1 && (query ?? undefined) === undefined ? textOf(sha256Hash) : undefined;
      return text === undefined ? params : { ...others, query: text };
    },
  };
}

/**
 * The parameters of a request, with a checked `documentId` if there is one; the server reads all others from the address itself.
 * @throws GraphQLError if it is no text, or beside a query
 */
function withDocumentId({ method, url }: Request, params: object): Partial<GraphQLParams> & { documentId?: string } {
  const { documentId: inBody, ...asked } = Object(params) as Partial<GraphQLParams> & { documentId?: unknown };
  const documentId = (method === 'GET' ? new URL(url).searchParams.get('documentId') : inBody) ?? undefined;
  if (documentId === undefined) return asked;
  if (typeof documentId !== 'string') throw refusal('A documentId is a text.', 'BAD_REQUEST', 400);
  if ((asked.query ?? undefined) === undefined) return { ...asked, documentId };
  throw refusal('Send a documentId or a query, not both.', 'BAD_REQUEST', 400);
}

/** The hash in a request, if there is one. @throws GraphQLError for a hash in an unsupported form */
function hashIn(extensions: unknown) {
  const { persistedQuery } = Object(extensions) as { persistedQuery?: unknown };
  if (persistedQuery === undefined || persistedQuery === null) return undefined;
  const { version, sha256Hash } = Object(persistedQuery);
  if (version !== 1) throw refusal('Unsupported persisted query version: it is 1 here.', 'BAD_REQUEST', 400);
  if (typeof sha256Hash === 'string' && /^[\da-f]{64}$/.test(sha256Hash)) return sha256Hash;
  throw refusal('The sha256Hash of a persisted query is 64 hexadecimal digits, a to f small.', 'BAD_REQUEST', 400);
}

/** With `spec`, the status is 200 for clients that accept no other type than `application/json`. */
const refusal = (message: string, code: string, status: number, spec = false) =>
  new GraphQLError(message, { extensions: { code, http: { status, spec } } });

/** Tells the client to send the text as well. Clients expect this exact message and status. */
const NOT_FOUND = () => refusal('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', 200);
const UNKNOWN_ID = () => refusal('No document has this documentId.', 'PERSISTED_QUERY_NOT_FOUND', 400, true);
const MISMATCH = () => refusal('The text is not the one of this sha256Hash.', 'PERSISTED_QUERY_MISMATCH', 400);
const NOT_IN_LIST = () => refusal('Only documents in the list of this server run.', 'PERSISTED_QUERY_NOT_IN_LIST', 403);
