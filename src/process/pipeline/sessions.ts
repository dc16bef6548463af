import type { OpenStream } from '../../api/graphql/context.ts';
import { isForEverybody } from '../../api/rest/route.ts';
import type { Routed } from '../../api/rest/steps/rest-request.ts';
import { preconditionOf } from '../../http/conditional.ts';
import type { Incoming } from '../../http/exchange.ts';
import { idempotencyKeyOf } from '../../http/idempotency-key.ts';
import type { Subscriber, Subscribers } from '../../http/subscribers.ts';
import type { Context } from '../../kinds/context.ts';
import type { Parts, RequestContext } from './parts.ts';

/** A request that may be answered with a stream. */
type Streamed = RequestContext & Subscriber & { isStream?: true };

/** What resolvers and services get for a request, by entry point. */
export function createSessions(parts: Pick<Parts, 'clock' | 'openContext' | 'revision' | 'subscribers' | 'exports'>) {
  const plain = (request: RequestContext) => ({ context: parts.openContext(request) });
  const openStreamAmong = (places: Subscribers) => (request: Streamed) => async (): Promise<OpenStream> => {
    const { signal, end } = await places.enter(request);
    request.isStream = true;
    return {
      signal,
      end,
      moment: async () => ({ now: parts.clock(), revision: await parts.revision() }),
      // Streamed answers are not cached.
      contextAt: (moment) => parts.openContext({ ...request, ...moment, dependencies: null }),
    };
  };
  const openStream = openStreamAmong(parts.subscribers);
  /** For what may write under an `Idempotency-Key`, or subscribe. */
  const keyed = (request: RequestContext & Subscriber & Incoming) => {
    const key = idempotencyKeyOf(request);
    const idempotencyKey = key === undefined ? undefined : { key, begun: 0 };
    return { context: { ...parts.openContext(request), openStream: openStream(request), keyed: idempotencyKey } };
  };
  const conditional = (request: RequestContext & Subscriber & Incoming) => {
    const { context } = keyed(request);
    return { context: { ...context, precondition: preconditionOf(request, context.now) } };
  };
  /** REST formats every error itself. */
  const ofRest = (request: RequestContext & Subscriber & Incoming & Pick<Context, 'uploads'> & Routed) => {
    const { context } = conditional(request);
    const { uploads, row } = request;
    const how = isForEverybody(row)
      ? { ignoresUnknown: true as const, longPages: true as const }
      : { tellsHidden: true as const };
    return { context: { ...context, uploads, throwsUserErrors: true, ...how } };
  };
  return { plain, keyed, conditional, ofRest, openExport: openStreamAmong(parts.exports) };
}
