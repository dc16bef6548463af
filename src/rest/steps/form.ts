import type { Answer } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { formOf } from '../forms.ts';
import { jsonText } from '../json.ts';
import { parseParams } from '../params.ts';
import { allowed } from '../response.ts';
import type { Route } from '../route.ts';
import { trimmed } from '../trim.ts';
import type { Known, Result } from './known.ts';
import { methodMeant } from './route.ts';

/** Writes a result in the form that was asked for. */
export const formStep = (known: Known & { result: Result }): Answered => ({ answer: formed(known.result, known) });

const NO_QUERY = parseParams('');

/**
 * A result as it is sent. Of the request, more or less is known. As on the host `_fields` trims what is no error, and
 * `_envelope` puts status and headers into the body.
 */
export function formed(result: Result, known: Partial<Known>): Answer {
  const { query = NO_QUERY, method = '', headers: sent = {} } = known;
  const headers = { ...headersOf(known, result), ...result.headers };
  const json = result.status < 400 ? trimmed(result.json, query) : result.json;
  const enveloped = query.has('_envelope');
  const form = formOf(query);
  return {
    status: enveloped ? 200 : result.status,
    headers: {
      'Content-Type': form.type,
      'X-Robots-Tag': 'noindex',
      Vary: 'Authorization',
      ...headers,
    },
    content:
      // Of HEAD itself the server leaves the content out, when all that is said of it is known.
      method === 'POST' && methodMeant({ method, headers: sent, query }) === 'HEAD'
        ? ''
        : form.write(enveloped ? inEnvelope(json, { status: result.status, headers }) : json, query),
  };
}

const inEnvelope = (json: string, outside: object): string => `{"body":${json},${jsonText(outside).slice(1)}`;

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
