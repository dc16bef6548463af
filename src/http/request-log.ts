import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { openTrace, type Trace } from '../domain/request.ts';

/** Parameters with numbers, dates and fixed words. The values of others are private: words, keys, queries. */
const SHOWN = new Set(['page', 'per_page', 'order', 'orderby', 'start_date', 'end_date', 'multilang_language']);
const PLAIN = /^[\w:.+-]{1,30}$/;
const LONGEST_PATH = 500;

/** Monitoring requests these every few seconds. */
const WATCHED = new Set(['/health', '/ready', '/metrics']);

/** A request and its response. `url` is the request's address, if it can be read. */
interface Exchanged {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL | undefined;
}

/** A request with what is logged about it. */
interface Traced extends IncomingMessage {
  traced: { trace: Trace; url: URL | undefined };
}

/**
 * Logs one line per request when its answer has been sent or its client is gone: id, method, path, status, milliseconds, the
 * client's address, the user's id, and the GraphQL operation. An internal error is an error, a refusal a warning; successful
 * monitoring is `debug`. The answer contains the id as `X-Request-Id`. The line contains no secrets and no texts of records.
 */
export function createRequestLog(
  log: Logger,
): (exchanged: Exchanged, work: (trace: Trace) => Promise<void>) => Promise<void> {
  const lineOf = ({ method, traced }: Traced, response: ServerResponse, { ms }: { ms: number }): object => ({
    ...traced.trace,
    method,
    path: pathOf(traced.url),
    ...(response.headersSent ? { status: response.statusCode } : {}),
    ms,
  });

  const watch = pinoHttp<Traced>({
    logger: log,
    // Log everything about a request in its one line.
    wrapSerializers: false,
    serializers: { req: () => undefined },
    quietResLogger: true,
    customAttributeKeys: { responseTime: 'ms' },
    customLogLevel: (request, response) => levelOf(response, request.traced.url),
    customSuccessObject: lineOf,
    customErrorObject: (request, response, _, line) => lineOf(request, response, line),
  });

  return ({ request, response, url }, work) => {
    const trace = openTrace(request.headers['x-request-id']?.toString());
    response.setHeader('X-Request-Id', trace.request);
    watch(Object.assign(request, { traced: { trace, url } }), response);
    return work(trace);
  };
}

function levelOf(
  { statusCode, headersSent }: ServerResponse,
  url: URL | undefined,
): 'debug' | 'info' | 'warn' | 'error' {
  // 501 says what the interface never does.
  if (statusCode >= 500 && statusCode !== 501) return 'error';
  if (statusCode >= 400 || !headersSent) return 'warn';
  return WATCHED.has(url?.pathname ?? '') ? 'debug' : 'info';
}

/** The path and the loggable part of the query; an ellipsis stands for the rest. */
function pathOf(url: URL | undefined) {
  if (!url) return '…';
  const { pathname, searchParams } = url;
  const shown = [...searchParams].filter(([name, value]) => SHOWN.has(name) && PLAIN.test(value));
  const query = shown.map(([name, value]) => `${name}=${value}`);
  if (shown.length < searchParams.size) query.push('…');
  return `${pathname.slice(0, LONGEST_PATH)}${query.length ? `?${query.join('&')}` : ''}`;
}
