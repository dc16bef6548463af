import { Agent, request } from 'node:http';

/** A request as a row asks it. With a body it is a POST of JSON, if it is not said to be another method. */
export interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answered {
  status: number;
  content: Buffer;
}

/** What came of many requests. */
export interface Load {
  /** Milliseconds from each request to the end of its answer. */
  latencies: number[];
  /** Of them all, in seconds. */
  seconds: number;
  /** How often each status came. */
  statuses: Record<number, number>;
  /** Bytes of the last body. */
  bytes: number;
}

/** A client of one server, over connections that stay open. */
export interface Client {
  ask(asked: Asked): Promise<Answered>;
  /** Asks for all, so many at a time. */
  load(requests: Iterable<Asked>, atATime?: number): Promise<Load>;
  close(): void;
}

/** So many requests are on their way at a time, where nothing else is said. */
export const CONNECTIONS = 8;

export function clientOf(port: number): Client {
  const agent = new Agent({ keepAlive: true });

  const ask = (asked: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { path, body, method = body === undefined ? 'GET' : 'POST', headers = {} } = asked;
      const sent = request(
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
      // A server may close a connection that nobody used for some seconds in the moment in which it is used again.
      sent.on('error', (error: NodeJS.ErrnoException) =>
        sent.reusedSocket && error.code === 'ECONNRESET' ? resolve(ask(asked)) : reject(error),
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

/** Requests without end, until so many seconds have gone by. */
export function* during(seconds: number, next: (n: number) => Asked): Generator<Asked> {
  const until = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < until; n += 1) yield next(n);
}

/** The text of an answer. @throws Error where it is a refusal */
export async function textOf(client: Client, asked: Asked): Promise<string> {
  const { status, content } = await client.ask(asked);
  const text = content.toString();
  if (status >= 400 || text.startsWith('{"errors"')) throw new Error(`${asked.path}: ${status} ${text.slice(0, 200)}`);
  return text;
}
