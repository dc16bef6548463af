import { tooLarge } from '../../src/domain/errors.ts';
import type { Answer, Incoming } from '../../src/http/exchange.ts';

/** How many bytes of a long body come at once. */
const PART = 50_000;

/** A request as an HTTP server passes it on. */
export function incomingOf(
  request: Request,
  { signal, ...more }: Partial<Incoming> & { signal?: AbortSignal } = {},
): Incoming {
  const url = new URL(request.url);
  return {
    method: request.method,
    url,
    headers: { host: url.host, ...Object.fromEntries(request.headers) },
    peer: '127.0.0.1',
    httpVersion: '1.1',
    load: { inFlight: 0 },
    running: { signal },
    async body(limit, take) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.byteLength > limit) throw tooLarge(limit);
      if (!take) return bytes;
      for (let at = 0; at < bytes.byteLength; at += PART) await take(bytes.subarray(at, at + PART));
      return new Uint8Array();
    },
    ...more,
  };
}

/** An answer as an HTTP client sees it. */
export const responseOf = ({ status, headers, content, stream }: Answer, method: string): Response =>
  new Response(
    method === 'HEAD' || status === 204 || status === 304 ? null : ((stream ?? content) as unknown as BodyInit),
    { status, headers },
  );
