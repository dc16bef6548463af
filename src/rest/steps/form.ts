import type { Answer } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { conveniently } from '../conveniences.ts';
import { parseParams } from '../params.ts';
import { allowed } from '../response.ts';
import type { Route } from '../route.ts';
import type { Known, Result } from './known.ts';

/** Writes a result in the form that was asked for: JSON, or what the host makes of it on request. */
export const formStep = (known: Known & { result: Result }): Answered => ({ answer: formed(known.result, known) });

/** A result as it is sent. Of the request, more or less is known. */
export function formed(result: Result, known: Partial<Known>): Answer {
  const headers = { ...headersOf(known, result), ...result.headers };
  const { status, headers: sent, text } = conveniently({ ...result, headers }, known.query ?? parseParams(''));
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      Vary: 'Authorization',
      ...sent,
    },
    content: text,
  };
}

/** What every answer says beside its body, as far as it is known. */
function headersOf({ links, language, viewer, match }: Partial<Known>, { can }: Result): Record<string, string> {
  const rows = (match?.rows ?? []).filter((row): row is Route => 'operation' in row);
  return {
    ...(links ? { Link: `<${links.restRoot}/>; rel="https://api.w.org/"` } : {}),
    ...(language ? { 'Content-Language': language } : {}),
    ...(viewer ? { 'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private' } : {}),
    ...(match ? { Allow: rows.length ? allowed(rows, viewer, can).join(', ') : 'GET' } : {}),
  };
}
