import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import { preferredEncoding } from './accept.ts';
import type { Answer, Compressed, Encoding } from './exchange.ts';

/** The size in bytes from which compressing pays off: less fits into one packet anyway. */
const WORTH_IT = 1_024;

/** Text and uncompressed icons; other images are already compressed. */
const PLAIN = /^(?:text\/|image\/(?:svg\+xml|x-icon)|application\/(?:[\w.-]+\+)?(?:json|javascript|xml))/;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Higher levels double the work and hardly reduce the size. */
const COMPRESS: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    toBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
    }),
  gzip: (bytes) => toGzip(bytes, { level: 5 }),
};

/** Compresses once per encoding, on first use. Calls `made` with each result that is cached. */
export function compressedOnce(content: Uint8Array, made: (bytes: Uint8Array) => void = () => {}): Compressed {
  const kept = new Map<Encoding, Promise<Uint8Array>>();
  return (encoding) => {
    const cached = kept.get(encoding);
    if (cached) return cached;
    const making = COMPRESS[encoding](content);
    kept.set(encoding, making);
    void making.then(made, () => kept.delete(encoding));
    return making;
  };
}

/** Whether the response depends on the encodings that the client accepts. */
export const isCompressible = ({ headers, content }: Answer): boolean =>
  content.length > WORTH_IT && PLAIN.test(headers['Content-Type'] ?? '') && headers['Content-Encoding'] === undefined;

/** The answer in an encoding. */
export async function inEncoding(answer: Answer, encoding: Encoding): Promise<Answer> {
  const { content, compressed = compressedOnce(typeof content === 'string' ? Buffer.from(content) : content) } = answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'Content-Encoding': encoding },
    content: await compressed(encoding),
  };
}

/** Streams that clients read as a whole. Events, in contrast, are read one by one. */
const LONG = /^application\/x-ndjson/;

/** Compresses a long stream while it is made, if the client accepts gzip; other answers are unchanged. */
export function gzippedStream(answer: Answer, accepted: string | undefined): Answer {
  const { stream, headers } = answer;
  const takesGzip = preferredEncoding(accepted, ['gzip']) !== undefined;
  if (!stream || !LONG.test(headers['Content-Type'] ?? '') || !takesGzip) return answer;
  const packed = createGzip({ level: 3 });
  // The end of either stream ends the other.
  pipeline(Readable.from(stream), packed, () => undefined);
  return { ...answer, headers: { ...headers, 'Content-Encoding': 'gzip' }, stream: packed };
}
