import { GraphQLError } from 'graphql';
import { DomainError, httpStatus, type Problem, refusesRequest } from '../../domain/errors.ts';
import type { Language } from '../../domain/language.ts';
import { messageIn } from '../../domain/message.ts';

/** Shortens a message of GraphQL in the middle. It may repeat the whole input, once per mistake. */
export const shortened = (message: string): string =>
  message.length > 10_000 ? `${message.slice(0, 2000)} … ${message.slice(-500)}` : message;

const innermost = (error: unknown): unknown =>
  (error instanceof GraphQLError && innermost(error.originalError ?? error.cause)) || error;

/** Problems with their messages in a language. */
const problemsIn = (problems: readonly Problem[], language: Language): object[] =>
  problems.map(({ message, inside, ...problem }) => ({
    ...problem,
    message: messageIn(message, language),
    ...(inside && { inside: problemsIn(inside, language) }),
  }));

/**
 * Converts a thrown error to the error that callers see. Domain errors keep their code, problems and facts. GraphQL errors
 * about the request keep their message. Anything else is a server error, reported once and shown without detail.
 */
export function createMaskError(report: (error: unknown) => void) {
  return (error: unknown, language: Language = 'en') => {
    const found = innermost(error);
    const isForeseen = found instanceof DomainError || found instanceof GraphQLError;
    if (!isForeseen) report(found);
    const cause = isForeseen ? found : new DomainError('INTERNAL', 'Something went wrong on the server.');
    const at =
      error instanceof GraphQLError
        ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
        : {};
    if (cause instanceof DomainError) {
      const { code, said, problems, facts } = cause;
      const http = refusesRequest(code) ? { http: { status: httpStatus(code) } } : {};
      const shown = problems.length ? { problems: problemsIn(problems, language) } : {};
      const extensions = { code, ...shown, ...facts, ...http };
      // Masked again, it can be translated. As `originalError`, the server would take it for a fault.
      return Object.assign(new GraphQLError(messageIn(said, language), { ...at, extensions }), { cause });
    }
    // Drop internal extensions that parts of the server add, such as the error they caught.
    const { code = 'BAD_USER_INPUT', http: originalHttp } = cause.extensions ?? {};
    // A request that is not GraphQL at all is refused as a whole, whatever response type the client wants.
    const { status = 400, headers } = (originalHttp ?? {}) as { status?: number; headers?: Record<string, string> };
    const http = code === 'BAD_REQUEST' ? { status, ...(headers ? { headers } : {}) } : originalHttp;
    // The outer message says where in a variable the error is. The inner message says only what it is.
    return new GraphQLError(shortened((error as GraphQLError).message), {
      ...at,
      extensions: { code, ...(http ? { http } : {}) },
    });
  };
}
