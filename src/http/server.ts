import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { tooLarge, tooSlow } from '../errors.ts';
import { unheard } from '../event-loop.ts';
import { LONGEST_REQUEST, openTrace } from '../request.ts';
import type { Answer, Incoming } from './exchange.ts';
import { clientGone, givenUp } from './give-up.ts';
import { createRequestLog } from './request-log.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { createSend } from './send.ts';

/** How long, in milliseconds, running requests may take when the server is to stop. */
const LAST_REQUESTS = 10_000;

/** How many times as long as it may be made, an answer may take to be read by its client. */
const TO_TAKE = 6;

/** Milliseconds without a new connection or request after which a server that is to stop takes no more. */
const QUIET = 100;

/** How long, in milliseconds, it waits for that. */
const LONGEST_QUIET = 2_000;

/** The service as a server of HTTP. */
export interface HttpServer {
  /** Takes the port (0: any free one) and gives it. @throws Error with one line that names the variable to set */
  listen(host: string, port: number): Promise<number>;
  /** Who answers, from now on. */
  serve(answer: (incoming: Incoming) => Promise<Answer>): void;
  /** How many requests are being answered. */
  inFlight(): number;
  /**
   * Answers what has been sent already, each with `Connection: close`; then takes no more connections, and waits for the
   * requests that are running.
   */
  stop(): Promise<void>;
}

interface HttpDeps {
  /** The body for a request whose method HTTP does not know: no route, like any other. */
  noRoute: object;
  log: Logger;
  /** A request is given up after so many milliseconds. */
  patience?: number;
}

/** Nothing is answered without a line in the log. */
export function createHttpServer({ noRoute, log, patience = LONGEST_REQUEST }: HttpDeps): HttpServer {
  const server = createServer({
    // A request without a host is refused by us, as others are.
    requireHostHeader: false,
    // A connection on which a request never ends is closed.
    ...{ headersTimeout: LONGEST_REQUEST, requestTimeout: 2 * LONGEST_REQUEST, connectionsCheckingInterval: 1_000 },
  });
  const running = new Set<ServerResponse>();
  const load = { inFlight: 0 };
  const logged = createRequestLog(log);
  const send = createSend(TO_TAKE * patience);
  const ofConnection = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', (socket) => {
    const own = new Set<ServerResponse>();
    ofConnection.set(socket, own);
    const end = (): void => {
      for (const response of own) response.destroy().emit('close');
    };
    // Of requests that wait behind others on a connection Node does not say that it has ended.
    socket.once('close', () => process.nextTick(end));
  });
  // Node would answer without our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error, socket) => refuse(error, socket as Socket, { noRoute, log }));

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(refusalOf(error, host, port)));
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      }),
    serve(answer) {
      server.on('request', (request, response) => {
        const url = urlOf(request);
        const own = ofConnection.get(request.socket);
        running.add(response);
        own?.add(response);
        response.once('close', () => {
          running.delete(response);
          own?.delete(response);
        });
        return logged({ request, response, url }, async (trace) => {
          const { method = 'GET', httpVersion } = request;
          const signal = givenUp(response, patience, unheard());
          const incoming: Incoming | undefined = url && {
            method,
            url,
            headers: request.headers as Incoming['headers'],
            peer: request.socket.remoteAddress ?? '',
            httpVersion,
            load,
            running: { trace, signal },
            body: (limit, more) => readBody(request, { limit, patience, signals: more ? [signal, more] : [signal] }),
          };
          send(response, method, incoming ? await answer(incoming) : BAD_REQUEST);
        });
      });
    },
    inFlight: () => load.inFlight,
    async stop() {
      let arrived = 0;
      const arrives = (): void => void arrived++;
      server.on('connection', arrives).prependListener('request', (_, response) => {
        arrives();
        response.shouldKeepAlive = false;
      });
      for (const response of running) response.shouldKeepAlive = false;
      // The timer also keeps the process alive, which a connection that waits to be read does not.
      const deadline = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS);
      // Closing at once would drop what clients have sent, and nobody has read yet.
      if (server.listening) await quiet(() => arrived);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(deadline);
    },
  };
}

