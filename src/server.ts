import cluster, { type Worker } from 'node:cluster';
import { createApp } from './app.ts';
import { assertOpenModeAllowed } from './auth/open-mode.ts';
import { openUsers } from './auth/open-users.ts';
import type { Users } from './auth/users.ts';
import { runProgram } from './command-line.ts';
import { type Config, type Environment, readConfig } from './config.ts';
import { openDatabase, refuseHalfMade } from './database.ts';
import { createHttpServer } from './http/server.ts';
import { createLog, type Log } from './log.ts';
import { heapOptions } from './memory.ts';
import { NO_ROUTE } from './rest/error-body.ts';
import type { Store } from './store/port.ts';
import { type Sweeping, startSweeping } from './sweep.ts';
import { unknownVariables, VARIABLE_NAMES } from './variables.ts';
import { type Together, tellPrimary, together } from './worker.ts';
import { createWorkers } from './workers.ts';

/** Milliseconds after which a change of the users by another program is seen, at the latest. */
const LOOK_AT_USERS = 1000;

/** Tells a worker that there was a user: open mode does not come back with it. */
const ANY_USER = 'CALENDAR_ANY_USER';

/** What a server does besides serving. */
export interface ServerOptions {
  /** Makes the data ready. Requests that come before it is done wait for it. */
  prepare?(store: Store, config: Config): Promise<unknown>;
  /** Called once, when all is ready. */
  ready?(config: Config): void;
}

/** `npm start`, with the arguments of this process. */
export const startProgram = (env: Environment): Promise<void> =>
  runProgram({
    call: 'npm start',
    purpose: 'Serves the calendar, and writes its log to standard output. Ctrl-C lets running requests finish.',
    uses: [''],
    options: {},
    variables: VARIABLE_NAMES,
    read: () => undefined,
    run: () => runServer(env),
  });

/**
 * The process of a server: listens as the environment says until it is asked to stop, then finishes what is running. With
 * several workers it keeps them running, and these listen: each is this process again.
 * @throws Error with one line that says what keeps it from starting
 */
export async function runServer(env: Environment, options: ServerOptions = {}): Promise<undefined> {
  const config = readConfig(env);
  const worker = config.workers > 1 ? cluster.worker : undefined;
  const log = createLog(config.logLevel, { worker: worker?.id, addresses: config.logAddresses });
  if (worker) return runWorker(worker, { env, config, log });
  for (const line of unknownVariables(env)) log.warn(line);
  if (config.workers > 1) await startAll({ config, log });
  else await start({ env, config, log }, options);
}

interface Started {
  env: Environment;
  config: Config;
  log: ReturnType<typeof createLog>;
}

async function start(
  { env, config, log }: Started,
  { prepare = async () => {}, ready = () => {} }: ServerOptions,
): Promise<void> {
  const store = await openDatabase(config, log);
  const users = openUsers({ ...config, lookEvery: LOOK_AT_USERS }, store);
  const serving = createServing({ env, config, log }, { store, users });
  try {
    await refuseHalfMade(store);
    await refuseUnguarded(config, users, log);
    const found = await serving.start((found) => prepare(store, found));
    onSignal(async () => {
      await serving.stop();
      log.info('stopped');
    });
    log.info({ store: store.kind }, `listening on http://${config.host}:${found.port}`);
    ready(found);
  } catch (error) {
    await serving.stop();
    throw error;
  }
}

/** The primary: it has the data folder, makes the data ready before any worker begins, and serves nothing itself. */
async function startAll({ config, log }: Omit<Started, 'env'>): Promise<void> {
  if (!config.mongodbUri && config.dataDir === ':memory:')
    throw new Error(
      `WORKERS is ${config.workers}, and DATA_DIR is :memory:, which each of them would have for itself: set WORKERS to 1, or DATA_DIR to a directory`,
    );
  const store = await openDatabase(config, log);
  if (store.isFull()) {
    await store.close();
    throw new Error(
      `the disk of the data folder ${config.dataDir} is full: make room there, or set WORKERS to 1 to read only`,
    );
  }
  const users = openUsers(config, store);
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...heapOptions(config.memory)] });
  const workers = createWorkers({
    ...{ count: config.workers, metrics: config.metrics, log },
    // A list that cannot be read is none that is empty.
    env: async () => ((await users.any().catch(() => true)) ? { [ANY_USER]: 'seen' } : {}),
  });
  async function stop(): Promise<void> {
    await workers.stop();
    await store.close();
  }
  try {
    await refuseHalfMade(store);
    await refuseUnguarded(config, users, log);
    const port = await workers.start();
    onSignal(async () => {
      await stop();
      log.info('stopped');
    });
    log.info({ store: store.kind, workers: config.workers }, `listening on http://${config.host}:${port}`);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What keeps it from starting is told to the primary, which says it. */
async function runWorker(worker: Worker, { env, config, log }: Started): Promise<undefined> {
  try {
    const store = await openDatabase({ ...config, beside: true }, log);
    const users = openUsers({ ...config, lookEvery: LOOK_AT_USERS, anySeen: env[ANY_USER] !== undefined }, store);
    const serving = createServing({ env, config, log, together }, { store, users });
    onSignal(async () => {
      await serving.stop();
      log.info('stopped');
      worker.disconnect();
    });
    await serving.start();
  } catch (error) {
    await tellPrimary({ refused: (error as Error).message });
    process.exit(1);
  }
}

/** @throws Error where everybody would be let in */
async function refuseUnguarded(config: Config, users: Users, log: Log): Promise<void> {
  const warning = assertOpenModeAllowed(config, await users.any());
  if (warning) log.warn(warning);
}

interface Serving {
  /** Listens, and gives the configuration with the port that was found. */
  start(prepare?: (found: Config) => Promise<unknown>): Promise<Config>;
  /** Running requests are finished, then the store is closed; the process ends by itself. */
  stop(): Promise<void>;
}

function createServing(
  { env, config, log, together }: Started & { together?: Together },
  { store, users }: { store: Store; users: Users },
): Serving {
  const http = createHttpServer({ noRoute: NO_ROUTE, log });
  let sweeping: Sweeping | undefined;
  return {
    async start(prepare = async () => {}) {
      const port = await http.listen(config.host, config.port);
      // With PORT=0 the address of the site is known only now.
      const found = port === config.port ? config : readConfig({ ...env, PORT: String(port) });
      const app = createApp({ config: found, store, users, clock: Date.now, log, together, inFlight: http.inFlight });
      const prepared = prepare(found);
      http.serve(async (incoming) => {
        await prepared;
        return app.answer(incoming);
      });
      await prepared;
      sweeping = startSweeping({ store, log });
      return found;
    },
    async stop() {
      await http.stop();
      await sweeping?.stop();
      await store.close();
    },
  };
}

function onSignal(run: () => Promise<void>): void {
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!asked) void run();
      asked = true;
    });
  }
}
