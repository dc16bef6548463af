import { inEncoding, isCompressible, preferredEncoding } from './compress.ts';
import { isKnown, notModified, tagIn, tagOf } from './conditional.ts';
import { type Answer, appendHeader, type Incoming, isReading } from './exchange.ts';

/** Whoever keeps what everybody may read asks whether it is still so, each time. */
const FOR_ALL = 'public, max-age=0, must-revalidate';
/** What is not kept anywhere. */
export const FOR_NOBODY = 'no-store';
/** What is for one caller alone, as the host says it. */
export const FOR_ONE = 'no-cache, must-revalidate, max-age=0, no-store, private';

/**
 * What is sent of an answer: that nothing has changed when the client has it already, else the content, compressed as the
 * client likes it. What was asked for by GET or HEAD has an entity tag, and says who may keep it.
 */
export function represent(answer: Answer, known: Incoming & { viewer?: unknown }): Answer | Promise<Answer> {
  const { headers } = answer;
  const reading = isReading(known);
  if (reading) headers['Cache-Control'] ??= known.viewer ? FOR_ONE : answer.status === 200 ? FOR_ALL : FOR_NOBODY;
  const compressible = isCompressible(answer);
  if (compressible) appendHeader(answer, 'Vary', 'Accept-Encoding');
  const encoding = compressible ? preferredEncoding(known.headers['accept-encoding']) : undefined;
  if (reading && answer.status === 200) {
    headers.ETag = tagIn(answer.tag ?? tagOf(answer.content), encoding);
    if (isKnown(known, answer)) return notModified(answer);
  }
  return encoding ? inEncoding(answer, encoding) : answer;
}
