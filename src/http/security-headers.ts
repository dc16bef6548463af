import type { Answer, Incoming } from './exchange.ts';

/** A `Content-Security-Policy` by which a page loads from these sources, such as `script-src 'self'`, and nothing else. */
export const contentPolicy = (...sources: readonly string[]): string =>
  ["default-src 'none'", ...sources, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join('; ');

/** What browsers may not do with an answer: guess its type, show it in a frame, load anything for it, tell others of it. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': contentPolicy(),
} as const;

/** Says so on every answer. A page that loads something has a `Content-Security-Policy` of its own. */
export function securityHeaders(answer: Answer): void {
  answer.headers = { ...SECURITY_HEADERS, ...answer.headers };
}

/** Asks for a password where a client has sent one by Basic in vain; others would make browsers open a window. */
export function challenge({ status, headers }: Answer, { headers: { authorization = '' } }: Incoming): void {
  if (status === 401 && /^\s*basic\b/i.test(authorization))
    headers['WWW-Authenticate'] = 'Basic realm="Event calendar", charset="UTF-8"';
}
