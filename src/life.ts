import type { Identify } from './auth/identify.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { ErrorCode } from './errors.ts';
import type { ResolverContext } from './graphql/context.ts';
import { createGraphiql } from './graphql/graphiql.ts';
import type { GraphqlServer } from './graphql/server.ts';
import {
  executeGraphql,
  graphqlAddress,
  graphqlFailed,
  graphqlLanguage,
  preflight,
  refuseForms,
  responseType,
} from './graphql/steps.ts';
import { preconditionOf } from './http/conditional.ts';
import { createCors } from './http/cors.ts';
import type { Answer, Incoming } from './http/exchange.ts';
import { filesStep } from './http/files.ts';
import { represent } from './http/represent.ts';
import { retryAfter } from './http/retry-after.ts';
import { challenge, securityHeaders } from './http/security-headers.ts';
import { bodiesStep } from './http/steps/bodies.ts';
import { clientStep } from './http/steps/client.ts';
import { foreignFormStep } from './http/steps/foreign-form.ts';
import { identityStep } from './http/steps/identity.ts';
import { loadStep } from './http/steps/load.ts';
import { type Counts, countingRefused, rateHeaders, rateStep } from './http/steps/rate.ts';
import { healthStep, metricsStep, readyStep } from './http/steps/watched.ts';
import { answering, type Door, type Ended, steps } from './http/steps.ts';
import type { KeptAnswers } from './kept/answers.ts';
import type { Standing } from './kept/standing.ts';
import { keptGraphql, keptRest, standingStep } from './kept/steps.ts';
import type { Metrics } from './metrics.ts';
import { pageAddressStep } from './pages/address.ts';
import { createDocs } from './pages/docs.ts';
import { faviconStep } from './pages/favicon.ts';
import { FILES, pageFiles } from './pages/files.ts';
import { homeStep } from './pages/home.ts';
import { createImages } from './pages/images.ts';
import { missingStep, pagesFailed } from './pages/missing.ts';
import { createRunPage, type PageOperations } from './pages/operations.ts';
import { recordStep } from './pages/record.ts';
import { pictureStep } from './pictures.ts';
import type { Trace } from './request.ts';
import type { Operation } from './rest/operations.ts';
import { ownRows } from './rest/own.ts';
import type { HostRoute, Route } from './rest/route.ts';
import { createRunOperation } from './rest/run.ts';
import { addressStep } from './rest/steps/address.ts';
import { composeStep } from './rest/steps/compose.ts';
import { describeStep } from './rest/steps/describe.ts';
import { restFailed } from './rest/steps/failed.ts';
import { fieldsStep } from './rest/steps/fields.ts';
import { formStep } from './rest/steps/form.ts';
import type { Addressed, Routed } from './rest/steps/known.ts';
import { type LinksOf, languageOfBodyStep, languageStep } from './rest/steps/language.ts';
import { routeStep } from './rest/steps/route.ts';
import { runStep } from './rest/steps/run.ts';
import { validated } from './rest/steps/validators.ts';
import { variablesStep } from './rest/steps/variables.ts';

type Known = Pick<Context, 'viewer' | 'viewerUnknown' | 'language' | 'links' | 'running'> & {
  standing: number | undefined;
  restsOn?: Set<string> | null;
};

/** What the steps work with. */
export interface Parts {
  config: Pick<
    Config,
    'siteUrl' | 'restRoot' | 'defaultLanguage' | 'corsOrigins' | 'trustProxy' | 'maxInFlight' | 'imageHosts'
  >;
  identify: Identify;
  counts: Counts;
  linksOf: LinksOf;
  /** What every resolver and service knows about the request. */
  openContext(known: Known): ResolverContext;
  standing: Standing;
  kept: KeptAnswers;
  graphql: GraphqlServer;
  routes: readonly Route[];
  hostRoutes: readonly HostRoute[];
  operations: ReadonlyMap<string, Operation>;
  /** Gives the texts of the documents that GraphiQL has ready. */
  graphiqlExamples(): readonly string[];
  /** Gives the operations of pages. */
  pageOperations(): PageOperations;
  /** The version of what runs. */
  version: string;
  /** Names of the namespace of REST. */
  namespaces: readonly string[];
  documentation(): object;
  /** Whether requests can be served now. */
  ready(): Promise<'ok' | 'full' | 'unavailable'>;
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown, trace: Trace | undefined): void;
  /** Told of every error that ends the way of a request. */
  refused(code: ErrorCode): void;
  /** What counts, where that is wanted. */
  metrics: Metrics | undefined;
}

/**
 * The life of a request, door by door, top to bottom. A step more (a limit, a cache, a log) is a line more: in a door for
 * its requests, in `last` for every answer.
 */
