import type { ServerResponse } from 'node:http';
import type { Answer } from './exchange.ts';

/** How many bytes of answers may wait for clients to take them. */
const MOST_BYTES = 64 * 2 ** 20;

/** Bytes that an answer occupies besides its content, roughly: the request and all its data. */
const HELD_BESIDES = 10_000;

/** Sends an answer. The request's method decides whether its content is sent. */
export type Send = (response: ServerResponse, method: string | undefined, answer: Answer) => void;

/**
 * One per server. Cuts off a client that has not taken its answer after this many milliseconds. If waiting answers and what they
 * hold exceed `most` bytes, also cuts off the longest waiting ones: answers occupy memory, and one connection can request many
 * small ones.
 */
export function createSend(milliseconds: number, most = MOST_BYTES): Send {
  const untaken = new Map<ServerResponse, number>();
  let waiting = 0;

  function forget(response: ServerResponse) {
    waiting -= untaken.get(response) ?? 0;
    untaken.delete(response);
  }

  return (response, method, { status, headers, content }) => {
    // The client is already gone.
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
      // A response that waits behind others on its connection can only be ended through the socket.
      oldest.req.socket.destroy();
    }
  };
}
