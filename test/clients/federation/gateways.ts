import { createHash } from 'node:crypto';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { parse, validate } from 'graphql';
import { expect } from 'vitest';
import { composed, createGateway } from '../../../examples/gateway.ts';

/** What a gateway answered. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
type Answer = { data?: any; errors?: any[] };

export interface Gateway {
  /** Asks with these credentials, or without any. */
  ask(query: string, authorization?: string): Promise<Answer>;
  close(): Promise<unknown>;
}

type Subgraphs = Readonly<Record<string, string>>;

/** The gateway of the docs. */
export async function hive(subgraphs: Subgraphs): Promise<Gateway & { fetch: typeof fetch }> {
  const gateway = await createGateway(subgraphs);
  return {
    fetch: gateway.fetch as typeof fetch,
    async ask(query, authorization) {
      const headers = { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) };
      const body = JSON.stringify({ query });
      const { data, errors } = await (
        await gateway.fetch('http://gateway/graphql', { method: 'POST', headers, body })
      ).json();
      return { data, errors };
    },
    close: async () => gateway[Symbol.asyncDispose](),
  };
}

const bad = (...said: unknown[]) => expect.fail(said.join(' '));
const LOG = { debug() {}, info() {}, warn: bad, error: bad };

/**
 * Apollo's gateway, asked as Apollo Server asks it. The Elastic License 2.0 lets anybody use it. Its versions from 2.14 report to
 * Apollo, ask clouds where they run, and bring a package with an install script.
 */
export async function apollo(subgraphs: Subgraphs): Promise<Gateway> {
  const gateway = new ApolloGateway({
    supergraphSdl: await composed(subgraphs),
    logger: LOG,
    buildService: ({ url }) =>
      new RemoteGraphQLDataSource({
        url,
        willSendRequest({ request, context: { authorization } }) {
          if (authorization) request.http.headers.set('authorization', authorization);
        },
      }),
  });
  const { schema, executor } = await gateway.load();
  return {
    async ask(query, authorization) {
      const document = parse(query);
      expect(validate(schema, document)).toEqual([]);
      const queryHash = createHash('sha256').update(query).digest('hex');
      const context = { authorization };
      const { data, errors } = await executor({
        schema,
        document,
        request: { query },
        queryHash,
        context,
        metrics: {},
        logger: LOG,
      });
      return JSON.parse(JSON.stringify({ data, errors }));
    },
    close: () => gateway.stop(),
  };
}
