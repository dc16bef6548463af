import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

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

/** A caller at an address, who goes on until it is stopped. */
export interface Caller {
  port: number;
  address: string;
  seen: Seen;
  stopped: AbortSignal;
}

/** Asks again and again, over one connection. After a refusal it waits 100 ms. */
export async function askOn({ port, address, seen, stopped }: Caller, next: () => Asked): Promise<void> {
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

/** Announces a body and sends one byte of it, again when the connection ends. */
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

/** Asks for so many answers every 7 seconds over one connection and reads none of them, again when the connection ends. */
export function leaveUnread(caller: Caller, next: () => Asked, answers: number): Promise<void> {
  const text = () => Array.from({ length: answers }, () => `GET ${next().path} ${HEAD}\r\n`).join('');
  return sendOn(caller, text, (socket) => {
    // Who reads nothing hears of the end of a connection only by writing to it.
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

/** Connects and sends a text, again 100 ms after the connection has ended. `use` is what is done with each connection. */
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
