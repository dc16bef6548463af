import type { Identify } from './auth/identify.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { ResolverContext } from './graphql/context.ts';
import { graphiqlStep } from './graphql/graphiql.ts';
import type { GraphqlServer } from './graphql/server.ts';
import {
  executeGraphql,
  graphqlAddress,
  graphqlFailed,
  graphqlLanguage,
  preflight,
  refuseForms,
} from './graphql/steps.ts';
import { homeStep } from './home.ts';
import { createCors } from './http/cors.ts';
import { type Answer, type Incoming, jsonAnswer, jsonFailure } from './http/exchange.ts';
import type { CountRequest } from './http/rate.ts';
import { retryAfter } from './http/retry-after.ts';
import { clientStep } from './http/steps/client.ts';
import { foreignFormStep } from './http/steps/foreign-form.ts';
import { healthStep } from './http/steps/health.ts';
import { identityStep } from './http/steps/identity.ts';
import { inFlightStep } from './http/steps/in-flight.ts';
import { countingRefused, rateHeaders, rateStep } from './http/steps/rate.ts';
import { answering, type Door, steps } from './http/steps.ts';
import { pictureStep } from './pictures.ts';
import type { Operation } from './rest/operations.ts';
import { ownRows } from './rest/own.ts';
import type { Route } from './rest/route.ts';
import { createRunOperation } from './rest/run.ts';
import { addressStep } from './rest/steps/address.ts';
import { composeStep } from './rest/steps/compose.ts';
import { describeStep } from './rest/steps/describe.ts';
import { restFailed } from './rest/steps/failed.ts';
import { fieldsStep } from './rest/steps/fields.ts';
import { formStep } from './rest/steps/form.ts';
import type { Addressed } from './rest/steps/known.ts';
import { type LinksOf, languageOfBodyStep, languageStep } from './rest/steps/language.ts';
import { routeStep } from './rest/steps/route.ts';
import { runStep } from './rest/steps/run.ts';
import { variablesStep } from './rest/steps/variables.ts';

type Known = Pick<Context, 'viewer' | 'viewerUnknown' | 'language' | 'links'>;

/** What the steps work with. */
export interface Parts {
  config: Pick<Config, 'siteUrl' | 'restRoot' | 'defaultLanguage' | 'corsOrigins' | 'trustProxy' | 'maxInFlight'>;
  identify: Identify;
  countRequest: CountRequest;
  linksOf: LinksOf;
  /** What every resolver and service knows about the request. */
  openContext(known: Known): ResolverContext;
  graphql: GraphqlServer;
  routes: readonly Route[];
  operations: ReadonlyMap<string, Operation>;
  /** Names of the namespace of REST. */
  namespaces: readonly string[];
  documentation: object;
  ping(): Promise<boolean>;
  /** Told of every error that is a fault of ours, once. */
  report(error: unknown): void;
}

/**
 * The life of a request, door by door, top to bottom. A step more (a limit, a cache, a log) is a line more: in a door for
 * its requests, in `last` for every answer.
 */
export function createLife(parts: Parts): (incoming: Incoming) => Promise<Answer> {
  const { config, linksOf, graphql, routes, namespaces, documentation } = parts;
  const { root, below } = ownRows({ routes, namespaces, documentation });
  const run = createRunOperation(parts.operations, graphql);
  const inFlight = inFlightStep(config.maxInFlight);
  const client = clientStep(config.trustProxy);
  const identity = countingRefused(identityStep(parts.identify), parts.countRequest);
  const rate = rateStep(parts.countRequest);
  const session = (known: Known) => ({ context: parts.openContext(known) });

  const rest: Door = {
    addressed: addressStep(config.restRoot, namespaces),
    steps: steps<Addressed>()
      .step(inFlight)
      .step(languageStep(config.defaultLanguage, linksOf))
      .step(foreignFormStep(ownOrigins(config)))
      .step(client)
      .step(identity)
      .step(rate)
      .step(routeStep({ root, below: [...below, ...routes] }))
      .step(fieldsStep)
      .step(languageOfBodyStep(config.defaultLanguage, linksOf))
      .step(session)
      .step(describeStep(run))
      .step(variablesStep)
      .step(runStep(run))
      .step(composeStep)
      .step(formStep).list,
    failed: restFailed,
  };

  const graphqlDoor: Door = {
    addressed: graphqlAddress,
    steps: steps<Incoming & NonNullable<ReturnType<typeof graphqlAddress>>>()
      .step(inFlight)
      .step(preflight)
      .step(graphiqlStep())
      .step(graphqlLanguage(config.defaultLanguage, linksOf))
      .step(refuseForms)
      .step(client)
      .step(identity)
      .step(rate)
      .step(session)
      .step(executeGraphql(graphql)).list,
    failed: graphqlFailed(graphql),
  };

  // The last door takes every address.
  const pages: Door = {
    addressed: () => ({}),
    steps: steps<Incoming>()
      .step(healthStep(parts.ping))
      .step(inFlight)
      .step(client)
      .step(rate)
      .step(homeStep(config.siteUrl, config.restRoot, namespaces[0]!))
      .step(pictureStep)
      .step(() => ({ answer: jsonAnswer(404, { message: 'There is nothing at this address.' }) })).list,
    failed: jsonFailure,
  };

  return answering({
    doors: [graphqlDoor, rest, pages],
    last: [retryAfter, rateHeaders, createCors(config.corsOrigins)],
    report: parts.report,
  });
}

/** The origins whose pages may send forms with the credentials that a browser keeps: `*` names none. */
const ownOrigins = ({ siteUrl, corsOrigins }: Pick<Config, 'siteUrl' | 'corsOrigins'>): readonly string[] => [
  new URL(siteUrl).origin,
  ...(corsOrigins === '*' ? [] : corsOrigins),
];
