import { createFeeds } from '../api/feeds/feeds.ts';
import type { SavedFeeds } from '../api/feeds/saved.ts';
import { feedAddress, feedAddressStep, feedsStep } from '../api/feeds/step.ts';
import type { OpenStream, ResolverContext } from '../api/graphql/context.ts';
import { createGraphiql } from '../api/graphql/graphiql.ts';
import type { Operation } from '../api/graphql/operations.ts';
import { createSdlStep } from '../api/graphql/sdl.ts';
import type { GraphqlServer } from '../api/graphql/server.ts';
import {
  executeGraphql,
  graphqlAddress,
  graphqlFailed,
  graphqlLanguage,
  preflight,
  refuseForms,
  responseType,
} from '../api/graphql/steps.ts';
import { createRunQuery, type Queries } from '../api/graphql/writer/runner.ts';
import type { AnswerMessage } from '../api/mcp/server.ts';
import { loginAt, mcpAddress, mcpFailed, mcpStep, metadataStep, postOnly, usersOnly } from '../api/mcp/steps.ts';
import { operationsPage } from '../api/operations/page.ts';
import { methodStep, operationAddress, operationStep, showStep } from '../api/operations/steps.ts';
import { aboutsOf } from '../api/pages/about.ts';
import { pageAddressStep } from '../api/pages/address.ts';
import { createDocs } from '../api/pages/docs.ts';
import { embedStep } from '../api/pages/embed.ts';
import { faviconStep } from '../api/pages/favicon.ts';
import { createPageFiles, FILES } from '../api/pages/files.ts';
import { eventsStep } from '../api/pages/home.ts';
import { createImages } from '../api/pages/image-hosts.ts';
import { placeOf } from '../api/pages/layout.ts';
import { createMissing } from '../api/pages/missing.ts';
import type { OwnFiles } from '../api/pages/own-files.ts';
import { recordStep } from '../api/pages/record.ts';
import { seriesStep } from '../api/pages/series.ts';
import type { PageSite } from '../api/pages/site.ts';
import { robotsStep, sitemapAddressStep, sitemapStep } from '../api/pages/sitemap.ts';
import type { Operations } from '../api/rest/operations.ts';
import { ownRows } from '../api/rest/own.ts';
import { isForEverybody } from '../api/rest/route.ts';
import { composeStep, describeStep, formStep, restFailed, runStep } from '../api/rest/steps/answer.ts';
import { feedStep } from '../api/rest/steps/feed.ts';
import { linesStep } from '../api/rest/steps/lines.ts';
import { liveStep } from '../api/rest/steps/live.ts';
import {
  addressStep,
  customFieldsStep,
  fieldsStep,
  type LinksOf,
  languageOfBodyStep,
  languageStep,
  routeStep,
  variablesStep,
} from '../api/rest/steps/request.ts';
import type { Addressed, Routed } from '../api/rest/steps/rest-request.ts';
import { validated } from '../api/rest/steps/validators.ts';
import { isPublicFeed, MEDIA_ROUTES, NAMESPACE_ROUTES, PUBLIC_ROUTES } from '../api/rest/table.ts';
import { lastModified } from '../cache/last-modified.ts';
import type { ResponseCache } from '../cache/responses.ts';
import type { CurrentRevision } from '../cache/revision.ts';
import { cachedGraphql, cachedPages, cachedRest, revisionStep } from '../cache/steps.ts';
import type { OpenPicture } from '../data/pictures/take.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { Language } from '../domain/language.ts';
import type { Trace } from '../domain/request.ts';
import type { Identify } from '../http/auth/identify.ts';
import { preconditionOf } from '../http/conditional.ts';
import type { Answer, Incoming } from '../http/exchange.ts';
import { filesStep } from '../http/files.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { keptPictureStep } from '../http/kept-pictures.ts';
import { represent } from '../http/represent.ts';
import { createChallenge, createCors, noIndex, retryAfter, securityHeaders } from '../http/response-headers.ts';
import type { SignIn } from '../http/sign-in.ts';
import { bodiesStep } from '../http/steps/bodies.ts';
import { clientStep, identityStep } from '../http/steps/client.ts';
import { foreignFormStep, foreignOriginStep } from '../http/steps/foreign-form.ts';
import { loadStep } from '../http/steps/load.ts';
import { type Counts, countingRefused, rateHeaders, rateStep } from '../http/steps/rate.ts';
import { healthStep, metricsStep, readyStep, watchedAddress } from '../http/steps/watched.ts';
import { answering, type Ended, type EntryPoint, steps } from '../http/steps.ts';
import type { Subscriber, Subscribers } from '../http/subscribers.ts';
import { createUploads, uploadsStep } from '../http/uploads.ts';
import type { Addresses } from '../kinds/addresses.ts';
import type { Context } from '../kinds/context.ts';
import { PLUG_IN_NAMESPACE } from '../kinds/record-urls.ts';
import { pictureStep } from '../tools/pictures.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import { VERSION } from './version.ts';

