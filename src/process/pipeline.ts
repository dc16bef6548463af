import type { GraphqlServer } from '../api/graphql/server.ts';
import { loginAt } from '../api/mcp/steps.ts';
import type { Routed } from '../api/rest/steps/rest-request.ts';
import type { Answer, Incoming } from '../http/exchange.ts';
import { represent } from '../http/represent.ts';
import { createChallenge, createCors, retryAfter, securityHeaders } from '../http/response-headers.ts';
import { rateHeaders } from '../http/steps/rate.ts';
import { answering, type Ended } from '../http/steps.ts';
import type { Metrics } from './metrics.ts';
import { createApis } from './pipeline/apis.ts';
import { createCommon } from './pipeline/common.ts';
import type { Parts } from './pipeline/parts.ts';
import { createSite } from './pipeline/site.ts';

/**
 * The life of a request, one entry point after the other: `pipeline/` has the steps of each. Each additional step (a limit, a cache,
 * a log) is one more line: in an entry point for its requests, in `last` for every answer, also to what fails.
 */
export function createPipeline(parts: Parts): (incoming: Incoming) => Promise<Answer> {
  const { config, graphql, metrics } = parts;
  const common = createCommon(parts);
  const { health, feeds, pages } = createSite(parts, common);
  return answering({
    entryPoints: [health, ...createApis(parts, common), feeds, pages],
    represent: (answer, request) => represent(answer, request, parts.clock()),
    last: [
      retryAfter,
      rateHeaders,
      securityHeaders,
      createChallenge(
        common.abouts[config.defaultLanguage].name,
        config.oidc && { ...config.oidc, ...(parts.mcp && { metadata: loginAt(config.siteUrl) }) },
      ),
      createCors(config.corsOrigins, config.oidc && ['WWW-Authenticate']),
    ],
    report: parts.report,
    refused: parts.refused,
    ended: metrics ? measured(metrics, graphql.listed) : () => {},
  });
}

/**
 * Counts a request under the route row that answered it, or else under its entry point. Only `listed` GraphQL operations get a label,
 * because clients can invent any number of others.
 */
const measured =
  ({ request }: Metrics, listed: GraphqlServer['listed']) =>
  ({ entryPoint, context, status, seconds }: Ended) => {
    const { method, row, match } = context as Incoming & Partial<Routed>;
    const counted =
      row && 'operation' in row ? row.operation : match ? `${entryPoint} ${match.path || '/'}` : entryPoint;
    const { operation } = context.running.trace ?? {};
    request({ row: counted, method, status, ...(operation && listed.has(operation) && { operation }) }, seconds);
  };
