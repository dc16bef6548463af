import { audienceOf, type Viewer } from '../domain/access.ts';
import type { Language } from '../domain/language.ts';
import type { Instant } from '../domain/time.ts';
import { type Answer, type Incoming, isReading } from '../http/exchange.ts';
import { FOR_NOBODY } from '../http/represent.ts';
import type { Freshness } from './freshness.ts';
import type { ResponseCache } from './responses.ts';
import type { CurrentRevision } from './revision.ts';

/** The calendar's revision when a request arrives, if it is known. */
export const revisionStep = (current: CurrentRevision) => (): WithRevision | Promise<WithRevision> => {
  const found = current();
  return found instanceof Promise ? found.then((revision) => ({ revision })) : { revision: found };
};

interface WithRevision {
  revision: number | undefined;
}

/** A request when the cache looks it up. */
interface CacheableRequest extends Incoming, WithRevision {
  viewer: Viewer | undefined;
  /** Collects what the answer depends on, if it may be cached. */
  dependencies?: Set<string> | null;
  /** There once the request has run. */
  context?: { now: Instant; freshness: Freshness };
}

type Next = () => Promise<Answer>;

/**
 * Answers REST GET requests from the cache while nothing has changed. The address includes language and namespace. A request with
 * a body is more than its address, so it is not cached.
 */
export const cachedRest = (responses: ResponseCache) => (request: CacheableRequest & { row: unknown }, next: Next) =>
  request.row ? cachedByAddress(responses, request, next) : next();

/** Like `cachedRest`, for pages, feeds and sitemaps. Feeds and sitemaps are the same for everybody. */
export const cachedPages =
  (responses: ResponseCache) =>
  (request: CacheableRequest & { page?: unknown; feed?: unknown; sitemap?: unknown }, next: Next) =>
    (request.page ?? request.feed ?? request.sitemap) ? cachedByAddress(responses, request, next) : next();

async function cachedByAddress({ answer }: ResponseCache, request: CacheableRequest, next: Next) {
  if (!isAddressAll(request)) return next();
  return answer({ revision: request.revision, key: keyOf(request) }, async (dependencies) => {
    request.dependencies = dependencies;
    const made = await next();
    const { now, freshness } = request.context!;
    return { answer: made, now, freshness };
  });
}

/** Like `cachedRest`, for GraphQL queries in the address. Answers with errors are not cached. */
export const cachedGraphql =
  ({ answer }: ResponseCache) =>
  async (request: CacheableRequest & { language: Language; type: string }, next: Next) => {
    if (!isAddressAll(request)) return next();
    const { trace } = request.running;
    const found = await answer(
      { revision: request.revision, key: `${request.language} ${request.type} ${keyOf(request)}` },
      async (dependencies) => {
        request.dependencies = dependencies;
        const made = await next();
        const { now, freshness } = request.context!;
        return {
          answer: { ...made, operation: trace?.operation },
          now,
          freshness: made.headers['Cache-Control'] === FOR_NOBODY ? { until: now } : freshness,
        };
      },
    );
    if (trace) trace.operation = found.operation;
    return found;
  };

/** Whether the address and the caller describe the whole request. */
const isAddressAll = ({ method, headers }: CacheableRequest) =>
  isReading({ method }) && headers['content-type'] === undefined;

/** What an answer depends on besides the data and the time: who asks, and the address. */
export const keyOf = ({ url, viewer }: Pick<CacheableRequest, 'url' | 'viewer'>): string =>
  `${audienceOf(viewer)} ${url.pathname}${url.search}`;
