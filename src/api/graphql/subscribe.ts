import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type SubscriptionArgs,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { EVENT_STREAM } from '../../http/event-stream.ts';
import { mapped } from './writer/mapped.ts';
import type { SourceEvent } from './writer/shared-events.ts';

type Subscribed = AsyncIterable<ExecutionResult> | ExecutionResult;

/**
 * For the server: runs a subscription. Each event has its own context, because a subscription outlasts any request. An error
 * of the source becomes the last result. A client that does not accept a stream gets an error.
 */
export const subscribing: Plugin = {
  onSubscribe({ args, setSubscribeFn }) {
    const { request } = args.contextValue;
    const takes = request.headers.get('accept')?.includes(EVENT_STREAM);
    setSubscribeFn(takes ? subscribe : () => ({ errors: [NOT_TAKEN()] }));
  },
};

async function subscribe(args: SubscriptionArgs): Promise<Subscribed> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const results = mapped(source as AsyncIterable<SourceEvent>, async (event) => {
    const shown: ExecutionArgs = { ...args, rootValue: event, contextValue: event.context() };
    return execute(shown);
  });
  return withLastError(results);
}

function withLastError(results: AsyncIterable<ExecutionResult>): AsyncIterable<ExecutionResult> {
  const all = results[Symbol.asyncIterator]();
  let isOver = false;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (isOver) return { done: true, value: undefined };
        try {
          return await all.next();
        } catch (error) {
          isOver = true;
          await all.return?.();
          return { done: false, value: { errors: [error as GraphQLError] } };
        }
      },
      return: () => all.return!(),
    }),
  };
}

const NOT_TAKEN = () =>
  new GraphQLError(
    'A subscription is answered by a stream. Send Accept: text/event-stream, or multipart/mixed;subscriptionSpec=1.0.',
    { extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } } },
  );
