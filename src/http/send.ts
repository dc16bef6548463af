import type { ServerResponse } from 'node:http';
import type { Answer } from './exchange.ts';

/** Bytes of answers that may wait until clients take them. */
const MOST_BYTES = 64 * 2 ** 20;

/** Bytes that an answer holds besides its content, about: the request and all that was known of it. */
const HELD_BESIDES = 10_000;

/** Sends an answer to a request of this method. */
export type Send = (response: ServerResponse, method: string | undefined, answer: Answer) => void;

/**
 * One per server. A client that has not taken its answer after so many milliseconds is cut off. So are at once those that have
 * waited longest where answers of more than `most` bytes wait, with what each holds besides: they lie in the memory of the process,
 * and a client may ask for many small ones over one connection.
 */
export function createSend(milliseconds: number, most = MOST_BYTES): Send {
  const untaken = new Map<ServerResponse, number>();
  let waiting = 0;

  function forget(response: ServerResponse): void {
    waiting -= untaken.get(response) ?? 0;
    untaken.delete(response);
  }

  return (response, method, { status, headers, content }) => {
    // Its client has gone already.
    if (response.destroyed) return;
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const length = status === 204 || status === 304 ? {} : { 'Content-Length': bytes.byteLength };
    const late = setTimeout(() => response.destroy(), milliseconds);
    response.once('close', () => {
      clearTimeout(late);
      forget(response);
    });
    const held = bytes.byteLength + HELD_BESIDES;
    untaken.set(response, held);
    waiting += held;
    response.writeHead(status, { ...headers, ...length }).end(method === 'HEAD' ? undefined : bytes);
    for (const oldest of untaken.keys()) {
      if (waiting <= most) break;
      forget(oldest);
      // One that waits behind others on its connection has no other hold on it.
      oldest.req.socket.destroy();
    }
  };
}
