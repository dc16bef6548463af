import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { DomainError } from './errors.ts';
import { createMaskError } from './graphql/errors.ts';
import { LARGEST_BODY } from './rest/body.ts';

/** The error in the form that both doors pass on as it is: each answers it with 413. */
const tooLarge = createMaskError(() => {})(
  new DomainError('TOO_LARGE', `A body may have ${LARGEST_BODY} bytes at the most.`),
);

/**
 * The same request, with a body that breaks off with TOO_LARGE at its limit: a server never holds more of it than that.
 * A body that announces a length within the limit passes as it is, Node lets no more of it through.
 */
export function withBodyLimit(request: IncomingMessage): IncomingMessage {
  const announced = request.headers['transfer-encoding'] ? Number.POSITIVE_INFINITY : Number(request.headers['content-length'] ?? 0);
  if (announced <= LARGEST_BODY) return request;
  let bytes = 0;
  const body = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > LARGEST_BODY ? tooLarge : null, chunk);
    },
  });
  // Where the adapter looks for a body that was taken from the request already.
  return Object.assign(request, { body: request.pipe(body) });
}
