import { readdirSync, readFileSync } from 'node:fs';
import { createIdentify } from './auth/identify.ts';
import type { Users } from './auth/users.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createCors } from './cors.ts';
import { languageOf } from './graphql/door.ts';
import { schema } from './graphql/schema.ts';
import { createGraphqlServer, type Door } from './graphql/server.ts';
import { createHome } from './home.ts';
import { createLinks, type Links } from './links.ts';
import { type Log, withRequestId } from './log.ts';
import { servePicture } from './pictures.ts';
import { createResources } from './resources/services.ts';
import { createDocumentation } from './rest/documentation.ts';
import { createRestServer } from './rest/server.ts';
import { NAMESPACE, ROUTES } from './rest/table.ts';
import type { Store } from './store/port.ts';

export interface AppDeps {
  config: Config;
  store: Store;
  users: Users;
  /** Milliseconds since the epoch. */
  clock(): number;
  log: Log;
}

/** The whole service as one function from request to answer. */
export interface App {
  fetch(request: Request): Promise<Response>;
}

/** Seconds after which to ask again when the data could not be reached. */
const RETRY_AFTER = '5';

const OPERATIONS = new URL('../schema/operations/', import.meta.url);

/** The texts of the operation documents. */
export const readOperations = (): string[] =>
  readdirSync(OPERATIONS)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(new URL(name, OPERATIONS), 'utf8'));

/** Puts the parts together; everything is wired here, by hand. */
export function createApp({ config, store, users, clock, log }: AppDeps): App {
  const resources = createResources({
    store,
    zone: config.siteTimezone,
    damaged: (record) => log.error(record, 'a stored record is damaged and not shown'),
    userExists: async (id) => (await users.byIds([id])).length > 0,
  });
  const identify = createIdentify({ users, config, clock });
  const report = (error: unknown): void => log.error({ err: error }, 'a request failed in a way that nobody foresaw');

  const linksOf = ({ namespace = NAMESPACE, segment, parameter }: Door): Links =>
    createLinks({ site: config.siteUrl, restRoot: config.restRoot, namespace, segment, parameter });

  async function createContext(request: Request, door: Door): Promise<Context> {
    const caller = { viewer: await identify(request), now: clock() };
    return {
      ...caller,
      language: languageOf(door, config.defaultLanguage),
      zone: config.siteTimezone,
      embedHosts: config.embedHosts,
      links: linksOf(door),
      loaders: resources.createLoaders(caller),
      services: resources.services,
    };
  }

  const graphql = createGraphqlServer({
    schema,
    createContext,
    defaultLanguage: config.defaultLanguage,
    report,
  });
  const documents = readOperations();
  const documentation = createDocumentation({
    routes: ROUTES,
    documents,
    schema,
    server: `${config.siteUrl}${config.restRoot}/${NAMESPACE}`,
  });
  const rest = createRestServer({
    root: config.restRoot,
    namespaces: [NAMESPACE, ...config.namespaceAliases],
    routes: ROUTES,
    documents,
    schema,
    graphql,
    linksOf,
    documentation,
    report,
  });
  const cors = createCors(config.corsOrigins);

  const home = createHome(config.siteUrl, config.restRoot, NAMESPACE);
  const nothing = () => Response.json({ message: 'There is nothing at this address.' }, { status: 404 });

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/health') return health();
    return (
      (await (graphql.fetch(request) ?? rest.fetch(request))) ?? home(request) ?? servePicture(request) ?? nothing()
    );
  }

  async function health(): Promise<Response> {
    const reachable = await store.ping();
    return Response.json({ status: reachable ? 'ok' : 'unavailable' }, { status: reachable ? 200 : 503 });
  }

  return {
    fetch: (request) =>
      withRequestId(async () => {
        const response = await answer(request);
        // Headers of some answers (redirects, errors of the platform) cannot be changed; a copy's can.
        const answered = new Response(response.body, response);
        if (answered.status === 503) answered.headers.set('Retry-After', RETRY_AFTER);
        return cors(request, answered);
      }),
  };
}