type RequestContext = Pick<Context, 'viewer' | 'language' | 'links' | 'running'> & {
  /** The moment of the current event of a stream. */
  now?: number;
  revision: number | undefined;
  dependencies?: Set<string> | null;
};

/** A request that may be answered with a stream. */
type Streamed = RequestContext & Subscriber & { isStream?: true };

/** What the pipeline is made from. */
export interface Parts {
  config: Config;
  /** Milliseconds since the epoch. */
  clock(): number;
  identify: Identify;
  signIn: SignIn;
  counts: Counts;
  linksOf: LinksOf;
  addresses: Addresses;
  /** Creates the context that all resolvers and services get for a request. */
  openContext(request: RequestContext): ResolverContext;
  revision: CurrentRevision;
  responses: ResponseCache;
  subscribers: Subscribers;
  /** Loads what answers assistants, if they may come. */
  mcp: (() => Promise<AnswerMessage>) | undefined;
  /** The running exports. */
  exports: Subscribers;
  graphql: GraphqlServer;
  operations: Operations;
  /** The texts of GraphiQL's example documents. */
  graphiqlExamples(): readonly string[];
  /** The queries of feeds. */
  feedQueries(): Queries;
  /** The operations of the operator, if there is a folder, and their OpenAPI document. */
  ownOperations: { list: readonly Operation[]; document(): object } | undefined;
  /** The feeds of listed documents. */
  savedFeeds: SavedFeeds;
  /** The operations of pages. */
  pageOperations(): Queries;
  ownFiles: OwnFiles;
  /** The names of the REST namespace. */
  namespaces: readonly string[];
  documentation(): object;
  /** The files of uploaded pictures. */
  openPicture: OpenPicture;
  /** Whether the records come from a seed: then the server draws their pictures. */
  isSeeded(): Promise<boolean>;
  /** Whether requests can be served now. */
  ready(): Promise<'ok' | 'full' | 'unavailable'>;
  /** Called once for every internal error. */
  report(error: unknown, trace: Trace | undefined): void;
  /** Called for every error that ends a request. */
  refused(code: ErrorCode): void;
  /** The metrics, if they are enabled. */
  metrics: Metrics | undefined;
}

/**
 * The life of a request, one entry point after the other, from top to bottom. Each additional step (a limit, a cache, a log) is one
 * more line: in an entry point for its requests, in `last` for every answer, also to what fails.
 */
