import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Answer, type Compressed, ENCODINGS, type Encoding } from './exchange.ts';

/** Bytes from which on compressing pays: less fits into one packet anyway. */
const WORTH_IT = 1_024;

/** Text, and icons of plain pixels; other pictures are compressed already. */
const PLAIN = /^(?:text\/|image\/(?:svg\+xml|x-icon)|application\/(?:[\w.-]+\+)?(?:json|javascript|xml))/;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Beyond these levels the size hardly falls, and the work doubles. */
const COMPRESS: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    toBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
    }),
  gzip: (bytes) => toGzip(bytes, { level: 5 }),
};

/** Compresses once for each encoding, when it is first asked for. `made` is told of what is kept from then on. */
export function compressedOnce(content: Uint8Array, made: (bytes: Uint8Array) => void = () => {}): Compressed {
  const kept = new Map<Encoding, Promise<Uint8Array>>();
  return (encoding) => {
    const known = kept.get(encoding);
    if (known) return known;
    const making = COMPRESS[encoding](content);
    kept.set(encoding, making);
    void making.then(made, () => kept.delete(encoding));
    return making;
  };
}

/** Whether it depends on what the client takes how this is sent. */
export const isCompressible = ({ headers, content }: Answer): boolean =>
  content.length > WORTH_IT && PLAIN.test(headers['Content-Type'] ?? '') && headers['Content-Encoding'] === undefined;

/** The same answer in an encoding. */
export async function inEncoding(answer: Answer, encoding: Encoding): Promise<Answer> {
  const { content, compressed = compressedOnce(typeof content === 'string' ? Buffer.from(content) : content) } = answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'Content-Encoding': encoding },
    content: await compressed(encoding),
  };
}

/**
 * The encoding that a client likes best, by `Accept-Encoding` (RFC 9110, section 12.5.3); among equals the first of ours.
 * Undefined: as it is, which is also what a client gets that takes nothing.
 */
export function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  if (!accepted) return undefined;
  const weights = new Map<string, number>();
  for (const item of accepted.toLowerCase().split(',')) {
    const [, name, weight = '1'] = /^\s*([\w*.-]+)\s*(?:;\s*q=([\d.]+))?\s*$/.exec(item) ?? [];
    if (name !== undefined) weights.set(name, Number(weight));
  }
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = ENCODINGS.reduce((first, next) => (weightOf(next) > weightOf(first) ? next : first));
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}
