import { GraphQLError } from 'graphql';
import { DomainError, type ErrorCode, httpStatus } from '../errors.ts';

/** The error codes that refuse the whole request and not one field: then the status of the answer says so too. */
const WHOLE_REQUEST: readonly ErrorCode[] = [
  'BAD_CREDENTIALS',
  'CROSS_SITE',
  'INVALID_JSON',
  'TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'QUERY_TOO_COMPLEX',
  'UNAVAILABLE',
];

/** The words of GraphQL itself without their middle: they may repeat all that was sent, once for each mistake in it. */
const shortened = (message: string): string =>
  message.length > 10_000 ? `${message.slice(0, 2000)} … ${message.slice(-500)}` : message;

const innermost = (error: unknown): unknown =>
  error instanceof GraphQLError && error.originalError ? innermost(error.originalError) : error;

/**
 * Makes the error that callers see of one that was thrown. Ours keep code, problems and facts; what GraphQL itself found
 * wrong with the request keeps its words; anything else is a fault of ours, reported once and shown without detail.
 */
export function createMaskError(report: (error: unknown) => void) {
  return (error: unknown): GraphQLError => {
    const cause = innermost(error);
    const at =
      error instanceof GraphQLError
        ? { nodes: error.nodes, source: error.source, positions: error.positions, path: error.path }
        : {};
    if (cause instanceof DomainError) {
      const { code, problems, facts } = cause;
      const http = WHOLE_REQUEST.includes(code) ? { http: { status: httpStatus(code) } } : {};
      const extensions = { code, ...(problems.length ? { problems } : {}), ...facts, ...http };
      return new GraphQLError(cause.message, { ...at, extensions });
    }
    if (cause instanceof GraphQLError) {
      // What the server's parts put beside it for their own use (the error they caught, for one) is nobody's business.
      const { code = 'BAD_USER_INPUT', http: asked } = cause.extensions ?? {};
      // What is no GraphQL request at all is refused as a whole, in whatever form the answer is wanted.
      const { status = 400, headers } = (asked ?? {}) as { status?: number; headers?: Record<string, string> };
      const http = code === 'BAD_REQUEST' ? { status, ...(headers ? { headers } : {}) } : asked;
      // The outer words say where in a variable the fault lies, the inner ones only what it is.
      return new GraphQLError(shortened((error as GraphQLError).message), {
        ...at,
        extensions: { code, ...(http ? { http } : {}) },
      });
    }
    report(cause);
    return new GraphQLError('Something went wrong on the server.', {
      ...at,
      extensions: { code: 'INTERNAL' satisfies ErrorCode },
    });
  };
}
