import { Agent, request as httpRequest } from 'node:http';

/** A request of a row. With a body, it is a POST of JSON unless another method is given. */
export interface HttpRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Answered {
  status: number;
  content: Buffer;
}

/** The results of many requests. */
export interface Load {
  /** Milliseconds from each request to the end of its response. */
  latencies: number[];
  /** The total time in seconds. */
  seconds: number;
  /** How often each status came. */
  statuses: Record<number, number>;
  /** Size of the last body. */
  bytes: number;
}

/** A client of one server, with persistent connections. */
export interface Client {
  ask(request: HttpRequest): Promise<Answered>;
  /** Sends all requests, `atATime` at once. */
  load(requests: Iterable<HttpRequest>, atATime?: number): Promise<Load>;
  close(): void;
}

/** The default number of simultaneous requests. */
export const CONNECTIONS = 8;

export function clientOf(port: number): Client {
  const agent = new Agent({ keepAlive: true });

  const ask = (request: HttpRequest): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { path, body, method = body === undefined ? 'GET' : 'POST', headers = {} } = request;
      const sent = httpRequest(
        {
          ...{ agent, host: '127.0.0.1', port, path, method },
          headers: {
            ...headers,
            ...(body === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, content: Buffer.concat(chunks) }));
        },
      );
      // A server may close an idle connection just when it is used again.
      sent.on('error', (error: NodeJS.ErrnoException) =>
        sent.reusedSocket && error.code === 'ECONNRESET' ? resolve(ask(request)) : reject(error),
      );
      sent.end(body);
    });

  return {
    ask,
    async load(requests, atATime = CONNECTIONS) {
      const load: Load = { latencies: [], seconds: 0, statuses: {}, bytes: 0 };
      const left = requests[Symbol.iterator]();
      const began = performance.now();
      async function connection(): Promise<void> {
        for (let next = left.next(); !next.done; next = left.next()) {
          const sentAt = performance.now();
          const { status, content } = await ask(next.value);
          load.latencies.push(performance.now() - sentAt);
          load.statuses[status] = (load.statuses[status] ?? 0) + 1;
          load.bytes = content.length;
          if (status >= 400) throw new Error(`${next.value.path}: ${status} ${content.toString().slice(0, 200)}`);
        }
      }
      await Promise.all(Array.from({ length: atATime }, connection));
      load.seconds = (performance.now() - began) / 1000;
      return load;
    },
    close: () => agent.destroy(),
  };
}

/** Generates requests for this many seconds. */
export function* during(seconds: number, next: (n: number) => HttpRequest): Generator<HttpRequest> {
  const until = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < until; n += 1) yield next(n);
}

/** The text of a response. @throws Error if the request was refused */
export async function textOf(client: Client, request: HttpRequest): Promise<string> {
  const { status, content } = await client.ask(request);
  const text = content.toString();
  if (status >= 400 || text.startsWith('{"errors"'))
    throw new Error(`${request.path}: ${status} ${text.slice(0, 200)}`);
  return text;
}
