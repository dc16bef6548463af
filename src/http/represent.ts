import { preferredEncoding } from './accept.ts';
import { gzippedStream, inEncoding, isCompressible } from './compress.ts';
import { isNotModified, notModified, tagIn, tagOf } from './conditional.ts';
import { type Answer, appendHeader, type Incoming, isReading } from './exchange.ts';

/** For public answers: caches must revalidate each time. */
const FOR_ALL = 'public, max-age=0, must-revalidate';
/** For answers that nobody may cache. */
export const FOR_NOBODY = 'no-store';
/** For one caller's private answers, in the wording of the reference's host. */
export const FOR_ONE = 'no-cache, must-revalidate, max-age=0, no-store, private';

/**
 * Prepares an answer for sending: 304 if the client already has it, otherwise the content, compressed as the client prefers.
 * Answers to GET and HEAD get an entity tag and cache rules. A stream sets its own. `now` is in milliseconds.
 */
export function represent(
  answer: Answer,
  request: Incoming & { viewer?: unknown },
  now: number,
): Answer | Promise<Answer> {
  const { headers } = answer;
  if (answer.stream) return gzippedStream(answer, request.headers['accept-encoding']);
  const reading = isReading(request);
  if (reading) headers['Cache-Control'] ??= request.viewer ? FOR_ONE : answer.status === 200 ? FOR_ALL : FOR_NOBODY;
  const compressible = isCompressible(answer);
  if (compressible) appendHeader(answer, 'Vary', 'Accept-Encoding');
  const encoding = compressible ? preferredEncoding(request.headers['accept-encoding']) : undefined;
  if (reading && answer.status === 200) {
    headers.ETag = tagIn(answer.tag ?? tagOf(answer.content), encoding);
    if (isNotModified(request, answer, now)) return notModified(answer);
  }
  return encoding ? inEncoding(answer, encoding) : answer;
}
