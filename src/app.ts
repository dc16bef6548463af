import { readdirSync, readFileSync } from 'node:fs';
import { createIdentify } from './auth/identify.ts';
import type { Users } from './auth/users.ts';
import type { Config } from './config.ts';
import { schema } from './graphql/schema.ts';
import { createGraphqlServer } from './graphql/server.ts';
import type { Answer, Incoming } from './http/exchange.ts';
import { createLife } from './life.ts';
import { createLinks } from './links.ts';
import { type Log, withRequestId } from './log.ts';
import { createResources } from './resources/services.ts';
import { createDocumentation } from './rest/documentation.ts';
import { loadOperations } from './rest/operations.ts';
import { NAMESPACE, ROUTES } from './rest/table.ts';
import { heedDeadline } from './store/heed-deadline.ts';
import type { Store } from './store/port.ts';

export interface AppDeps {
  config: Config;
  store: Store;
  users: Users;
  /** Milliseconds since the epoch. */
  clock(): number;
  log: Log;
}

/** The whole service as one function from request to answer. It never throws. */
export interface App {
  answer(incoming: Incoming): Promise<Answer>;
}

const OPERATIONS = new URL('../schema/operations/', import.meta.url);

/** The texts of the operation documents. */
export const readOperations = (): string[] =>
  readdirSync(OPERATIONS)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(new URL(name, OPERATIONS), 'utf8'));

/** Puts the parts together; everything is wired here, by hand. @throws when a route or a document does not fit */
export function createApp({ config, store, users, clock, log }: AppDeps): App {
  const report = (error: unknown): void => log.error({ err: error }, 'a request failed in a way that nobody foresaw');
  const resources = createResources({
    store: heedDeadline(store),
    damaged: (record) => log.error(record, 'a stored record is damaged and not shown'),
    userExists: async (id) => (await users.byIds([id])).length > 0,
  });
  const documents = readOperations();
  const graphql = createGraphqlServer({ schema, report });
  const operations = loadOperations(documents, schema, ROUTES);
  for (const { document } of operations.values()) graphql.admit(document);
  const life = createLife({
    config,
    identify: createIdentify({ users, config, clock }),
    linksOf: ({ namespace = NAMESPACE, ...spoken }) =>
      createLinks({ site: config.siteUrl, restRoot: config.restRoot, namespace, ...spoken }),
    openContext(known) {
      const caller = { viewer: known.viewer, now: clock() };
      return {
        ...caller,
        language: known.language,
        zone: config.siteTimezone,
        embedHosts: config.embedHosts,
        links: known.links,
        loaders: resources.createLoaders(caller),
        services: resources.services,
      };
    },
    graphql,
    routes: ROUTES,
    operations,
    namespaces: [NAMESPACE, ...config.namespaceAliases],
    documentation: createDocumentation({
      routes: ROUTES,
      documents,
      schema,
      server: `${config.siteUrl}${config.restRoot}/${NAMESPACE}`,
    }),
    ping: () => store.ping(),
    report,
  });
  return { answer: (incoming) => withRequestId(() => life(incoming)) };
}
