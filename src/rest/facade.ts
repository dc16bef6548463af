import type { ErrorCode, Problem } from '../errors.ts';
import type { Session } from '../graphql/server.ts';
import type { Failure } from './error-body.ts';
import type { Operation } from './operations.ts';

/** What an operation gave: the body as REST sends it, or why there is none. */
export type Outcome = { body: Record<string, unknown> } | { failure: Failure };

/** Runs an operation in the session of a request and shapes its result. REST has no other way to the data. */
export async function runOperation(
  { document, shape }: Operation,
  variables: Record<string, unknown>,
  session: Session,
): Promise<Outcome> {
  const { data, errors } = await session.run(document, variables);
  const [error] = errors ?? [];
  if (error) return { failure: failureOf(error) };
  shape(data as Record<string, unknown>);
  return { body: (data as { body: Record<string, unknown> }).body };
}

/** A masked error of the GraphQL door, whose code is always one of ours here: documents and variables are right. */
export function failureOf(error: { message: string; extensions?: Record<string, unknown> }): Failure {
  const { code, problems, http: _, ...facts } = error.extensions ?? {};
  return {
    code: (code ?? 'INTERNAL') as ErrorCode,
    message: error.message,
    problems: (problems ?? []) as Problem[],
    facts,
  };
}
