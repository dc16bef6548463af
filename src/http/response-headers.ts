import type { DomainError } from '../domain/errors.ts';
import { TokenRefused } from './auth/tokens.ts';
import { type Answer, appendHeader, type Incoming } from './exchange.ts';

/** Seconds until the client should retry when the data cannot be reached. */
const SECONDS = 5;

/** Sets `Retry-After` on every "not now" answer. */
export function retryAfter({ status, headers }: Answer, _: Incoming, error: DomainError | undefined): void {
  const seconds = error?.facts.retryAfter ?? (status === 503 ? SECONDS : undefined);
  if (seconds !== undefined) headers['Retry-After'] ??= String(seconds);
}

/** Keeps search engines from listing an answer. */
export function noIndex({ headers }: Answer): void {
  headers['X-Robots-Tag'] = 'noindex';
}

/** Restrictions on pages whose policy does not say otherwise. */
const CLOSED = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"] as const;

const directive = (text: string) => text.split(' ')[0]!;

/**
 * A `Content-Security-Policy` that lets a page load only from these sources, such as `script-src 'self'`. Sources may also set
 * where its forms lead (`form-action`), and which pages may frame it (`frame-ancestors`).
 */
export const contentPolicy = (...sources: readonly string[]): string => {
  const said = sources.map(directive);
  return ["default-src 'none'", ...sources, ...CLOSED.filter((each) => !said.includes(directive(each)))].join('; ');
};

/**
 * What browsers may not do with an answer: guess its type, show it in a frame, load anything for it, or tell other sites about
 * it.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': contentPolicy(),
} as const;

/** The headers of an answer that some pages may frame. */
const { 'X-Frame-Options': _, ...FRAMED } = SECURITY_HEADERS;

/**
 * Sets `SECURITY_HEADERS` on every answer. A page that loads something sets its own `Content-Security-Policy`. If that names
 * pages that may frame it, `X-Frame-Options` is left out, because it supports no such list.
 */
export function securityHeaders(answer: Answer): void {
  const policy = answer.headers['Content-Security-Policy'];
  const isFramed = policy !== undefined && !policy.includes(CLOSED[2]);
  answer.headers = { ...(isFramed ? FRAMED : SECURITY_HEADERS), ...answer.headers };
}

/** Whether a script in a page sent the request, rather than a person opening an address. */
const byScript = ({ origin, 'sec-fetch-mode': mode = 'navigate' }: Incoming['headers']) =>
  origin !== undefined || mode !== 'navigate';

/** What a challenge says beside an identity provider. */
interface Asking {
  scopes: readonly string[];
  /** Where programs read how to log in, for the address where they must. */
  metadata?: { path: string; url: string };
}

/**
 * Says how to log in to the site of this name. A script in a page gets only Bearer, for which browsers open no window (behaviour
 * §0.46). Other clients are asked for a password, too, if they sent a wrong one by Basic (§0.67). Of an access token it says what
 * is wrong with it (RFC 6750, section 3; RFC 9728, section 5.1).
 */
export const createChallenge = (
  name: string,
  asking?: Asking,
): ((answer: Answer, incoming: Incoming, error?: DomainError) => void) => {
  // A header can say only this much.
  const realm = /^[ -~]+$/.test(name) ? name.replace(/["\\]/g, '\\$&') : 'Event calendar';
  const scope = asking?.scopes.join(' ');
  return ({ status, headers }, { headers: sent, url }, error) => {
    const refused = error instanceof TokenRefused ? error.bearer : undefined;
    if (status !== 401 && !refused) return;
    const said = {
      resource_metadata: url.pathname === asking?.metadata?.path && asking.metadata.url,
      scope,
      error: refused?.error,
      error_description: refused?.why,
    };
    const parameters = Object.entries(said).flatMap(([key, value]) => (value ? `${key}="${value}"` : []));
    const bearer = ['Bearer', parameters.join(', ')].filter(Boolean).join(' ');
    const isAsked = !byScript(sent) && /^\s*basic\b/i.test(sent.authorization ?? '');
    headers['WWW-Authenticate'] = isAsked ? `${bearer}, Basic realm="${realm}", charset="UTF-8"` : bearer;
  };
};

/** Headers that clients of our APIs send, besides those that every page may send. */
const ALLOWED = [
  'Authorization',
  'X-WP-Nonce',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'X-HTTP-Method-Override',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'X-Request-Id',
  'X-Requested-With',
  'Last-Event-ID',
  'Idempotency-Key',
  'Apollo-Require-Preflight',
  'GraphQL-Require-Preflight',
  'MCP-Protocol-Version',
  'X-Apollo-Operation-Name',
  'X-Apollo-Operation-Id',
  'Apollographql-Client-Name',
  'Apollographql-Client-Version',
  'GraphQL-Client-Name',
  'GraphQL-Client-Version',
].join(', ');

/** Headers of answers that pages may read, besides those that every page may read. */
const EXPOSED =
  'X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, Allow, Content-Language, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, X-TEC-API-VERSION, X-TEC-API-ROOT, X-TEC-API-ORIGIN';

/**
 * Sets the headers that let pages of the allowed origins read answers, the same for all APIs. `*` allows reading without
 * credentials; a named origin may also send credentials that a browser stores (behaviour §0.46). `moreExposed` are more headers that
 * pages may read.
 */
export function createCors(
  origins: '*' | readonly string[],
  moreExposed: readonly string[] = [],
): (answer: Answer, incoming: Incoming) => void {
  const exposed = [EXPOSED, ...moreExposed].join(', ');
  return (answer, { method, headers: { origin } }) => {
    const { headers } = answer;
    if (origins === '*') headers['Access-Control-Allow-Origin'] = '*';
    else {
      appendHeader(answer, 'Vary', 'Origin');
      if (origin === undefined || !origins.includes(origin)) return;
      headers['Access-Control-Allow-Origin'] = origin;
      headers['Access-Control-Allow-Credentials'] = 'true';
    }
    headers['Access-Control-Expose-Headers'] = exposed;
    headers['Access-Control-Allow-Headers'] = ALLOWED;
    if (method === 'OPTIONS') {
      headers['Access-Control-Allow-Methods'] = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';
      headers['Access-Control-Max-Age'] = '600';
    }
  };
}
