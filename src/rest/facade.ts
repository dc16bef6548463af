import type { ErrorCode, Problem } from '../errors.ts';
import type { RecordRef } from '../fields/ref.ts';
import type { Session } from '../graphql/server.ts';
import type { ViewerCan } from '../rules/access.ts';
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

/** The errors of an event that is not there: nothing can be done to one. */
const NO_EVENT: readonly ErrorCode[] = ['EVENT_NOT_FOUND', 'NOT_AN_EVENT'];

/**
 * What the caller may do to a record, asked for as for reading it, so that nothing else is learned of it. Undefined for
 * terms, which know the general right only. @throws a failure that says nothing of rights
 */
export async function viewerCanAt(read: Operation, ref: RecordRef, session: Session): Promise<ViewerCan | undefined> {
  const outcome = await runOperation(read, { ref }, session);
  if ('body' in outcome) return outcome.body.viewerCan as ViewerCan | undefined;
  const { code, facts } = outcome.failure;
  if (NO_EVENT.includes(code)) return { update: false, delete: false };
  if (!facts.viewerCan) throw outcome.failure;
  return facts.viewerCan as ViewerCan;
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
