import type { ServerResponse } from 'node:http';
import type { Answer } from './exchange.ts';

/** How many unsent bytes a stream may buffer before it pauses. */
const MOST_WAITING = 64 * 1024;

/**
 * Sends a streamed answer, without `Content-Length`. Ends with the stream, or when the client disconnects. Cuts off a client that
 * takes nothing for `patience` milliseconds while the buffer is full. Also cuts off the answer if the stream fails, so that
 * nobody mistakes a part for the whole.
 * @throws what the stream throws
 */
export async function sendStream(
  response: ServerResponse,
  { status, headers, stream }: Answer & { stream: NonNullable<Answer['stream']> },
  { method, patience }: { method: string; patience: number },
): Promise<void> {
  const parts = stream[Symbol.asyncIterator]();
  try {
    if (response.destroyed) return;
    response.writeHead(status, headers).flushHeaders();
    while (method !== 'HEAD') {
      const { done, value } = await parts.next();
      if (done || response.destroyed) return;
      response.write(value);
      if (response.writableLength > MOST_WAITING) await drained(response, patience);
    }
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    await parts.return?.();
    response.end();
  }
}

/** Waits until the client has taken everything. */
function drained(response: ServerResponse, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => response.destroy(), patience);
    function end() {
      clearTimeout(late);
      response.off('drain', end).off('close', end);
      resolve();
    }
    response.once('drain', end).once('close', end);
  });
}
