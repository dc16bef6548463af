import { LRUCache } from 'lru-cache';
import type { Viewer } from '../domain/access.ts';
import type { Instant } from '../domain/time.ts';
import type { Answer, Incoming } from '../http/exchange.ts';
import { keyOf } from './steps.ts';

/** How long several servers may differ about what is new, with the second to which an HTTP date is cut. In milliseconds. */
const UNSETTLED = 2_000;
/** How many characters of addresses to remember: thousands of feeds. */
const REMEMBERED = 1_000_000;

type FeedRequest = Incoming & { viewer: Viewer | undefined; feed?: unknown; row?: object };

/**
 * Dates each feed by when its present content was first seen here, for readers that send `If-Modified-Since` and know no entity
 * tags. A list also changes by time alone, and by what leaves it, so no date of a record would do. Content that is new is sent
 * again: until it is two seconds old, another server may still know the content before it.
 */
export function lastModified(clock: () => Instant) {
  const seen = new LRUCache<string, { tag: string; settled: Instant }>({
    maxSize: REMEMBERED,
    sizeCalculation: (_, key) => key.length,
  });
  return async (request: FeedRequest, next: () => Promise<Answer>) => {
    const answer = await next();
    const { tag, status, headers } = answer;
    const isFeed = request.feed !== undefined || (request.row !== undefined && 'feed' in request.row);
    if (!isFeed || status !== 200 || tag === undefined) return answer;
    const key = keyOf(request);
    const now = clock();
    const known = seen.get(key);
    const settled = Math.min(known?.tag === tag ? known.settled : Number.POSITIVE_INFINITY, now + UNSETTLED);
    seen.set(key, { tag, settled });
    headers['Last-Modified'] = new Date(Math.min(settled, now)).toUTCString();
    if (now < settled) request.headers = { ...request.headers, 'if-modified-since': undefined };
    return answer;
  };
}
