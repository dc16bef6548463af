import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { NO_ROUTE } from './api/rest/error-body.ts';
import { type App, createApp } from './app.ts';
import { roomOn } from './data/data-folder.ts';
import type { Store } from './data/port.ts';
import { openUsers } from './data/users/open-users.ts';
import type { UserLookup } from './data/users/users.ts';
import { assertOpenModeAllowed } from './http/auth/open-mode.ts';
import { createHttpServer } from './http/server.ts';
import { openDatabase, refuseHalfMade } from './kinds/database.ts';
import { type Background, startBackground } from './process/background.ts';
import { runProgram } from './process/command-line.ts';
import { type Config, type Environment, readConfig } from './process/config.ts';
import { createLog, type Log } from './process/log.ts';
import { heapOptions } from './process/memory.ts';
import { inOwnZone, zoneNotSet } from './process/own-zone.ts';
import { SERVER_VARIABLES, unknownVariables } from './process/variables.ts';
import { type Together, tellPrimary, together } from './process/worker.ts';
import { createWorkers } from './process/workers.ts';
import { readWebhooks } from './webhooks/hooks.ts';

/** Tells a worker that there has been a user, so that it does not return to open mode. */
const ANY_USER = 'CALENDAR_ANY_USER';

/** What a server does at its start besides serving. */
export interface ServerOptions {
  /** Prepares the data. Requests that arrive earlier wait for it. */
  prepare?(store: Store, config: Config): Promise<unknown>;
  /** Called once, when everything is ready. */
  ready?(config: Config): void;
}

/** `npm start`, with the arguments of this process. */
export const startProgram = (env: Environment): Promise<void> =>
  runProgram({
    call: 'npm start',
    purpose: 'Serves the calendar, and writes its log to standard output. Ctrl-C lets running requests finish.',
    uses: [''],
    options: {},
    variables: SERVER_VARIABLES,
    read: () => undefined,
    run: () => runServer(env),
  });

/**
 * Runs a server: listens as the environment says until it is told to stop, then finishes running requests. With several workers,
 * this process keeps them running and they listen; each runs this same program.
 * @throws Error with one line that says what prevents the start
 */
export async function runServer(env: Environment, options: ServerOptions = {}): Promise<undefined> {
  const config = readConfig(env);
  const worker = config.workers > 1 ? cluster.worker : undefined;
  const log = createLog(config.logLevel, { worker: worker?.id, addresses: config.logAddresses });
  if (worker) return runWorker(worker, { env, config, log });
  // Check the file before any data is opened; the serving processes read it again later.
  readWebhooks(config.webhooks);
  for (const line of unknownVariables(env)) log.warn(line);
  if (config.workers > 1) await startAll({ env, config, log });
  else await start({ env, config, log }, options);
}

interface Started {
  env: Environment;
  config: Config;
  log: ReturnType<typeof createLog>;
}

async function start({ env, config, log }: Started, { prepare = async () => {}, ready = () => {} }: ServerOptions) {
  const store = await openDatabase(config, log);
  const users = openUsers(store);
  const serving = createServing({ env, config, log }, { store, users });
  try {
    await refuseHalfMade(store);
    await refuseUnguarded(config, users, log);
    const found = await serving.start((found) => prepare(store, found));
    onSignal(async () => {
      await serving.stop();
      log.info('stopped');
    });
    tellZone(found, { env, log });
    log.info({ store: store.kind }, `listening on http://${config.host}:${found.port}`);
    ready(found);
  } catch (error) {
    await serving.stop();
    throw error;
  }
}

/** The primary: it locks the data folder, prepares the data before any worker starts, and serves nothing itself. */
async function startAll({ env, config, log }: Started) {
  if (!config.mongodbUri && config.dataDir === ':memory:')
    throw new Error(
      `WORKERS is ${config.workers}, and DATA_DIR is :memory:, which each of them would have for itself: set WORKERS to 1, or DATA_DIR to a directory`,
    );
  const store = await openDatabase(config, log);
  if (store.isFull()) {
    await store.close();
    throw new Error(
      `the disk of the data folder ${config.dataDir} is full or read-only: set WORKERS to 1 to read. ${roomOn(config.dataDir)}`,
    );
  }
  const users = openUsers(store);
  cluster.setupPrimary({ execArgv: [...process.execArgv, ...heapOptions(config.memory)] });
  const workers = createWorkers({
    count: config.workers,
    log,
    // If users cannot be read, assume that there are some.
    env: async () => ((await users.any().catch(() => true)) ? { [ANY_USER]: 'seen' } : {}),
  });
  async function stop() {
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
    tellZone(await inOwnZone(config, { env, store }), { env, log });
    log.info({ store: store.kind, workers: config.workers }, `listening on http://${config.host}:${port}`);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs a worker. Sends the primary what prevents its start, so that the primary reports it. */
async function runWorker(worker: Worker, { env, config, log }: Started): Promise<undefined> {
  try {
    const store = await openDatabase({ ...config, beside: true }, log);
    const users = openUsers(store, { anySeen: env[ANY_USER] !== undefined });
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

function tellZone(config: Config, { env, log }: { env: Environment; log: Log }) {
  const line = zoneNotSet(config, env);
  if (line) log.info(line);
}

/** @throws Error when everybody would be let in */
async function refuseUnguarded(config: Config, users: UserLookup, log: Log) {
  const warning = assertOpenModeAllowed(config, await users.any());
  if (warning) log.warn(warning);
}

interface Serving {
  /** Listens, and returns the configuration with the actual port. */
  start(prepare?: (found: Config) => Promise<unknown>): Promise<Config>;
  /** Ends streams, finishes running requests, then closes the store; the process ends by itself. */
  stop(): Promise<void>;
}

function createServing(
  { env, config, log, together }: Started & { together?: Together },
  { store, users }: { store: Store; users: UserLookup },
): Serving {
  const http = createHttpServer({ noRoute: NO_ROUTE, log });
  let app: App | undefined;
  let background: Background[] = [];
  return {
    async start(prepare = async () => {}) {
      const port = await http.listen(config.host, config.port);
      // With PORT=0, the site's address is only known now.
      const addressed = port === config.port ? config : readConfig({ ...env, PORT: String(port) });
      const found = await inOwnZone(addressed, { env, store });
      app = createApp({
        config: found,
        store,
        users,
        clock: Date.now,
        newUid: randomUUID,
        log,
        together,
        webhooks: readWebhooks(found.webhooks),
        inFlight: http.inFlight,
      });
      const { answer, publishDue, extendSeries, deliver } = app;
      const prepared = prepare(found);
      http.serve(async (incoming) => {
        await prepared;
        return answer(incoming);
      });
      await prepared;
      background = [
        startBackground({ log, work: publishDue, failed: 'what is due could not be published' }),
        startBackground({ log, work: extendSeries, failed: 'occurrences of series could not be made' }),
        ...deliver.map((work) => startBackground({ log, work, failed: 'changes could not be sent to a webhook' })),
      ];
      return found;
    },
    async stop() {
      app?.endStreams();
      await http.stop();
      for (const each of background) await each.stop();
      await store.close();
    },
  };
}

function onSignal(run: () => Promise<void>) {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!isStopping) void run();
      isStopping = true;
    });
  }
}
