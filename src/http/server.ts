import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DomainError, tookTooLong, tooLarge, tooSlow } from '../domain/errors.ts';
import { LONGEST_REQUEST, LONGEST_UPLOAD, openTrace } from '../domain/request.ts';
import { type Answer, announcesNoBody, type Incoming } from './exchange.ts';
import { createRequestLog } from './request-log.ts';
import { SECURITY_HEADERS } from './response-headers.ts';
import { createSend } from './send.ts';
import { sendStream } from './send-stream.ts';

/** Milliseconds that running requests may take when the server stops. */
const LAST_REQUESTS = 10_000;

/** How many times longer a client may take to read an answer than the server to make it. */
const TO_TAKE = 6;

/** A stopping server closes after this many milliseconds without a new connection or request. */
const QUIET = 100;

/** The most milliseconds it waits for that. */
const LONGEST_QUIET = 2_000;

type Answering = (incoming: Incoming) => Promise<Answer>;

/** The service as an HTTP server. */
export interface HttpServer {
  /** Opens the port (0: any free one) and returns it. @throws Error with one line that names the variable to set */
  listen(host: string, port: number): Promise<number>;
  /** Sets the function that answers requests. Those that came before wait for it. */
  serve(answer: Answering): void;
  /** How many requests are in progress. */
  inFlight(): number;
  /**
   * Answers requests that have already been sent, with `Connection: close`. Then accepts no more connections and waits for
   * running requests, 10 seconds at most. Those that it cuts are counted in one line of the log.
   */
  stop(): Promise<void>;
}

interface HttpDeps {
  /** The body of the answer to an unknown HTTP method: "no route", as for unknown paths. */
  noRoute: object;
  log: Logger;
  /** Requests are aborted after this many milliseconds. */
  patience?: number;
}

/** Every answer is logged. */
export function createHttpServer({ noRoute, log, patience = LONGEST_REQUEST }: HttpDeps): HttpServer {
  const server = createServer({
    // We refuse requests without a host ourselves, like other bad requests.
    requireHostHeader: false,
    // Close connections whose request never ends.
    headersTimeout: LONGEST_REQUEST,
    requestTimeout: LONGEST_UPLOAD,
    connectionsCheckingInterval: 1_000,
  });
  const running = new Set<ServerResponse>();
  const working = new Set<Promise<void>>();
  /** The answers that a stop has cut. Undefined before it. */
  let cut: Set<ServerResponse> | undefined;
  const load = { inFlight: 0 };
  const logged = createRequestLog(log);
  const send = createSend(TO_TAKE * patience);
  const ofConnection = new WeakMap<Socket, Set<ServerResponse>>();
  server.on('connection', (socket) => {
    const own = new Set<ServerResponse>();
    ofConnection.set(socket, own);
    const end = () => {
      for (const response of own) response.destroy().emit('close');
    };
    // Node does not report the end of a connection to requests that wait behind others on it.
    socket.once('close', () => process.nextTick(end));
  });
  // Otherwise Node would answer without our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error, socket) => refuse(error, socket as Socket, { noRoute, log }));

  let serve!: (answer: Answering) => void;
  const answering = new Promise<Answering>((resolve) => {
    serve = resolve;
  });
  server.on('request', (request, response) => {
    const url = urlOf(request);
    const own = ofConnection.get(request.socket);
    running.add(response);
    own?.add(response);
    response.once('close', () => {
      running.delete(response);
      own?.delete(response);
    });
    const work = logged({ request, response, url }, async (trace) => {
      const { method = 'GET', httpVersion } = request;
      const { signal, prolong, isAnswered } = givenUp(response, patience);
      const incoming: Incoming | undefined = url && {
        method,
        url,
        headers: request.headers as Incoming['headers'],
        peer: request.socket.remoteAddress ?? '',
        httpVersion,
        load,
        running: { trace, signal, prolong },
        body: (limit, take, more) =>
          readBody(request, { limit, patience, take, signals: more ? [signal, more] : [signal] }),
      };
      const { stream, ...whole } = incoming ? await (await answering)(incoming) : BAD_REQUEST;
      if (!stream) return send(response, method, whole);
      isAnswered();
      const how = { method, patience: TO_TAKE * patience };
      await sendStream(response, { ...whole, stream }, how).catch((error) => {
        if (cut) cut.add(response);
        else log.error({ ...trace, err: error }, 'a stream failed in a way that nobody foresaw');
      });
    }).finally(() => working.delete(work));
    working.add(work);
    return work;
  });

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(refusalOf(error, host, port)));
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      }),
    serve,
    inFlight: () => load.inFlight,
    async stop() {
      const unfinished = new Set<ServerResponse>();
      cut = unfinished;
      let arrived = 0;
      const arrives = (): void => void arrived++;
      server.on('connection', arrives).prependListener('request', (_, response) => {
        arrives();
        response.shouldKeepAlive = false;
      });
      for (const response of running) response.shouldKeepAlive = false;
      // The timer also keeps the process alive; a connection waiting to be read would not.
      const deadline = setTimeout(() => {
        for (const response of running) unfinished.add(response);
        server.closeAllConnections();
      }, LAST_REQUESTS);
      // Closing at once would drop requests that clients have sent but nobody has read.
      if (server.listening) await quiet(() => arrived);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(deadline);
      // What was cut hears of it, and gives up before the store is closed.
      const over = new AbortController();
      await Promise.race([Promise.allSettled(working), sleep(LONGEST_QUIET, undefined, over)]);
      over.abort();
      if (unfinished.size > 0)
        log.warn({ requests: unfinished.size }, 'requests were cut: they were not done when the server had to stop');
    },
  };
}

