import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { openTrace, type Trace } from '../request.ts';

/** Parameters that hold numbers, dates and fixed words. What others hold is nobody's business: words, keys, queries. */
const SHOWN = new Set(['page', 'per_page', 'order', 'orderby', 'start_date', 'end_date', 'multilang_language']);
const PLAIN = /^[\w:.+-]{1,30}$/;
const LONGEST_PATH = 500;

/** What watches the service asks these every few seconds. */
const WATCHED = new Set(['/health', '/ready', '/metrics']);

/** A request and where its answer goes. `url` is its address, if that can be read. */
export interface Exchanged {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL | undefined;
}

/**
 * One line for each request, when its answer is out or its client has gone: id, method, path, status, milliseconds, the
 * address of the client, the id of the user who asked, and the operation of GraphQL. A fault of ours is an error, a refusal a warning; watching that goes well is for `debug`. The
 * id stands in the answer as `X-Request-Id`. No secret and no text of a record is in the line.
 */
export function createRequestLog(
  log: Logger,
): (exchanged: Exchanged, work: (trace: Trace) => Promise<void>) => Promise<void> {
  const known = new WeakMap<IncomingMessage, { trace: Trace; url: URL | undefined }>();

  const lineOf = (request: IncomingMessage, response: ServerResponse, { ms }: { ms: number }): object => {
    const { trace, url } = known.get(request)!;
    return {
      ...trace,
      method: request.method,
      path: pathOf(url),
      ...(response.headersSent ? { status: response.statusCode } : {}),
      ms,
    };
  };

  const watch = pinoHttp({
    logger: log,
    // All that is said of a request stands in its line.
    ...{ wrapSerializers: false, serializers: { req: () => undefined }, quietResLogger: true },
    customAttributeKeys: { responseTime: 'ms' },
    customLogLevel: (request, response) => levelOf(response, known.get(request)?.url),
    customSuccessObject: lineOf,
    customErrorObject: (request, response, _, line) => lineOf(request, response, line),
  });

  return ({ request, response, url }, work) => {
    const trace = openTrace(request.headers['x-request-id']?.toString());
    known.set(request, { trace, url });
    response.setHeader('X-Request-Id', trace.request);
    watch(request, response);
    return work(trace);
  };
}

function levelOf(
  { statusCode, headersSent }: ServerResponse,
  url: URL | undefined,
): 'debug' | 'info' | 'warn' | 'error' {
  if (statusCode >= 500) return 'error';
  if (statusCode >= 400 || !headersSent) return 'warn';
  return WATCHED.has(url?.pathname ?? '') ? 'debug' : 'info';
}

/** The path, and what may be shown of the query; an ellipsis stands for the rest. */
function pathOf(url: URL | undefined): string {
  if (!url) return '…';
  const { pathname, searchParams } = url;
  const shown = [...searchParams].filter(([name, value]) => SHOWN.has(name) && PLAIN.test(value));
  const query = shown.map(([name, value]) => `${name}=${value}`);
  if (shown.length < searchParams.size) query.push('…');
  return `${pathname.slice(0, LONGEST_PATH)}${query.length ? `?${query.join('&')}` : ''}`;
}