/** Resolves when nothing more arrives; when some always does, after a while. */
async function quiet(arrived: () => number): Promise<void> {
  const end = performance.now() + LONGEST_QUIET;
  for (let before = -1; before !== arrived() && performance.now() < end; ) {
    before = arrived();
    await sleep(QUIET);
    // In a turn of the loop timers come before what is to be read.
    await nextTurn();
  }
}

/** Why there is no listening, for whoever starts the process. */
function refusalOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (code) {
    case 'EADDRINUSE':
      return new Error(
        `PORT is ${port}, where another program listens (${host}): stop that one, or set PORT to another (0 takes any that is free)`,
      );
    case 'EACCES':
      return new Error(`PORT is ${port}, which this user may not take: set PORT to another (0 takes any that is free)`);
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST is ${JSON.stringify(host)}, which is no address of this machine (${code})`);
    default:
      return new Error(`HOST ${host} and PORT ${port} cannot be listened on: ${message}`);
  }
}

/** The answer to what cannot be a request to anybody. */
const BAD_REQUEST: Answer = { status: 400, headers: SECURITY_HEADERS, content: '' };

/** The address of a request, in the form for servers or in that for proxies; `*` is an address where nothing is. */
function urlOf({ url = '/', headers, httpVersion }: IncomingMessage): URL | undefined {
  if (headers.host === undefined && httpVersion !== '1.0') return undefined;
  const address = /^https?:\/\//i.test(url) ? url : `http://localhost${url.startsWith('/') ? '' : '/'}${url}`;
  return URL.canParse(`http://${headers.host || 'localhost'}`) && URL.canParse(address) ? new URL(address) : undefined;
}

/** Bytes of a body that have to come in each second, on the average, and the part of the time of a request after which they are counted. */
const [LEAST_PACE, COUNTED_AFTER] = [1_000, 0.3];

interface ReadOptions {
  limit: number;
  /** Milliseconds that the request may take. */
  patience: number;
  /**
   * Each gives it up. One made of them by `AbortSignal.any` would live as long as the process, and the body with it: Node
   * holds such a signal while it has listeners.
   */
  signals: readonly AbortSignal[];
}

/** No more than the limit is ever held. What comes after it is read and thrown away, so that the answer arrives. */
function readBody(request: IncomingMessage, { limit, patience, signals }: ReadOptions): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const began = performance.now();
    const pace = setInterval(() => {
      const seconds = (performance.now() - began) / 1000;
      if (bytes < LEAST_PACE * seconds) refuse(tooSlow());
    }, COUNTED_AFTER * patience);
    const refuse = (reason: unknown): void => {
      clearInterval(pace);
      request.off('data', give).resume();
      reject(reason);
    };
    const give = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > limit) refuse(tooLarge(limit));
    };
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted) return refuse(aborted.reason);
    for (const signal of signals) signal.addEventListener('abort', () => refuse(signal.reason), { once: true });
    if (Number(request.headers['content-length']) > limit) return refuse(tooLarge(limit));
    request
      .on('data', give)
      .once('end', () => {
        clearInterval(pace);
        resolve(Buffer.concat(chunks));
      })
      .once('close', () => refuse(clientGone()));
  });
}

const STATUS: Record<string, string> = {
  HPE_INVALID_METHOD: '404 Not Found',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is no request to Node's parser. */
function refuse(error: Error & { code?: string }, socket: Socket, { noRoute, log }: HttpDeps): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const trace = openTrace(undefined);
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
  const body = status.startsWith('404') ? JSON.stringify(noRoute) : '';
  const headers = {
    ...SECURITY_HEADERS,
    ...(body ? { 'Content-Type': 'application/json; charset=UTF-8' } : {}),
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': trace.request,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  log.warn({ ...trace, status: Number.parseInt(status, 10), reason: error.code }, 'no request of HTTP');
}
