import { type Answer, appendHeader, type Incoming } from './exchange.ts';

/** What clients of REST and of GraphQL send, besides what every page may. */
const ALLOWED = [
  ...['Authorization', 'X-WP-Nonce', 'Content-Disposition', 'Content-MD5', 'Content-Type', 'X-HTTP-Method-Override'],
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'X-Request-Id', 'X-Requested-With'],
  ...['Apollo-Require-Preflight', 'GraphQL-Require-Preflight', 'X-Apollo-Operation-Name', 'X-Apollo-Operation-Id'],
  ...['Apollographql-Client-Name', 'Apollographql-Client-Version', 'GraphQL-Client-Name', 'GraphQL-Client-Version'],
].join(', ');

/**
 * Headers that pages of other sites need to read answers, for the origins that may. The same at every door. `*` is for
 * reading without credentials; an origin that is named may send those that a browser keeps (behaviour §0.46).
 */
export function createCors(origins: '*' | readonly string[]): (answer: Answer, incoming: Incoming) => void {
  return (answer, { method, headers: { origin } }) => {
    const { headers } = answer;
    if (origins === '*') headers['Access-Control-Allow-Origin'] = '*';
    else {
      appendHeader(answer, 'Vary', 'Origin');
      if (origin === undefined || !origins.includes(origin)) return;
      headers['Access-Control-Allow-Origin'] = origin;
      headers['Access-Control-Allow-Credentials'] = 'true';
    }
    headers['Access-Control-Expose-Headers'] =
      'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, Allow, Content-Language, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';
    headers['Access-Control-Allow-Headers'] = ALLOWED;
    if (method === 'OPTIONS') {
      headers['Access-Control-Allow-Methods'] = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';
      headers['Access-Control-Max-Age'] = '600';
    }
  };
}
