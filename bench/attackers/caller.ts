import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A request of a caller. With a body, it is a POST of JSON unless another method is given. */
export interface HttpRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

/** The results of one or more callers. */
export interface Seen {
  /** Milliseconds until each response, without refusals. */
  latencies: number[];
  /** How often each status came. 0 means that the connection was closed. */
  statuses: Record<number, number>;
}

export const nothingSeen = (): Seen => ({ latencies: [], statuses: {} });

/** A caller at an address, which continues until it is stopped. */
export interface Caller {
  port: number;
  address: string;
  seen: Seen;
  stopped: AbortSignal;
}

/** Repeats requests over one connection. It waits 100 ms after a refusal. */
export async function askOn({ port, address, seen, stopped }: Caller, next: () => HttpRequest): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!stopped.aborted) {
    const began = performance.now();
    const { status } = await ask({ agent, port, address }, next());
    count({ seen }, status);
    const isRefused = status === 0 || status === 429 || status === 503;
    if (!isRefused) seen.latencies.push(performance.now() - began);
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  agent.destroy();
}

/** Sends one request. The status is 0 if the connection ends without a response. */
export const ask = (
  { agent, port, address }: { agent?: Agent; port: number; address: string },
  { path, method, headers, body }: HttpRequest,
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

/** Announces a body but sends only one byte. Repeats when the connection ends. */
export const announce = (caller: Caller, path: string): Promise<void> =>
  sendOn(
    caller,
    () => `POST ${path} ${HEAD}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    (socket) => {
      socket.once('data', (bytes) => {
        count(caller, Number(bytes.subarray(9, 12)));
        socket.destroy();
      });
    },
  );

/** Requests `answers` responses every 7 seconds over one connection and reads none. Repeats when the connection ends. */
export function leaveUnread(caller: Caller, next: () => HttpRequest, answers: number): Promise<void> {
  const text = () => Array.from({ length: answers }, () => `GET ${next().path} ${HEAD}\r\n`).join('');
  return sendOn(caller, text, (socket) => {
    // A client that reads nothing notices a closed connection only when it writes.
    const writing = setInterval(() => socket.write(text()), 7_000);
    socket.pause().once('close', () => {
      clearInterval(writing);
      count(caller, 0);
    });
  });
}

const HEAD = 'HTTP/1.1\r\nHost: bench\r\n';

const count = ({ seen }: Pick<Caller, 'seen'>, status: number): void => {
  seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
};

/** Connects and sends a text. Repeats 100 ms after the connection has ended. `use` handles each connection. */
async function sendOn(
  { port, address, stopped }: Caller,
  text: () => string,
  use: (socket: Socket) => void,
): Promise<void> {
  setMaxListeners(0, stopped);
  while (!stopped.aborted) {
    await new Promise<void>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: address }, () => socket.write(text()));
      const end = (): void => void socket.destroy();
      stopped.addEventListener('abort', end, { once: true });
      use(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        stopped.removeEventListener('abort', end);
        setTimeout(resolve, 100);
      });
    });
  }
}
