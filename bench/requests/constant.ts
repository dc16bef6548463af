import { createServer } from 'node:http';
import { readConfig } from '../../src/config.ts';
import { createCors } from '../../src/http/cors.ts';
import { type Incoming, jsonFailure } from '../../src/http/exchange.ts';
import { createRate } from '../../src/http/rate.ts';
import { retryAfter } from '../../src/http/retry-after.ts';
import { challenge, securityHeaders } from '../../src/http/security-headers.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { clientStep } from '../../src/http/steps/client.ts';
import { loadStep } from '../../src/http/steps/load.ts';
import { rateHeaders, rateStep } from '../../src/http/steps/rate.ts';
import { answering, steps } from '../../src/http/steps.ts';
import { createLog } from '../../src/log.ts';
import { NO_ROUTE } from '../../src/rest/error-body.ts';
import { listenOn, type Told } from './told.ts';

const TYPE = 'application/json; charset=UTF-8';

/** A constant text on node:http, and nothing else. */
export const bare = ({ constants }: Told): Promise<number> =>
  listenOn(
    createServer(({ url }, response) => {
      response.setHeader('Content-Type', TYPE);
      response.end(constants[url!]);
    }),
  );

/** A constant text behind our server of HTTP, its log and its limits, with the headers of every answer. */
export function logged({ env, constants }: Told): Promise<number> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const report = (error: unknown): void => log.error({ err: error }, 'a request failed');
  const http = createHttpServer({ noRoute: NO_ROUTE, log });
  const constant = {
    name: 'constant',
    addressed: () => ({}),
    steps: steps<Incoming>()
      .step(clientStep(config.trustProxy))
      .around(loadStep(config.maxInFlight))
      .step(rateStep(createRate({ perMinute: config.rateLimit, report })))
      .step(({ url }) => ({
        answer: { status: 200, headers: { 'Content-Type': TYPE }, content: constants[url.pathname]! },
      })).list,
    failed: jsonFailure,
  };
  http.serve(
    answering({
      doors: [constant],
      last: [retryAfter, rateHeaders, securityHeaders, challenge, createCors(config.corsOrigins)],
      report,
      refused() {},
      ended() {},
    }),
  );
  return http.listen('127.0.0.1', 0);
}
