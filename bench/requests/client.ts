import { Agent, request } from 'node:http';

/** A request as a row asks it. With a body it is a POST of JSON. */
export interface Asked {
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answered {
  status: number;
  etag: string | undefined;
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
  /** Asks for all, as many at a time as there are connections. */
  load(requests: readonly Asked[]): Promise<Load>;
  close(): void;
}

/** So many requests are on their way at a time. */
export const CONNECTIONS = 8;

export function clientOf(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  const ask = (asked: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { path, headers = {}, body } = asked;
      const sent = request(
        {
          ...{ agent, host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST' },
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
          response.on('end', () => {
            const { statusCode = 0, headers } = response;
            resolve({ status: statusCode, etag: headers.etag, content: Buffer.concat(chunks) });
          });
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
    async load(requests) {
      const load: Load = { latencies: [], seconds: 0, statuses: {}, bytes: 0 };
      const left = requests.values();
      const began = performance.now();
      async function connection(): Promise<void> {
        for (const asked of left) {
          const sentAt = performance.now();
          const { status, content } = await ask(asked);
          load.latencies.push(performance.now() - sentAt);
          load.statuses[status] = (load.statuses[status] ?? 0) + 1;
          load.bytes = content.length;
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, connection));
      load.seconds = (performance.now() - began) / 1000;
      return load;
    },
    close: () => agent.destroy(),
  };
}
