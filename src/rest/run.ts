import { DomainError, type ErrorCode, type Problem } from '../errors.ts';
import type { ResolverContext } from '../graphql/context.ts';
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
  (operations: ReadonlyMap<string, Operation>, { run }: Pick<GraphqlServer, 'run'>): RunOperation =>
  async (name, variables, context) => {
    const { document, shape } = operations.get(name)!;
    const { data, errors } = await run(document, variables, context);
    const [error] = errors ?? [];
    if (error) throw refusalOf(error);
    shape(data as Record<string, unknown>);
    return (data as { body: Record<string, unknown> }).body;
  };

/** A masked error as one of ours again: its code always is, since documents and variables are right. */
function refusalOf({ message, extensions }: { message: string; extensions?: Record<string, unknown> }): DomainError {
  const { code, problems, http: _, ...facts } = extensions ?? {};
  return new DomainError((code ?? 'INTERNAL') as ErrorCode, message, (problems ?? []) as Problem[], facts);
}
