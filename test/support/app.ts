import { type App, type AppDeps, createApp } from '../../src/app.ts';
import { openUsers } from '../../src/auth/open-users.ts';
import { generateSecret, hashGenerated } from '../../src/auth/secrets.ts';
import { createChanges } from '../../src/changes/changes.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database.ts';
import type { Incoming } from '../../src/http/exchange.ts';
import { createLog, type Log } from '../../src/log.ts';
import { ROLES, type Role } from '../../src/rules/access.ts';
import type { Store } from '../../src/store/port.ts';
import { lendDatabase } from './databases.ts';
import { incomingOf, responseOf } from './web.ts';

/** Who asks in a test: a role of the five users, or nobody. */
export type Caller = User | 'anonymous';

type User = Role | 'another';

export interface Asked {
  method?: string;
  as?: Caller;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: BodyInit;
  headers?: Record<string, string>;
  /** What else a server of HTTP knows of the request: who sends it, and how. `signal` is aborted when it is to be given up. */
  sent?: Partial<Pick<Incoming, 'peer' | 'httpVersion' | 'load'> & { signal: AbortSignal }>;
}

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
  body: any;
  text: string;
}

export interface TestApp {
  store: Store;
  /** The database of the store, on MongoDB. */
  uri: string | undefined;
  /** The id of a user: 1 administrator, 2 editor, 3 author, 4 contributor, 5 subscriber, 6 `another`. */
  idOf(user: User): number;
  /** `name:secret` of a user: of the one with a role, or `another`. */
  credentials(user: User): string;
  /** The moment the app lives in; set it to move the clock. */
  clock: { now: number };
  fetch(path: string, asked?: Asked): Promise<Answered>;
  /** The app as a server of HTTP calls it. */
  answer: App['answer'];
  /** Another app on the same store, or on another one, which nobody has asked anything yet; with these variables as well. */
  anew(env?: Record<string, string>, store?: Store): TestApp['fetch'];
  /** A request below the namespace. */
  rest(method: string, path: string, asked?: Omit<Asked, 'method'>): Promise<Answered>;
  /** A GraphQL operation as an outside caller sends it. */
  graphql(query: string, variables?: object, asked?: Omit<Asked, 'method' | 'json'>): Promise<Answered>;
  /** Makes known that anything may be another: as where something was written past the log of changes. */
  tellAll(): Promise<void>;
  close(): Promise<void>;
}

export interface Built {
  env?: Record<string, string>;
  now?: string;
  /** Wraps the store, to count or to disturb it. */
  wrap?: (store: Store) => Store;
  /** How many requests the server of HTTP is answering. */
  inFlight?: () => number;
  /** Where the app says what it did. */
  log?: Log;
  users?: readonly Role[];
  /** One more user of this role, who asks as `another`. */
  another?: Role;
}

const SITE = 'http://127.0.0.1:4000';
const NAMESPACE = '/wp-json/calendar/events/v1';

/** The real app in process, with a clock that stands, on MongoDB where MONGODB_URI says so, else on the embedded store. */
export async function buildApp({
  env = {},
  now = '2026-11-20T11:30:00Z',
  wrap = (store) => store,
  log = createLog('silent'),
  users: roles = ROLES,
  another,
  inFlight,
}: Built = {}): Promise<TestApp> {
  const database = process.env.MONGODB_URI ? lendDatabase() : undefined;
  const variables = {
    NODE_ENV: 'test',
    DATA_DIR: ':memory:',
    // Recordings and tests log in wrongly again and again.
    LOGIN_FAILURES: '0',
    ...(database ? { MONGODB_URI: database.uri } : {}),
    ...env,
  };
  const config = readConfig(variables);
  const opened = await openDatabase(config, log);
  const store = wrap(opened);
  const clock = { now: Date.parse(now) };
  const users = openUsers(config, opened);
  const secrets = new Map<Caller, string>();
  const ids = new Map<User, number>();
  for (const role of roles) {
    const secret = generateSecret();
    const user = await users.add({ name: role, role, secret: hashGenerated(secret) });
    secrets.set(role, secret);
    ids.set(role, user.id);
  }
  if (another) {
    const secret = generateSecret();
    ids.set('another', (await users.add({ name: 'another', role: another, secret: hashGenerated(secret) })).id);
    secrets.set('another', secret);
  }
  const changes = createChanges(store, () => clock.now);
  const newApp = (deps: Partial<AppDeps> = {}) =>
    createApp({
      ...{ config: readConfig(variables), store, users, clock: () => clock.now, log },
      ...(inFlight && { inFlight }),
      ...deps,
    });
  const app = newApp({ changes });

  async function fetchFrom(
    { answer }: App,
    path: string,
    { method = 'GET', as = 'anonymous', json, body, headers = {}, sent = {} }: Asked = {},
  ): Promise<Answered> {
    const secret = secrets.get(as);
    const request = new Request(`${SITE}${path}`, {
      method,
      headers: {
        ...(secret ? { Authorization: `Basic ${Buffer.from(`${as}:${secret}`).toString('base64')}` } : {}),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined ? { body } : {}),
    });
    const response = responseOf(await answer(incomingOf(request, sent)), method);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  const fetch: TestApp['fetch'] = (path, asked) => fetchFrom(app, path, asked);

  return {
    store,
    uri: config.mongodbUri,
    idOf: (user) => ids.get(user)!,
    credentials: (user) => `${user}:${secrets.get(user)}`,
    clock,
    fetch,
    answer: app.answer,
    anew(more, on) {
      const other = newApp({ config: readConfig({ ...variables, ...more }), ...(on && { store: on }) });
      return (path, asked) => fetchFrom(other, path, asked);
    },
    rest: (method, path, asked) => fetch(`${NAMESPACE}${path}`, { ...asked, method }),
    graphql: (query, variables = {}, asked) =>
      fetch('/graphql', { ...asked, method: 'POST', json: { query, variables } }),
    tellAll: changes.tellAll,
    async close() {
      await opened.close();
      await database?.giveBack();
    },
  };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
