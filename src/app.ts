import { readdirSync, readFileSync } from 'node:fs';
import { createIdentify } from './auth/identify.ts';
import type { Users } from './auth/users.ts';
import { type Changes, createChanges } from './changes/changes.ts';
import type { Config } from './config.ts';
import { newBasis } from './context.ts';
import { readinessOf } from './database.ts';
import { readList } from './graphql/persisted-list.ts';
import { schema } from './graphql/schema.ts';
import { createGraphqlServer } from './graphql/server.ts';
import type { Answer, Incoming } from './http/exchange.ts';
import { createRate } from './http/rate.ts';
import { createCountsOfWorkers, createSharedCounts } from './http/shared-counts.ts';
import { createKeptAnswers } from './kept/answers.ts';
import { createStanding } from './kept/standing.ts';
import { createLife } from './life.ts';
import { createLinks, type Links } from './links.ts';
import type { Log } from './log.ts';
import { budgetOf } from './memory.ts';
import { createMetrics } from './metrics.ts';
import { loadPageOperations } from './pages/operations.ts';
import type { Trace } from './request.ts';
import { COLLECTIONS } from './resources/collections.ts';
import { createResources } from './resources/services.ts';
import { createDocumentation } from './rest/documentation/document.ts';
import type { Examples } from './rest/documentation/examples.ts';
import { loadOperations } from './rest/operations.ts';
import type { LinksOf } from './rest/steps/language.ts';
import { HOST_ROUTES, NAMESPACE, ROUTES } from './rest/table.ts';
import { audited } from './store/audited.ts';
import { charged } from './store/charged.ts';
import { heedDeadline } from './store/heed-deadline.ts';
import type { Store } from './store/port.ts';
import { timed } from './store/timed.ts';
import { VERSION } from './version.ts';
import type { Together } from './worker.ts';
import { createKeeper } from './writer/keep.ts';

export interface AppDeps {
  config: Config;
  store: Store;
  users: Users;
  /** Milliseconds since the epoch. */
  clock(): number;
  log: Log;
  /** The log of changes, where whoever makes the app writes to it as well. */
  changes?: Changes;
  /** In a worker: what it shares with others. */
  together?: Together | undefined;
  /** How many requests the server of HTTP is answering. */
  inFlight?(): number;
}

/** The whole service as one function from request to answer. It never throws. */
export interface App {
  answer(incoming: Incoming): Promise<Answer>;
}

/** The collections of which the log says what was changed. */
const RECORDS = COLLECTIONS.map(({ name }) => name);

const EXAMPLES = new URL('../schema/examples.json', import.meta.url);

/** The texts of the documents in a folder of `schema/`. */
function readDocuments(folder: 'operations' | 'pages' | 'examples'): string[] {
  const path = new URL(`../schema/${folder}/`, import.meta.url);
  return readdirSync(path)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(new URL(name, path), 'utf8'));
}

/** The texts of the operation documents of REST. */
export const readOperations = (): string[] => readDocuments('operations');

/** The texts of the operation documents of pages. */
export const readPageOperations = (): string[] => readDocuments('pages');

/** The texts of the operation documents that apps may begin with, one operation each; GraphiQL has them ready. */
export const readExampleDocuments = (): string[] => readDocuments('examples');

/** The examples of the OpenAPI document. */
export const readExamples = (): Examples => JSON.parse(readFileSync(EXAMPLES, 'utf8'));

/** Puts the parts together; everything is wired here, by hand. @throws when a route or a document does not fit */
export function createApp({ config, store, users, clock, log, together, inFlight = () => 0, ...more }: AppDeps): App {
  const report = (error: unknown, trace?: Trace): void =>
    log.error({ ...trace, err: error }, 'a request failed in a way that nobody foresaw');
  const metrics = config.metrics ? createMetrics({ inFlight, addUp: together?.addUp }) : undefined;
  const refused = (code: string): void => metrics?.refusal(code);
  // What the embedded store does is work of this process, which is charged anyway.
  const paid = store.kind === 'mongodb' ? charged(store) : store;
  const watched = metrics ? timed(paid, () => metrics.verb) : paid;
  // Not audited, and not given up half-way: what a unit did is told even when the request is late.
  const changes = more.changes ?? createChanges(watched, clock);
  const budget = budgetOf(config.memory);
  const resources = createResources({
    keptBytes: budget.records,
    store: heedDeadline(audited(watched, RECORDS, (changes) => log.info({ changes }, 'changed'))),
    changes,
    damaged: (record) => log.error(record, 'a stored record is damaged and not shown'),
    usersByIds: users.byIds,
  });
  const kept = createKeptAnswers({
    touched: changes.touched,
    nextMoment: resources.nextMoment,
    clock,
    bytes: budget.answers,
    ...(metrics && { looked: metrics.cache }),
  });
  const { siteUrl: site, publicUrl, restRoot, defaultLanguage: standard } = config;
  const known = new Map<string, Links>();
  /** The same object for the same addresses: texts of records are kept by it. There are a few ways to name a language only. */
  const linksOf: LinksOf = ({ namespace = NAMESPACE, segment, parameter }) => {
    const key = `${namespace} ${segment} ${parameter}`;
    const links = known.get(key) ?? createLinks({ site, publicUrl, restRoot, standard, namespace, segment, parameter });
    known.set(key, links);
    return links;
  };
  const identify = createIdentify({ users, config, clock, log, newLimiter: together?.newLimiter });
  const documents = readOperations();
  const keeper = createKeeper(budget.texts);
  const graphql = createGraphqlServer({
    ...{ schema, report, refused, introspection: config.introspection, budget },
    persistedDocuments: readList(config),
    persistedOnly: config.persistedOnly,
  });
  const operations = loadOperations(documents, { schema, keeper, routes: [...ROUTES, ...HOST_ROUTES] });
  // The embedded store has one server only.
  const exchange = () => (store.kind === 'mongodb' ? createSharedCounts(store) : undefined);
  const life = createLife({
    config,
    identify,
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
        // Nobody waits for the primary because of it.
        exchange: exchange() ?? (together && createCountsOfWorkers(together.newLimiter, 'work')),
        report,
      }),
    },
    linksOf,
    openContext(known) {
      const { viewer, running, standing, restsOn } = known;
      const caller = { viewer, now: clock(), running };
      return {
        ...caller,
        viewerUnknown: known.viewerUnknown,
        language: known.language,
        zone: config.siteTimezone,
        embedHosts: config.embedHosts,
        links: known.links,
        basis: newBasis(),
        loaders: resources.createLoaders({ ...caller, standing, restsOn: restsOn ?? null }),
        services: resources.services,
      };
    },
    standing: createStanding(watched, changes),
    kept,
    graphql,
    graphiqlExamples: readExampleDocuments,
    routes: ROUTES,
    hostRoutes: HOST_ROUTES,
    operations,
    pageOperations: () => loadPageOperations(readPageOperations(), { schema, keeper }),
    version: VERSION,
    namespaces: [NAMESPACE, ...config.namespaceAliases],
    documentation: () =>
      createDocumentation({
        routes: ROUTES,
        documents,
        schema,
        examples: readExamples(),
        server: `${config.siteUrl}${config.restRoot}/${NAMESPACE}`,
      }),
    ready: () => readinessOf(store),
    report,
    refused,
    metrics,
  });
  return { answer: life };
}
