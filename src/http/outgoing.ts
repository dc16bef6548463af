import { lookup as resolve } from 'node:dns';
import { Agent as HttpAgent, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A request to another server. */
interface Outgoing {
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds for the whole exchange, including the body. Without it, the exchange lasts while data keeps coming. */
  within?: number;
}

/** Another server's answer. */
export interface OutgoingAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Already decompressed. Destroy it if you do not read it to the end. */
  body: Readable;
}

/** How many connections to open per server, and whether to keep them for the next request. */
interface Connections {
  maxSockets: number;
  keepAlive: boolean;
}

/** Sends requests. */
interface OutgoingClient {
  /** Sends a GET. Redirects are answers. @throws Error when the server cannot be reached, or not in time */
  get(url: URL, how?: Outgoing): Promise<OutgoingAnswer>;
  /** Sends a body; otherwise like `get`. */
  post(url: URL, body: string, how?: Outgoing): Promise<OutgoingAnswer>;
  /** Aborts running requests. */
  close(): void;
}

/** Gives up after this many milliseconds without data. */
const SILENCE = 30_000;

/** The error code for a forbidden address. */
export const REFUSED_ADDRESS = 'ERR_REFUSED_ADDRESS';

const refusedAddress = (address: string): Error =>
  Object.assign(new Error(`${address} must not be asked`), { code: REFUSED_ADDRESS, address });

/**
 * Calls `mayConnect` for each IP address right before connecting to it, so a name cannot resolve to something else afterwards.
 * Without `connections`, requests run one after the other on a connection that is kept.
 */
export function createOutgoing(
  mayConnect: (address: string) => boolean,
  connections: Connections = { maxSockets: 1, keepAlive: true },
): OutgoingClient {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const refused = found.find(({ address }) => !mayConnect(address));
      if (refused) return callback(refusedAddress(refused.address), []);
      if (options.all) return callback(null, found);
      callback(null, found[0]!.address, found[0]!.family);
    });
  };
  const agents = { http: new HttpAgent({ ...connections, lookup }), https: new HttpsAgent({ ...connections, lookup }) };

  function send(url: URL, { headers = {}, within, body }: Outgoing & { body?: string }): Promise<OutgoingAnswer> {
    const isSecure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // Names are checked when they are resolved, but addresses are not resolved.
    if (isIP(host) && !mayConnect(host)) return Promise.reject(refusedAddress(host));
    const late = within === undefined ? undefined : AbortSignal.timeout(within);
    return new Promise((answer, reject) => {
      const request = (isSecure ? requestHttps : requestHttp)(url, {
        agent: isSecure ? agents.https : agents.http,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'Accept-Encoding': 'gzip', ...headers },
        timeout: SILENCE,
        ...(late && { signal: late }),
      });
      request.on('timeout', () => request.destroy(new Error('nothing came for 30 seconds')));
      request.on('error', reject);
      request.on('response', (response) => {
        const isPacked = /^(?:x-)?gzip$/i.test(response.headers['content-encoding'] ?? '');
        const body = isPacked ? pipeline(response, createGunzip(), () => undefined) : response;
        // Else the reader of the body would hear of a broken connection.
        late?.addEventListener('abort', () => body.destroy(late.reason), { once: true });
        answer({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
      request.end(body);
    });
  }

  return {
    get: (url, how = {}) => send(url, how),
    post: (url, body, how = {}) => send(url, { ...how, body }),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** The error code for a body above the limit. */
export const TOO_LARGE = 'ERR_BODY_TOO_LARGE';

/** Reads the whole body. @throws Error when it has more than `limit` bytes, or breaks off */
export async function readBody({ body }: Pick<OutgoingAnswer, 'body'>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop ends the stream.
    if (size > limit) throw Object.assign(new Error(`more than ${limit} bytes`), { code: TOO_LARGE });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