export function createPipeline(parts: Parts): (incoming: Incoming) => Promise<Answer> {
  const { config, linksOf, graphql, namespaces, metrics } = parts;
  const { run, follow } = parts.operations;
  const abouts = aboutsOf(config);
  const { above, below } = ownRows({ ...parts, abouts });
  const load = loadStep(config.maxInFlight);
  const bodies = bodiesStep();
  const uploads = createUploads();
  const client = clientStep(config.trustProxy);
  const identity = countingRefused(identityStep(parts.identify), parts.counts);
  const rate = rateStep(parts.counts);
  const { defaultLanguage } = config;
  const graphiql = createGraphiql({
    examples: parts.graphiqlExamples,
    abouts,
    defaultLanguage,
    signIn: parts.signIn,
    operations: config.introspection ? (parts.ownOperations?.list ?? []).map(({ name }) => name) : [],
  });
  const feeds = createFeeds(createRunQuery(parts.feedQueries), abouts);
  const dated = lastModified(parts.clock);
  const { restRoot } = config;
  const pageFiles = createPageFiles(parts.ownFiles);
  const site: PageSite = {
    address: config.siteUrl,
    abouts,
    standard: defaultLanguage,
    namespace: namespaces.find((name) => name === PLUG_IN_NAMESPACE) ?? namespaces[0]!,
    eventsPath: parts.addresses.events,
    zone: config.siteTimezone,
    images: createImages(config.imageHosts),
    files: pageFiles.names,
    image: parts.ownFiles.image && {
      url: `${config.siteUrl}/${FILES}${pageFiles.names.image}`,
      width: parts.ownFiles.image.width,
      height: parts.ownFiles.image.height,
    },
    embedParents: config.embedParents,
    version: VERSION,
    isSeeded: parts.isSeeded,
    run: createRunQuery(parts.pageOperations),
  };
  const ownRoot = restRoot.slice(1);
  const docs = createDocs(site, {
    namespace: `${ownRoot}/${namespaces[0]}`,
    media: `${ownRoot}/wp/v2/media`,
    signIn: parts.signIn,
  });
  const missing = createMissing(site);
  const revision = revisionStep(parts.revision);
  const session = (request: RequestContext) => ({ context: parts.openContext(request) });
  const openStreamAmong = (places: Subscribers) => (request: Streamed) => async (): Promise<OpenStream> => {
    const { signal, end } = await places.enter(request);
    request.isStream = true;
    return {
      signal,
      end,
      moment: async () => ({ now: parts.clock(), revision: await parts.revision() }),
      // Streamed answers are not cached.
      contextAt: (moment) => parts.openContext({ ...request, ...moment, dependencies: null }),
    };
  };
  const openStream = openStreamAmong(parts.subscribers);
  const streamingSession = (request: RequestContext & Subscriber & Incoming) => {
    const key = idempotencyKeyOf(request);
    const keyed = key === undefined ? undefined : { key, begun: 0 };
    return { context: { ...parts.openContext(request), openStream: openStream(request), keyed } };
  };
  /** REST formats every error itself. */
  const restSession = (request: RequestContext & Subscriber & Incoming & Pick<Context, 'uploads'> & Routed) => {
    const { context } = streamingSession(request);
    const precondition = preconditionOf(request, context.now);
    const { uploads, row } = request;
    const how = isForEverybody(row)
      ? { ignoresUnknown: true as const, longPages: true as const }
      : { tellsHidden: true as const };
    return { context: { ...context, uploads, throwsUserErrors: true, ...how, precondition } };
  };

  const rest: EntryPoint = {
    name: 'rest',
    addressed: addressStep(config.restRoot, namespaces),
    steps: steps<Addressed>()
      .step(languageStep(config.defaultLanguage, linksOf))
      .step(client)
      .step(bodies)
      .around(load)
      .step(foreignFormStep(ownOrigins(config)))
      .step((request) => (isPublicFeed(request.path) ? { viewer: undefined } : identity(request)))
      .step(rate)
      .step(routeStep({ above: [...above, ...MEDIA_ROUTES, ...PUBLIC_ROUTES], below: [...below, ...NAMESPACE_ROUTES] }))
      .step(({ row, viewer }) => ({ viewer: isForEverybody(row) ? undefined : viewer }))
      .step(revision)
      .around(dated)
      .around(cachedRest(parts.responses))
      .around(uploadsStep(uploads))
      .step(fieldsStep(uploads))
      .step(languageOfBodyStep(config.defaultLanguage, linksOf))
      .step(restSession)
      .around(validated)
      .step(describeStep(run))
      .step(customFieldsStep(run))
      .step(variablesStep)
      .step(feedStep(feeds))
      .step(liveStep(follow))
      .step(linesStep(run, openStreamAmong(parts.exports)))
      .step(runStep(run))
      .step(composeStep)
      .step(formStep).list,
    failed: restFailed,
    last: [noIndex],
  };

  const graphqlEntry: EntryPoint = {
    name: 'graphql',
    addressed: graphqlAddress,
    steps: steps<Incoming & NonNullable<ReturnType<typeof graphqlAddress>>>()
      .step(client)
      .step(bodies)
      .around(load)
      .step(preflight)
      .step(createSdlStep(config.introspection))
      .step(graphiql.pageStep)
      .step(responseType)
      .step(graphqlLanguage(config.defaultLanguage, linksOf))
      .step(refuseForms)
      .step(identity)
      .step(rate)
      .step(revision)
      .around(cachedGraphql(parts.responses))
      .around(uploadsStep(uploads))
      .step(streamingSession)
      .step(executeGraphql(graphql, uploads)).list,
    failed: graphqlFailed(graphql, config.defaultLanguage),
  };

  const { ownOperations: own } = parts;
  const overview = config.introspection && {
    document: () => own!.document(),
    page: (request: Incoming & Pick<Context, 'language'> & { segment?: Language }) =>
      operationsPage(placeOf(site, { segment: undefined, ...request }), own!.list, (name) => !!parts.savedFeeds(name)),
  };
  const operationsEntry: EntryPoint | undefined = own && {
    name: 'operations',
    addressed: operationAddress,
    steps: steps<Incoming & NonNullable<ReturnType<typeof operationAddress>>>()
      .step(languageStep(config.defaultLanguage, linksOf))
      .step(client)
      .step(bodies)
      .around(load)
      .step(foreignFormStep(ownOrigins(config)))
      .step(identity)
      .step(rate)
      .step(operationStep(own.list, overview || undefined))
      .step(methodStep)
      .step(revision)
      .around(cachedRest(parts.responses))
      .step((request) => {
        const { context } = streamingSession(request);
        return { context: { ...context, precondition: preconditionOf(request, context.now) } };
      })
      .around(validated)
      .step(showStep).list,
    failed: restFailed,
    last: [noIndex],
  };

  const mcpEntry: EntryPoint | undefined = parts.mcp && {
    name: 'mcp',
    addressed: mcpAddress(config.oidc !== undefined),
    steps: steps<Incoming & { segment: undefined }>()
      .step(client)
      .step(bodies)
      .around(load)
      .step(preflight)
      .step(metadataStep(abouts[defaultLanguage].name, config.siteUrl, config.oidc))
      .step(postOnly)
      .step(foreignOriginStep(ownOrigins(config)))
      .step(graphqlLanguage(config.defaultLanguage, linksOf))
      .step(identity)
      .step(rate)
      .step(usersOnly)
      .step(revision)
      .step(session)
      .step(mcpStep(parts.mcp)).list,
    failed: mcpFailed(config.defaultLanguage),
    last: [noIndex],
  };

  const health: EntryPoint = {
    name: 'health',
    addressed: watchedAddress,
    steps: steps<Incoming>()
      .step(client)
      .step(healthStep)
      .step(readyStep(parts.ready))
      .step(metrics ? metricsStep(metrics) : missing.step).list,
    failed: missing.failed,
  };

  const pageAddress = pageAddressStep(defaultLanguage, linksOf, parts.addresses);

  const feedsOfPages: EntryPoint = {
    name: 'feeds',
    addressed: feedAddress(pageAddress),
    steps: steps<Incoming & ReturnType<typeof pageAddress>>()
      .step(client)
      .around(load)
      .step(rate)
      .step(feedAddressStep)
      .step(revision)
      .around(dated)
      .around(cachedPages(parts.responses))
      .step(session)
      .step(feedsStep(feeds, parts.savedFeeds))
      .step(missing.step).list,
    failed: missing.failed,
    last: [noIndex],
  };

  // The last one takes every address.
  const pages: EntryPoint = {
    name: 'pages',
    addressed: () => ({}),
    steps: steps<Incoming>()
      .step(client)
      .around(load)
      .step(rate)
      .step(pictureStep(parts.isSeeded))
      .step(keptPictureStep(parts.openPicture))
      .step(faviconStep)
      .step(graphiql.fileStep)
      .step(filesStep(`/${FILES}`, async () => pageFiles))
      .step(embedStep)
      .step(robotsStep(site))
      .step(docs.fileStep)
      .step(pageAddress)
      .step(sitemapAddressStep)
      .step(revision)
      .around(cachedPages(parts.responses))
      .step(session)
      .step(docs.pageStep)
      .step(sitemapStep(site))
      .step(seriesStep(site))
      .step(recordStep(site))
      .step(eventsStep(site))
      .step(missing.step).list,
    failed: missing.failed,
  };

  return answering({
    entryPoints: [
      ...[health, graphqlEntry, mcpEntry, operationsEntry].filter((each) => each !== undefined),
      rest,
      feedsOfPages,
      pages,
    ],
    represent: (answer, request) => represent(answer, request, parts.clock()),
    last: [
      retryAfter,
      rateHeaders,
      securityHeaders,
      createChallenge(
        abouts[defaultLanguage].name,
        config.oidc && { ...config.oidc, ...(parts.mcp && { metadata: loginAt(config.siteUrl) }) },
      ),
      createCors(config.corsOrigins, config.oidc && ['WWW-Authenticate']),
    ],
    report: parts.report,
    refused: parts.refused,
    ended: metrics ? measured(metrics, graphql.listed) : () => {},
  });
}

/** The origins whose pages may send forms with credentials that the browser stores; `*` adds none. */
const ownOrigins = ({ siteUrl, corsOrigins }: Pick<Config, 'siteUrl' | 'corsOrigins'>): readonly string[] => [
  new URL(siteUrl).origin,
  ...(corsOrigins === '*' ? [] : corsOrigins),
];

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
