import { type App, type AppDeps, createApp } from '../../src/app.ts';
import { createChanges } from '../../src/data/changes/changes.ts';
import type { Store } from '../../src/data/port.ts';
import { openUsers } from '../../src/data/users/open-users.ts';
import { generateSecret, hashGenerated } from '../../src/data/users/secrets.ts';
import { storeUsers } from '../../src/data/users/store-users.ts';
import { ROLES, type Role } from '../../src/domain/access.ts';
import type { Incoming } from '../../src/http/exchange.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { readConfig } from '../../src/process/config.ts';
import { createLog, type Log } from '../../src/process/log.ts';
import { readWebhooks } from '../../src/webhooks/hooks.ts';
import { lendDatabase } from './databases.ts';
import { countedUids } from './uids.ts';
import { incomingOf, responseOf } from './web.ts';

/** Who sends a request in a test: one of the five users by role, `another` user, or nobody. */
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
  /** What else an HTTP server knows about the request: who sends it, and how. Aborting `signal` gives the request up. */
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
  /** The URI of the store's database, on MongoDB. */
  uri: string | undefined;
  /** The id of a user: 1 administrator, 2 editor, 3 author, 4 contributor, 5 subscriber, 6 `another`. */
  idOf(user: User): number;
  /** `name:secret` of the user with this role, or of `another`. */
  credentials(user: User): string;
  /** The present moment of the app. Set it to move the clock. */
  clock: { now: number };
  fetch(path: string, asked?: Asked): Promise<Answered>;
  /** The app as an HTTP server calls it. */
  answer: App['answer'];
  /** Another app that has had no requests yet, on the same store or on another one. `env` adds variables. */
  secondServer(env?: Record<string, string>, store?: Store): TestApp['fetch'];
  /** A request below the namespace. */
  rest(method: string, path: string, asked?: Omit<Asked, 'method'>): Promise<Answered>;
  /** A GraphQL operation as an outside caller sends it. */
  graphql(query: string, variables?: object, asked?: Omit<Asked, 'method' | 'json'>): Promise<Answered>;
  /** Announces that anything may have changed, as after a write that bypassed the log of changes. */
  tellAll(): Promise<void>;
  /** Publishes what is due, as a server does every second. */
  publishDue: App['publishDue'];
  /** Makes the occurrences that have come into the horizon, as a server does every second: this server, or another that has just begun. */
  extendSeries(server?: 'another'): Promise<void>;
  /** Sends the webhooks that are due, as a server does every second: this server, or another on the same data. */
  deliver(server?: 'another'): Promise<void>;
  /** Ends its streams, as a stopping server does. */
  endStreams: App['endStreams'];
  /** Changes the role of a user. This bypasses the app, which still knows it at once. */
  setRole(user: User, role: Role): Promise<void>;
  /** Removes a user in the same way. */
  removeUser(user: User): Promise<void>;
  /** Closes the app, runs `meanwhile`, and opens the app again on the same data and with the same users. */
  reopen(meanwhile?: () => Promise<void>): Promise<TestApp>;
  close(): Promise<void>;
}

/** What a closed app leaves to the one that opens after it. */
interface Left {
  database: ReturnType<typeof lendDatabase> | undefined;
  clock: TestApp['clock'];
  secrets: Map<Caller, string>;
  ids: Map<User, number>;
}

export interface Built {
  env?: Record<string, string>;
  now?: string;
  /** Wraps the store, to count or to disturb it. */
  wrap?: (store: Store) => Store;
  /** How many requests the HTTP server is answering. */
  inFlight?: () => number;
  /** Makes UIDs of events. Two apps on the same data must not make the same ones. */
  newUid?: () => string;
  /** The log of the app. */
  log?: Log;
  users?: readonly Role[];
  /** The role of one more user, who sends requests as `another`. */
  another?: Role;
}

/** A Friday. Tests with fixed dates live then. */
export const FRIDAY = '2026-11-20T11:30:00Z';

/** When apps live whose test does not say when: another moment with NOW=2028-02-29T12:00:00Z, to try the tests then. */
const { NOW = FRIDAY } = process.env;