/** Resolves when nothing more arrives, or after a while if requests keep coming. */
async function quiet(arrived: () => number) {
  const end = performance.now() + LONGEST_QUIET;
  for (let before = -1; before !== arrived() && performance.now() < end; ) {
    before = arrived();
    await sleep(QUIET);
    // In each turn of the event loop, timers run before reads.
    await nextTurn();
  }
}

/** Why the server cannot listen, for the person who starts it. */
function refusalOf({ code, message }: NodeJS.ErrnoException, host: string, port: number) {
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

/** The answer to an invalid request. */
const BAD_REQUEST: Answer = { status: 400, headers: SECURITY_HEADERS, content: '' };

/** The request's address, in origin form or proxy form; `*` becomes an address where nothing is. */
function urlOf({ url = '/', headers, rawHeaders, httpVersion }: IncomingMessage) {
  if (headers.host === undefined && httpVersion !== '1.0') return undefined;
  // Of two hosts, a proxy may have taken the other one.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1) return undefined;
  const address = /^https?:\/\//i.test(url) ? url : `http://localhost${url.startsWith('/') ? '' : '/'}${url}`;
  return URL.canParse(`http://${headers.host || 'localhost'}`) && URL.canParse(address) ? new URL(address) : undefined;
}

/** The minimum average bytes per second of a body, and the fraction of the request's time after which this is checked. */
const [LEAST_PACE, COUNTED_AFTER] = [1_000, 0.3];

interface ReadOptions {
  limit: number;
  /** Milliseconds that the request may take. */
  patience: number;
  take: Parameters<Incoming['body']>[1];
  /**
   * Each of these aborts the reading. Do not combine them with `AbortSignal.any`: Node holds such a signal while it has
   * listeners, so it and the body would live as long as the process.
   */
  signals: readonly AbortSignal[];
}

const NO_BODY = new Uint8Array();

/** Never holds more than the limit. Reads and discards the rest, so that the answer gets through. */
function readBody(request: IncomingMessage, { limit, patience, take, signals }: ReadOptions): Promise<Uint8Array> {
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted) return Promise.reject(aborted.reason);
  if (announcesNoBody(request)) return Promise.resolve(NO_BODY);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const began = performance.now();
    const pace = setInterval(() => {
      const seconds = (performance.now() - began) / 1000;
      if (bytes < LEAST_PACE * seconds) refuse(tooSlow());
    }, COUNTED_AFTER * patience);
    const refuse = (reason: unknown) => {
      clearInterval(pace);
      request.off('data', give).resume();
      reject(reason);
    };
    const give = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) refuse(tooLarge(limit));
      else if (!take) chunks.push(chunk);
      else {
        request.pause();
        take(chunk).then(() => request.resume(), refuse);
      }
    };
    for (const signal of signals) signal.addEventListener('abort', () => refuse(signal.reason), { once: true });
    if (Number(request.headers['content-length']) > limit) return refuse(tooLarge(limit));
    request
      .on('data', give)
      .once('end', () => {
        clearInterval(pace);
        resolve(Buffer.concat(chunks));
      })
      .once('close', () => request.readableEnded || refuse(clientGone()));
  });
}

const STATUS: Record<string, string> = {
  HPE_INVALID_METHOD: '404 Not Found',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what Node's parser rejects. */
function refuse(error: Error & { code?: string }, socket: Socket, { noRoute, log }: HttpDeps) {
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

/** The error of a request whose client is gone. */
const clientGone = () => new DomainError('UNAVAILABLE', 'The client has gone.');

interface GivenUp {
  signal: AbortSignal;
  /** Gives the request this many milliseconds from now on. */
  prolong(milliseconds: number): void;
  /** Stops the time limit; from now on only the client can abort. */
  isAnswered(): void;
}

/** A signal that aborts when the request exceeds its time or its client is gone. */
function givenUp(response: ServerResponse, milliseconds: number): GivenUp {
  const controller = new AbortController();
  let most = milliseconds;
  const late = () => {
    controller.abort(tookTooLong(most));
  };
  let timer = setTimeout(late, milliseconds);
  function prolong(more: number) {
    clearTimeout(timer);
    most = more;
    timer = setTimeout(late, more);
  }
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort(clientGone());
  });
  return { signal: controller.signal, prolong, isAnswered: () => clearTimeout(timer) };
}
