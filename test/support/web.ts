import { tooLarge } from '../../src/errors.ts';
import type { Answer, Incoming } from '../../src/http/exchange.ts';

/** A request as a server of HTTP hands it on. */
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
    async body(limit) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.byteLength > limit) throw tooLarge(limit);
      return bytes;
    },
    ...more,
  };
}

/** An answer as a client of HTTP sees it. */
export const responseOf = ({ status, headers, content }: Answer, method: string): Response =>
  new Response(method === 'HEAD' || status === 204 || status === 304 ? null : (content as BodyInit), {
    status,
    headers,
  });
