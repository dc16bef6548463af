import type { ResolverContext } from '../graphql/context.ts';
import { mapped } from '../graphql/writer/mapped.ts';
import type { Operations } from './operations.ts';
import type { Written } from './response.ts';

/** Runs an operation and writes its body as REST sends it. REST has no other way to the data. @throws DomainError if refused */
export type RunOperation = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<Written>;

/** `operations` has every operation that a route row names. */
export const createRunOperation =
  ({ run }: Operations): RunOperation =>
  async (name, variables, context) => {
    const [json, beside] = await run.get(name)!(variables, context);
    return { json: json!, beside: JSON.parse(beside!) };
  };

/** One event of a subscription: its members except the cursor, as JSON, and the cursor. */
export interface Told {
  json: string;
  cursor: string;
}

/** Follows a subscription that a route row names. @throws DomainError if refused, even after it has begun */
export type FollowOperation = (
  name: string,
  variables: Record<string, unknown>,
  context: ResolverContext,
) => Promise<AsyncIterable<Told>>;

/** `operations` has every subscription that a route row names. */
export const createFollowOperation =
  ({ follow }: Operations): FollowOperation =>
  async (name, variables, context) =>
    mapped(await follow.get(name)!(variables, context), async ([json, cursor]) => ({
      json: json!,
      cursor: JSON.parse(cursor!).cursor,
    }));
