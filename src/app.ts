import { setTimeout as sleep } from 'node:timers/promises';
import { loadFeedQueries } from './api/feeds/queries.ts';
import { createSavedFeeds } from './api/feeds/saved.ts';
import { federated } from './api/graphql/federation.ts';
import { feedNameOf } from './api/graphql/feed-documents.ts';
import { type DocumentFile, loadOperations as loadFolder, type TakenBy } from './api/graphql/operations.ts';
import { hashOfDocument } from './api/graphql/persisted.ts';
import { readList } from './api/graphql/persisted-list.ts';
import { schema } from './api/graphql/schema.ts';
import { createGraphqlServer } from './api/graphql/server.ts';
import { createFragmentCache } from './api/graphql/writer/fragment-cache.ts';
import { toolsOf } from './api/mcp/tools.ts';
import { createOperationsDocument } from './api/operations/document.ts';
import { aboutsOf } from './api/pages/about.ts';
import { readOwnFiles } from './api/pages/own-files.ts';
import { loadPageOperations } from './api/pages/queries.ts';
import { createDocumentation, operationIdsIn } from './api/rest/documentation/document.ts';
import { loadOperations } from './api/rest/operations.ts';
import { reservedNames } from './api/rest/reserved-names.ts';
import type { LinksOf } from './api/rest/steps/request.ts';
import { NAMESPACE } from './api/rest/table.ts';
import { newFreshness } from './cache/freshness.ts';
import { createResponseCache } from './cache/responses.ts';
import { createRevisions } from './cache/revision.ts';
import { audited } from './data/audited.ts';
import { type Changes, createChanges } from './data/changes/changes.ts';
import { charged } from './data/charged.ts';
import { heedDeadline } from './data/heed-deadline.ts';
import { createOpening } from './data/pictures/take.ts';
import type { Store } from './data/port.ts';
import { readSetting, SEED } from './data/settings.ts';
import { timed } from './data/timed.ts';
import type { UserLookup } from './data/users/users.ts';
import { once } from './domain/once-for.ts';
import type { Trace } from './domain/request.ts';
import { createIdentify } from './http/auth/identify.ts';
import { createIssuer } from './http/auth/issuer.ts';
import type { Answer, Incoming } from './http/exchange.ts';
import { createRate } from './http/rate.ts';
import { createCountsOfWorkers, createSharedCounts } from './http/shared-counts.ts';
import { createSignIn } from './http/sign-in.ts';
import { createSubscribers } from './http/subscribers.ts';
import { COLLECTIONS } from './kinds/collections.ts';
import { readinessOf } from './kinds/database.ts';
import { lastRuns } from './kinds/imports.ts';
import { createPublishing } from './kinds/post/publishing.ts';
import { createLinks, type Links } from './kinds/record-urls.ts';
import { createExtending } from './kinds/series/extending.ts';
import { createResources } from './kinds/services.ts';
import type { Config } from './process/config.ts';
import { linkPartsOf } from './process/link-parts.ts';
import type { Log } from './process/log.ts';
import { budgetOf } from './process/memory.ts';
import { createMetrics } from './process/metrics.ts';
import type { Parts } from './process/pipeline/parts.ts';
import { createPipeline } from './process/pipeline.ts';
import { VERSION } from './process/version.ts';
import type { Together } from './process/worker.ts';
import {
  readExampleDocuments,
  readExamples,
  readFeedQueries,
  readFolder,
  readOperations,
  readPageOperations,
  readTools,
} from './schema-files.ts';
import { createDelivering } from './webhooks/deliver.ts';
import type { Webhook } from './webhooks/hooks.ts';

export interface AppDeps {
  config: Config;
  store: Store;
  users: UserLookup;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** Returns a globally unique id for an event. */
  newUid(): string;
  log: Log;
  /** The change log, if the caller writes to it as well. */
  changes?: Changes;
  /** In a worker: what it shares with the others. */
  together?: Together;
  /** Where to send changes; default: nowhere. */
  webhooks?: readonly Webhook[];
  /** How many requests the HTTP server has in progress. */
  inFlight?(): number;
}

/** The whole service as one function from request to answer. Never throws. */
export interface App {
  answer(incoming: Incoming): Promise<Answer>;
  /** Publishes what is due. Call it every second. */
  publishDue(): Promise<void>;
  /** Makes the occurrences of series that have come into the horizon, once a day. Call it every second. */
  extendSeries(): Promise<void>;
  /** One function per webhook that sends what is due. Call each every second. */
  deliver: readonly ((signal: AbortSignal) => Promise<void>)[];
  /** Ends open streams. Call it before the HTTP server stops. */
  endStreams(): void;
}

