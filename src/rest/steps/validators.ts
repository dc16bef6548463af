import type { Basis } from '../../context.ts';
import { hashOf } from '../../http/conditional.ts';
import { type Answer, isReading } from '../../http/exchange.ts';
import type { Known } from './known.ts';

/**
 * Tells by what clients know an answer again. A record has a strong entity tag that begins with its version, and the
 * second of its last change; a list a weak one, in which it makes no difference that time passes.
 */
export async function validated(known: Known, rest: () => Promise<Answer>): Promise<Answer> {
  const answer = await rest();
  const { row, context } = known;
  if (!isReading(known) || answer.status !== 200 || !row || !('operation' in row)) return answer;
  const { record, moving } = context.basis;
  const content = Buffer.from(answer.content as string);
  const language = answer.headers['Content-Language'] ?? '';
  if (!record) return { ...answer, content, tag: `W/"${hashOf(language, ...withoutMoving(content, moving))}"` };
  if (record.modifiedAt !== undefined) answer.headers['Last-Modified'] = new Date(record.modifiedAt).toUTCString();
  return { ...answer, content, tag: `"${record.version}-${hashOf(language, content)}"` };
}

/** The parts of a content between texts that links show of this moment. */
function withoutMoving(content: Buffer, moving: Basis['moving']): Uint8Array[] {
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
