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

/** Whether a script in a page asks, and not a person who goes to an address. */
const byScript = ({ origin, 'sec-fetch-mode': mode = 'navigate' }: Incoming['headers']): boolean =>
  origin !== undefined || mode !== 'navigate';

/**
 * Says how to log in. A script in a page is told of Bearer alone, for which no browser opens a window (behaviour §0.46).
 * Everybody else is asked for a password where they sent one by Basic in vain.
 */
export function challenge({ status, headers }: Answer, { headers: sent }: Incoming): void {
  if (status !== 401) return;
  if (byScript(sent)) headers['WWW-Authenticate'] = 'Bearer';
  else if (/^\s*basic\b/i.test(sent.authorization ?? ''))
    headers['WWW-Authenticate'] = 'Basic realm="Event calendar", charset="UTF-8"';
}
