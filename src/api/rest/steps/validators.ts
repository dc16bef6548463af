import { hashOf } from '../../../http/conditional.ts';
import { type Answer, isReading } from '../../../http/exchange.ts';
import type { RestRequest } from './rest-request.ts';

/**
 * Adds the validators by which clients recognize an unchanged answer. A record gets a strong entity tag that begins with its
 * version, and the second of its last change. A list gets a weak tag that stays the same while only time passes. A feed has
 * its own tag.
 */
export async function validated(
  request: Pick<RestRequest, 'method' | 'row' | 'context'>,
  next: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await next();
  const { row, context } = request;
  if (answer.tag || answer.stream || !isReading(request) || answer.status !== 200 || !row || !('operation' in row))
    return answer;
  const { record, moving } = context.freshness;
  const content = Buffer.from(answer.content as string);
  const language = answer.headers['Content-Language'] ?? '';
  if (!record) return { ...answer, content, tag: `W/"${hashOf(language, ...withoutMoving(content, moving))}"` };
  if (record.modifiedAt !== undefined) answer.headers['Last-Modified'] = new Date(record.modifiedAt).toUTCString();
  return { ...answer, content, tag: `"${record.version}-${hashOf(language, content)}"` };
}

/** The parts of the content between the texts that show the current moment in links. */
function withoutMoving(content: Buffer, moving: readonly string[]) {
  const texts = moving.map((text) => new URLSearchParams({ '': text }).toString().slice(1));
  const parts: Uint8Array[] = [];
  let from = 0;
  for (;;) {
    const [first] = texts
      .map((text) => ({ text, at: content.indexOf(text, from) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    parts.push(content.subarray(from, first?.at));
    if (!first) return parts;
    from = first.at + first.text.length;
  }
}