/** How many exports may run at once. */
const MOST_EXPORTS = 2;

/** The collections whose changes are logged. */
const RECORDS = COLLECTIONS.map(({ name }) => name);

/** The files of the operator's folder. @throws Error with one line if there is none */
function readFilesOf(folder: string): DocumentFile[] {
  try {
    return readFolder(folder, folder);
  } catch (error) {
    throw new Error(`OPERATIONS cannot be read: ${(error as Error).message}`);
  }
}

/** Who has a name already: REST, whose names generated clients use too, or a tool of ours. */
function takenBy(documentation: () => object, builtIn: ReadonlyMap<string, unknown> | undefined): TakenBy {
  const ids = operationIdsIn(documentation());
  return (name) =>
    ids.has(name) ? 'an operation of REST' : builtIn?.has(name) ? 'a tool of ours for assistants' : undefined;
}

/** Sources whose last imports are in the metrics, and milliseconds that these wait for them. */
const [MOST_SOURCES, RUNS_LIMIT] = [100, 1_000];

/** Wires the parts together, all by hand. @throws when a route or a document does not fit */
export function createApp(deps: AppDeps): App {
  const { config, store, users, clock, newUid, log, together, webhooks = [], inFlight = () => 0, ...more } = deps;
  const report = (error: unknown, trace?: Trace) =>
    log.error({ ...trace, err: error }, 'a request failed in a way that nobody foresaw');
  const subscribers = createSubscribers({ most: config.maxSubscribers, users, clock });
  const exports = createSubscribers({ most: MOST_EXPORTS, users, clock });
  const metrics = config.metrics
    ? createMetrics({
        inFlight,
        streams: subscribers.count,
        // While the database is away or does not answer, the others are wanted most.
        imports: () =>
          Promise.race([lastRuns(store, MOST_SOURCES).catch(() => []), sleep(RUNS_LIMIT, [], { ref: false })]),
        addUp: together?.addUp,
      })
    : undefined;
  const refused = (code: string): void => metrics?.refusal(code);
  // The embedded store's work is this process's own, which is charged anyway.
  const paid = store.kind === 'mongodb' ? charged(store) : store;
  const watched = metrics ? timed(paid, () => metrics.verb) : paid;
  // Neither audited nor subject to deadlines: what a unit did is reported even if its request is late.
  const changes = more.changes ?? createChanges(watched, clock);
  const budget = budgetOf(config.memory);
  const documents = readOperations();
  const revisions = createRevisions(watched, changes);
  const resources = createResources({
    keptBytes: budget.records,
    store: heedDeadline(audited(watched, RECORDS, (changes) => log.info({ changes }, 'changed'))),
    changes,
    revisions,
    damaged: (record) => log.error(record, 'a stored record is damaged and not shown'),
    usersByIds: users.byIds,
    newUid,
    isReserved: reservedNames(documents),
  });
  const responses = createResponseCache({
    touched: changes.touched,
    nextMoment: resources.nextMoment,
    clock,
    bytes: budget.answers,
    ...(metrics && { looked: metrics.cache }),
  });
  const linkParts = linkPartsOf(config);
  const linksByKey = new Map<string, Links>();
  /**
   * Returns the same object for the same addresses, because texts of records are cached by it. There are only a few ways to name
   * a language.
   */
  const linksOf: LinksOf = ({ namespace = NAMESPACE, segment, parameter }) => {
    const key = `${namespace} ${segment} ${parameter}`;
    const links = linksByKey.get(key) ?? createLinks({ ...linkParts, namespace, segment, parameter });
    linksByKey.set(key, links);
    return links;
  };
  const issuer = config.oidc && createIssuer(config.oidc.issuer, { clock, log });
  const identify = createIdentify({ users, config, clock, log, newLimiter: together?.newLimiter, issuer });
  const fragmentCache = createFragmentCache(budget.texts);
  const persistedDocuments = readList(config);
  const documentation = () =>
    createDocumentation({
      documents,
      schema,
      examples: readExamples(),
      server: `${config.siteUrl}${config.restRoot}/${NAMESPACE}`,
      issuer: config.oidc?.issuer,
    });
  const options = { schema, fragmentCache, introspection: config.introspection };
  const builtIn = config.mcp === 'false' && !config.operations ? undefined : loadFolder(readTools(), options);
  const own = config.operations
    ? loadFolder(readFilesOf(config.operations), options, takenBy(documentation, builtIn))
    : undefined;
  const ownTexts = new Map([...(own ?? [])].map(([name, { text }]) => [name, text]));
  const twice = new Set(
    own && [...persistedDocuments.values()].map(feedNameOf).filter((name) => ownTexts.has(name ?? '')),
  );
  if (twice.size > 0)
    log.warn(
      { names: [...twice] },
      'operations have the names of listed documents: at /feeds/, those that list events win',
    );
  const tools = config.mcp === 'false' ? undefined : toolsOf([...builtIn!.values(), ...(own?.values() ?? [])]);
  const graphql = createGraphqlServer({
    schema: config.federation ? federated(schema) : schema,
    report,
    refused,
    introspection: config.introspection,
    budget,
    persistedDocuments: new Map([
      ...persistedDocuments,
      ...[...ownTexts.values()].map((text) => [hashOfDocument(text), text] as const),
    ]),
    namedDocuments: ownTexts,
    persistedOnly: config.persistedOnly,
  });
  const operations = loadOperations(documents, { schema, fragmentCache });
  // The embedded store has only one server.
  const exchange = () => (store.kind === 'mongodb' ? createSharedCounts(store) : undefined);
  const openContext: Parts['openContext'] = (request) => {
    const { viewer, running, revision, dependencies, now = clock() } = request;
    const caller = { viewer, now, running };
    return {
      ...caller,
      language: request.language,
      zone: config.siteTimezone,
      embedHosts: config.embedHosts,
      links: request.links,
      freshness: newFreshness(),
      loaders: resources.createLoaders({
        ...caller,
        revision,
        dependencies: dependencies ?? null,
        currentRevision: revisions.current,
      }),
      services: resources.services,
    };
  };
  const delivering = createDelivering({
    store,
    users,
    clock,
    log,
    changes: resources.services.changes,
    contextOf: async (viewer) =>
      openContext({
        viewer,
        language: config.defaultLanguage,
        links: linksOf({}),
        running: {},
        revision: await revisions.current(),
      }),
  });
  const pipeline = createPipeline({
    config,
    clock,
    identify,
    signIn: createSignIn(config.oidc, () => issuer?.tokenOrigin()),
    counts: {
      requests: createRate({
        of: 'requests',
        perMinute: config.rateLimit,
        newLimiter: together?.newLimiter,
        exchange: exchange(),
        report,
      }),
      work: createRate({
        of: 'milliseconds of work',
        perMinute: config.workLimit,
        // So no request waits for the primary to count its work.
        exchange: exchange() ?? (together && createCountsOfWorkers(together.newLimiter, 'work')),
        report,
      }),
    },
    linksOf,
    addresses: linkParts.addresses!,
    openContext,
    revision: revisions.current,
    subscribers,
    exports,
    mcp:
      tools &&
      once(async () => {
        const abouts = aboutsOf(config);
        const { createMcpServer } = await import('./api/mcp/server.ts');
        return createMcpServer({
          tools,
          writes: config.mcp === 'write',
          version: VERSION,
          site: (language) => abouts[language].name,
          report,
        });
      }),
    responses,
    graphql,
    graphiqlExamples: readExampleDocuments,
    openPicture: createOpening(store.pictures),
    operations,
    savedFeeds: createSavedFeeds({
      ...options,
      sources: readFeedQueries,
      listed: persistedDocuments.values(),
      own: own ?? new Map(),
    }),
    feedQueries: () => loadFeedQueries(readFeedQueries(), { schema, fragmentCache }),
    pageOperations: () => loadPageOperations(readPageOperations(), { schema, fragmentCache }),
    ownFiles: readOwnFiles(config),
    namespaces: [NAMESPACE, ...config.namespaceAliases],
    documentation,
    ownOperations: own && {
      list: [...own.values()],
      document: () =>
        createOperationsDocument({
          operations: [...own.values()],
          server: `${config.siteUrl}/operations`,
          examples: readExamples(),
          issuer: config.oidc?.issuer,
        }),
    },
    isSeeded: async () => (await readSetting(store, SEED)) !== undefined,
    ready: () => readinessOf(store),
    report,
    refused,
    metrics,
  });
  return {
    answer: pipeline,
    publishDue: createPublishing({ store, due: resources.due, clock }),
    extendSeries: createExtending({ store, series: resources.services.series, clock, log }),
    deliver: webhooks.map(delivering),
    endStreams() {
      subscribers.stop();
      exports.stop();
    },
  };
}
