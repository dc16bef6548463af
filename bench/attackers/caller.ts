import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** A request of a caller. With a body it is a POST of JSON, if no other method is named. */
export interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
}

/** What came of the requests of one caller or of many. */
export interface Seen {
  /** Milliseconds until each answer that is no refusal. */
  latencies: number[];
  /** How often each status came; 0: the connection was closed. */
  statuses: Record<number, number>;
}

export const nothingSeen = (): Seen => ({ latencies: [], statuses: {} });

/** Asks again and again from an address, over one connection, until it is stopped. After a refusal it waits 100 ms. */
export async function askOn(
  { port, address, seen, stopped }: { port: number; address: string; seen: Seen; stopped: AbortSignal },
  next: () => Asked,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!stopped.aborted) {
    const began = performance.now();
    const { status } = await ask({ agent, port, address }, next());
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
    const isRefused = status === 0 || status === 429 || status === 503;
    if (!isRefused) seen.latencies.push(performance.now() - began);
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  agent.destroy();
}

/** Asks once. The status is 0 where the connection ends without an answer. */
export const ask = (
  { agent, port, address }: { agent?: Agent; port: number; address: string },
  { path, method, headers, body }: Asked,
): Promise<{ status: number; content: string }> =>
  new Promise((resolve) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request(
      {
        ...{ agent, host: '127.0.0.1', port, path, localAddress: address },
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...type, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, content: Buffer.concat(chunks).toString() }),
        );
        response.on('error', () => resolve({ status: 0, content: '' }));
      },
    );
    sent.on('error', () => resolve({ status: 0, content: '' }));
    sent.end(body);
  });

/** Announces a body and sends one byte of it, again when the connection ends, until it is stopped. */
export async function announce(
  { port, address, seen, stopped }: { port: number; address: string; seen: Seen; stopped: AbortSignal },
  path: string,
): Promise<void> {
  setMaxListeners(0, stopped);
  const head = `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  while (!stopped.aborted) {
    await new Promise<void>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: address }, () => socket.write(head));
      const end = (): void => void socket.destroy();
      stopped.addEventListener('abort', end, { once: true });
      socket.once('data', (bytes) => {
        const status = Number(bytes.subarray(9, 12));
        seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
        end();
      });
      socket.on('error', () => undefined);
      socket.once('close', () => {
        stopped.removeEventListener('abort', end);
        setTimeout(resolve, 100);
      });
    });
  }
}
