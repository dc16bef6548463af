import type { ResolverContext } from '../graphql/context.ts';
import { runDocument } from '../graphql/documents.ts';
import type { GraphqlServer } from '../graphql/server.ts';
import type { Operation } from './operations.ts';

/**
 * Runs an operation and gives its body, shaped as REST sends it. REST has no other way to the data.
 * @throws DomainError as the operation was refused
 */
export type RunOperation = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<Record<string, unknown>>;

/** `operations` are those that route rows name; all of them are there. */
export const createRunOperation =
  (operations: ReadonlyMap<string, Operation>, server: Pick<GraphqlServer, 'run'>): RunOperation =>
  async (name, variables, context) => {
    const { document, shape } = operations.get(name)!;
    const data = await runDocument(server, { document, variables, context });
    shape(data);
    return (data as { body: Record<string, unknown> }).body;
  };
