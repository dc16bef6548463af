import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Transform } from 'node:stream';
import { createServerAdapter } from '@whatwg-node/server';
import { DomainError } from './errors.ts';
import { createMaskError } from './graphql/errors.ts';
import { LARGEST_BODY } from './rest/body.ts';
import { NO_ROUTE } from './rest/error-body.ts';

/** How long, in milliseconds, running requests may take when the server is to stop. */
const LAST_REQUESTS = 10_000;

/** The service as a server of HTTP. */
export interface HttpServer {
  /** Takes the port (0: any free one) and gives it. @throws Error with one line that names the variable to set */
  listen(host: string, port: number): Promise<number>;
  /** Who answers, from now on. */
  serve(fetch: (request: Request) => Promise<Response>): void;
  /** Takes no more connections and waits for the requests that are running. */
  stop(): Promise<void>;
}

export function createHttpServer(): HttpServer {
  const server = createServer();
  const running = new Set<ServerResponse>();
  server.on('clientError', refuse);

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(refusalOf(error, host, port)));
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      }),
    serve(fetch) {
      const answer = createServerAdapter(fetch);
      server.on('request', (request, response) => {
        if (!URL.canParse(`http://${request.headers.host || 'localhost'}`)) return response.writeHead(400).end();
        running.add(response);
        response.once('close', () => running.delete(response));
        return answer(withBodyLimit(request, response), response);
      });
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const response of running) response.shouldKeepAlive = false;
      // The timer also keeps the process alive, which a connection that waits to be read does not.
      const deadline = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS);
      await closed;
      clearTimeout(deadline);
    },
  };
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
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST is ${JSON.stringify(host)}, which is no address of this machine (${code})`);
    default:
      return new Error(`HOST ${host} and PORT ${port} cannot be listened on: ${message}`);
  }
}

/** In the form that both doors pass on as it is: each answers it with 413. */
const tooLarge = createMaskError(() => {})(
  new DomainError('TOO_LARGE', `A body may have ${LARGEST_BODY} bytes at the most.`),
);

/**
 * The same request with a body that breaks off with TOO_LARGE, so that no more than the limit is ever held. A body whose
 * length is announced and within the limit passes as it is: Node lets no more of it through.
 */
function withBodyLimit(request: IncomingMessage, response: ServerResponse): IncomingMessage {
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = request.headers;
  if (encoding === undefined && Number(length) <= LARGEST_BODY) return request;
  let bytes = 0;
  const body = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > LARGEST_BODY ? tooLarge : null, chunk);
    },
  });
  // What nobody reads is thrown away, else the connection would wait for a reader.
  response.once('finish', () => request.unpipe(body).resume());
  // Where the adapter looks for a body that somebody has taken from the request already.
  return Object.assign(request, { body: request.pipe(body) });
}

const STATUS: Record<string, string> = {
  HPE_INVALID_METHOD: '404 Not Found',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is no request to Node's parser. A method that it does not know is no route, like any other. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
  const body = status.startsWith('404') ? JSON.stringify(NO_ROUTE) : '';
  const type = body && 'Content-Type: application/json; charset=UTF-8\r\n';
  socket.end(
    `HTTP/1.1 ${status}\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