export function createLife(parts: Parts): (incoming: Incoming) => Promise<Answer> {
  const { config, linksOf, graphql, routes, namespaces, documentation, metrics } = parts;
  const run = createRunOperation(parts.operations);
  const { above, below } = ownRows({ routes, hostRoutes: parts.hostRoutes, namespaces, documentation });
  const load = loadStep(config.maxInFlight);
  const bodies = bodiesStep();
  const client = clientStep(config.trustProxy);
  const identity = countingRefused(identityStep(parts.identify), parts.counts);
  const rate = rateStep(parts.counts);
  const graphiql = createGraphiql({ examples: parts.graphiqlExamples, defaultLanguage: config.defaultLanguage });
  const runPage = createRunPage(parts.pageOperations);
  const { siteUrl: site, restRoot, defaultLanguage } = config;
  const docs = createDocs(`${restRoot.slice(1)}/${namespaces[0]}`);
  const standing = standingStep(parts.standing);
  const session = (known: Known) => ({ context: parts.openContext(known) });
  /** REST has a form of its own for every error. */
  const restSession = (known: Known & Incoming) => ({
    context: {
      ...parts.openContext(known),
      throwsUserErrors: true,
      tellsHidden: true as const,
      precondition: preconditionOf(known),
    },
  });

  const rest: Door = {
    name: 'rest',
    addressed: addressStep(config.restRoot, namespaces),
    steps: steps<Addressed>()
      .step(client)
      .step(bodies)
      .around(load)
      .step(languageStep(config.defaultLanguage, linksOf))
      .step(foreignFormStep(ownOrigins(config)))
      .step(identity)
      .step(rate)
      .step(routeStep({ above, below: [...below, ...routes] }))
      .step(standing)
      .around(keptRest(parts.kept))
      .step(fieldsStep)
      .step(languageOfBodyStep(config.defaultLanguage, linksOf))
      .step(restSession)
      .around(validated)
      .step(describeStep(run))
      .step(variablesStep)
      .step(runStep(run))
      .step(composeStep)
      .step(formStep).list,
    failed: restFailed,
  };

  const graphqlDoor: Door = {
    name: 'graphql',
    addressed: graphqlAddress,
    steps: steps<Incoming & NonNullable<ReturnType<typeof graphqlAddress>>>()
      .step(client)
      .step(bodies)
      .around(load)
      .step(preflight)
      .step(graphiql.pageStep)
      .step(responseType)
      .step(graphqlLanguage(config.defaultLanguage, linksOf))
      .step(refuseForms)
      .step(identity)
      .step(rate)
      .step(standing)
      .around(keptGraphql(parts.kept))
      .step(session)
      .step(executeGraphql(graphql)).list,
    failed: graphqlFailed(graphql),
  };

  // The last door takes every address.
  const pages: Door = {
    name: 'pages',
    addressed: () => ({}),
    steps: steps<Incoming>()
      .step(client)
      .step(healthStep)
      .step(readyStep(parts.ready))
      .step(metrics ? metricsStep(metrics) : () => ({}))
      .around(load)
      .step(rate)
      .step(pictureStep)
      .step(faviconStep)
      .step(graphiql.fileStep)
      .step(filesStep(`/${FILES}`, pageFiles))
      .step(docs.fileStep)
      .step(docs.pageStep)
      .step(pageAddressStep(defaultLanguage, linksOf))
      .step(standing)
      .step(session)
      .step(recordStep(runPage, defaultLanguage, createImages(config.imageHosts)))
      .step(homeStep(runPage, { site, standard: defaultLanguage, version: parts.version }))
      .step(missingStep).list,
    failed: pagesFailed,
  };

  return answering({
    doors: [graphqlDoor, rest, pages],
    represent,
    last: [retryAfter, rateHeaders, securityHeaders, challenge, createCors(config.corsOrigins)],
    report: parts.report,
    refused: parts.refused,
    ended: metrics ? measured(metrics, graphql.listed) : () => {},
  });
}

/** The origins whose pages may send forms with the credentials that a browser keeps: `*` names none. */
const ownOrigins = ({ siteUrl, corsOrigins }: Pick<Config, 'siteUrl' | 'corsOrigins'>): readonly string[] => [
  new URL(siteUrl).origin,
  ...(corsOrigins === '*' ? [] : corsOrigins),
];

/**
 * Counts a request under the row of routes that answered it; where there is none, under its door. Of operations of GraphQL
 * only `listed` ones are told apart: there are as many others as clients like.
 */
const measured =
  ({ request }: Metrics, listed: GraphqlServer['listed']) =>
  ({ door, known, status, seconds }: Ended) => {
    const { method, row, match } = known as Incoming & Partial<Routed>;
    const counted = row && 'operation' in row ? row.operation : match ? `${door} ${match.path || '/'}` : door;
    const { operation } = known.running.trace ?? {};
    request({ row: counted, method, status, ...(operation && listed.has(operation) && { operation }) }, seconds);
  };