/** The most milliseconds by which each answer of a store comes later, drawn anew: JITTER=30 tries the tests as on a busy database. */
const JITTER = Number(process.env.JITTER ?? 0);

const SITE = 'http://127.0.0.1:4000';
const NAMESPACE = '/wp-json/calendar/events/v1';

/** The real app in process, with a clock that stands still. It uses MongoDB if MONGODB_URI is set, else the embedded store. */
export const buildApp = (built: Built = {}): Promise<TestApp> => openApp(built);

async function openApp(built: Built, left?: Left): Promise<TestApp> {
  const { env = {}, now = NOW, wrap = (store) => store, log = createLog('silent') } = built;
  const { users: roles = ROLES, another, inFlight, newUid = countedUids() } = built;
  const database = left ? left.database : process.env.MONGODB_URI ? lendDatabase() : undefined;
  const variables = {
    NODE_ENV: 'test',
    DATA_DIR: ':memory:',
    // Recordings and tests fail to log in again and again.
    LOGIN_FAILURES: '0',
    // On a busy machine, the callers of many tests would exceed their work per minute.
    WORK_LIMIT: '0',
    ...(database ? { MONGODB_URI: database.uri } : {}),
    ...env,
  };
  const config = readConfig(variables);
  const opened = await openDatabase(config, log);
  const store = wrap(JITTER ? jittery(opened) : opened);
  const users = storeUsers(opened);
  const clock = left?.clock ?? { now: Date.parse(now) };
  const secrets = left?.secrets ?? new Map<Caller, string>();
  const ids = left?.ids ?? new Map<User, number>();
  async function addUser(name: User, role: Role): Promise<void> {
    const secret = generateSecret();
    ids.set(name, (await users.add({ name, role, secret: hashGenerated(secret) })).id);
    secrets.set(name, secret);
  }
  if (!left) for (const role of roles) await addUser(role, role);
  if (!left && another) await addUser('another', another);
  const changes = createChanges(store, () => clock.now);
  // Milliseconds added to the clock of the users, so that the app reads them again after a change.
  let skipped = 0;
  const userClock = () => performance.now() + skipped;
  const newApp = (deps: Partial<AppDeps> = {}) =>
    createApp({
      config: readConfig(variables),
      store,
      users: openUsers(opened, { clock: userClock }),
      clock: () => clock.now,
      newUid,
      log,
      webhooks: readWebhooks(config.webhooks),
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
    secondServer(more, on) {
      const other = newApp({ config: readConfig({ ...variables, ...more }), ...(on && { store: on }) });
      return (path, asked) => fetchFrom(other, path, asked);
    },
    rest: (method, path, asked) => fetch(`${NAMESPACE}${path}`, { ...asked, method }),
    graphql: (query, variables = {}, asked) =>
      fetch('/graphql', { ...asked, method: 'POST', json: { query, variables } }),
    tellAll: changes.tellAll,
    publishDue: app.publishDue,
    extendSeries: (server) => (server ? newApp() : app).extendSeries(),
    async deliver(server) {
      const { deliver } = server ? newApp() : app;
      await Promise.all(deliver.map((send) => send(new AbortController().signal)));
    },
    endStreams: app.endStreams,
    async setRole(user, role) {
      await users.setRole(user, role);
      skipped += 1_000;
    },
    async removeUser(user) {
      await users.remove(user);
      skipped += 1_000;
    },
    async reopen(meanwhile = async () => {}) {
      app.endStreams();
      await opened.close();
      await meanwhile();
      return openApp(built, { database, clock, secrets, ids });
    },
    async close() {
      app.endStreams();
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

const { setTimeout } = globalThis;

/** Answers come in another order than that of their questions. */
function jittery(store: Store): Store {
  const late = (verb: 'find' | 'count' | 'byIds' | 'distinct' | 'tally') => ({
    [verb]: async (...args: unknown[]) => {
      const answer = await (store[verb] as (...args: unknown[]) => Promise<unknown>)(...args);
      await new Promise((end) => setTimeout(end, Math.random() * JITTER));
      return answer;
    },
  });
  return { ...store, ...late('find'), ...late('count'), ...late('byIds'), ...late('distinct'), ...late('tally') };
}
