declare module 'wpapi' {
  /** A request that is built step by step; waiting for it sends it. */
  interface Request extends PromiseLike<Answer> {
    id(id: number): Request;
    bySlug(slug: string): Request;
    page(page: number): Request;
    perPage(size: number): Request;
    search(text: string): Request;
    slug(slug: string): Request;
    order(direction: 'asc' | 'desc'): Request;
    orderby(order: string): Request;
    embed(): Request;
    categories(ids: number[]): Request;
    param(name: string, value: unknown): Request;
    get(): Promise<Answer>;
    headers(): Promise<Record<string, string>>;
    create(fields: object): Promise<Answer>;
    update(fields: object): Promise<Answer>;
    delete(): Promise<Answer>;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
  type Answer = any;

  export default class WPAPI {
    static discover(url: string): Promise<WPAPI>;
    auth(credentials: { username: string; password: string }): WPAPI;
    namespace(name: string): Record<string, () => Request>;
    url(address: string): Request;
  }
}

declare module 'gatsby-source-tribe-events/gatsby-node.js' {
  interface Host {
    actions: { createNode(node: Record<string, unknown>): void };
    createNodeId(text: string): string;
    createContentDigest(value: unknown): string;
  }
  export function sourceNodes(host: Host, options: { baseUrl: string; maxEvents?: number }): Promise<void>;
}

declare module 'relay-compiler' {
  /** The path of the program. */
  const relayCompiler: string;
  export default relayCompiler;
}

declare module 'apollo-upload-client/UploadHttpLink.mjs' {
  import type { ApolloLink } from '@apollo/client';

  const UploadHttpLink: new (options: { uri: string; headers: Record<string, string> }) => ApolloLink;
  export default UploadHttpLink;
}

declare module '@apollo/gateway' {
  import type { DocumentNode, GraphQLSchema } from 'graphql';

  /** What a client of the gateway asks. */
  interface Asked {
    schema: GraphQLSchema;
    document: DocumentNode;
    request: { query: string };
    queryHash: string;
    context: { authorization: string | undefined };
    metrics: object;
    logger: object;
  }

  /** What the gateway asks a subgraph. */
  interface Sent {
    request: { http: { headers: Map<string, string> } };
    context: Asked['context'];
  }

  export class RemoteGraphQLDataSource {
    constructor(options: { url: string; willSendRequest(sent: Sent): void });
  }

  export class ApolloGateway {
    constructor(options: {
      supergraphSdl: string;
      logger: object;
      buildService(subgraph: { name: string; url: string }): RemoteGraphQLDataSource;
    });
    load(): Promise<{ schema: GraphQLSchema; executor(asked: Asked): Promise<{ data?: unknown; errors?: unknown }> }>;
    stop(): Promise<void>;
  }
}
