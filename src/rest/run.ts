import type { ResolverContext } from '../graphql/context.ts';
import type { Operation } from './operations.ts';
import type { Written } from './response.ts';

/** Runs an operation and writes its body as REST sends it. REST has no other way to the data. @throws DomainError as it was refused */
export type RunOperation = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<Written>;

/** `operations` are those that route rows name; all of them are there. */
export const createRunOperation =
  (operations: ReadonlyMap<string, Operation>): RunOperation =>
  async (name, variables, context) => {
    const [json, beside] = await operations.get(name)!(variables, context);
    return { json: json!, beside: JSON.parse(beside!) };
  };
