import { DomainError } from '../../../domain/errors.ts';
import { preferredType } from '../../../http/accept.ts';
import { EVENT_STREAM, EVENT_STREAM_HEADERS } from '../../../http/event-stream.ts';
import type { Answer } from '../../../http/exchange.ts';
import type { Answered } from '../../../http/steps.ts';
import { jsonText } from '../json.ts';
import type { FollowOperation, Streamed } from '../operations.ts';
import type { Ready } from './rest-request.ts';

const TYPES = ['application/json', EVENT_STREAM] as const;

/** Milliseconds without an event before a comment is sent, so that no proxy takes the connection for dead. */
export const SILENCE = 15_000;

/**
 * Answers requests for server-sent events, if the route has them. The stream continues after the last event that the client
 * has. If the cursor is no longer valid, the stream says so. @throws DomainError if refused before the stream begins
 */
export const liveStep =
  (follow: FollowOperation) =>
  async ({ route, method, headers, variables, context, language }: Ready): Promise<Answered | object> => {
    if (!route.live || preferredType(headers.accept, TYPES) !== EVENT_STREAM) return {};
    const said = { ...EVENT_STREAM_HEADERS, 'Content-Language': language, Vary: 'Authorization, Accept' };
    const answer: Answer = { status: 200, headers: said, content: '' };
    if (method === 'HEAD') return { answer };
    const { first: _, ...args } = variables;
    const after = headers['last-event-id'] || args.after;
    const streamed = await follow(route.live, { ...args, after }, context);
    return { answer: { ...answer, stream: await eventStream(streamed) } };
  };

/** Writes the events of a subscription as server-sent events. */
async function eventStream(streamed: AsyncIterable<Streamed>): Promise<AsyncIterable<string>> {
  const events = streamed[Symbol.asyncIterator]();
  const first = events.next();
  // A bad request gets an ordinary error.
  await first.catch((error) => {
    if (!isResync(error)) throw error;
  });
  const texts = textsOf(events, first);
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => texts.next(),
      async return() {
        // End the events here too, because the generator of the texts may not have started.
        await events.return?.();
        return texts.return(undefined);
      },
    }),
  };
}

/**
 * The texts of the stream. If the cursor is no longer valid, the last text says so. If the data is unavailable, the stream
 * just ends, and the client reconnects.
 */
async function* textsOf(
  events: AsyncIterator<Streamed>,
  first: Promise<IteratorResult<Streamed>>,
): AsyncGenerator<string, undefined> {
  try {
    for (let next = first; ; next = events.next()) {
      let result = await orSilence(next);
      for (; result === SILENT; result = await orSilence(next)) yield COMMENT;
      if (result.done) return;
      yield eventOf(result.value);
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (isResync(error)) yield resyncEvent(error);
  }
}

const isResync = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'RESYNC';

const COMMENT = ':\n\n';

/** `{"change":…}` is written as the change itself. */
const CHANGE = '{"change":';

/** Writes an event. One without data only moves the cursor. */
function eventOf({ json, cursor }: Streamed) {
  const change = json.slice(CHANGE.length, -1);
  return `id: ${cursor}\n${change === 'null' ? '' : `data: ${change}\n`}\n`;
}

/** Its id is empty, so that a client that reconnects anyway continues from that moment. */
const resyncEvent = ({ facts: { reason } }: DomainError) => `event: resync\nid:\ndata: ${jsonText({ reason })}\n\n`;

const SILENT = Symbol('silence');

/** The result, or `SILENT` if it does not come within `SILENCE`. */
async function orSilence<T>(result: Promise<T>) {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<typeof SILENT>((resolve) => {
    timer = setTimeout(resolve, SILENCE, SILENT).unref();
  });
  try {
    return await Promise.race([result, silence]);
  } finally {
    clearTimeout(timer);
  }
}
