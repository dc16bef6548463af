import { createApp } from './app.ts';
import { assertOpenModeAllowed } from './auth/open-mode.ts';
import { openUsers } from './auth/open-users.ts';
import { runProgram } from './command-line.ts';
import { type Config, type Environment, readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { createHttpServer } from './http/server.ts';
import { createLog } from './log.ts';
import { NO_ROUTE } from './rest/error-body.ts';
import type { Store } from './store/port.ts';
import { unknownVariables, VARIABLE_NAMES } from './variables.ts';

/** Milliseconds after which a change of the users by another program is seen, at the latest. */
const LOOK_AT_USERS = 1000;

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
 * The process of a server: listens as the environment says until it is asked to stop, then finishes what is running.
 * @throws Error with one line that says what keeps it from starting
 */
export async function runServer(env: Environment, options: ServerOptions = {}): Promise<undefined> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  for (const line of unknownVariables(env)) log.warn(line);
  await start({ env, config, log }, options);
}

async function start(
  { env, config, log }: { env: Environment; config: Config; log: ReturnType<typeof createLog> },
  { prepare = async () => {}, ready = () => {} }: ServerOptions,
): Promise<void> {
  const store = await openDatabase(config, log);
  const http = createHttpServer({ noRoute: NO_ROUTE, log });
  /** Running requests are finished, then the store is closed; the process ends by itself. */
  async function stop(): Promise<void> {
    await http.stop();
    await store.close();
  }
  try {
    const users = openUsers({ ...config, lookEvery: LOOK_AT_USERS }, store);
    const warning = assertOpenModeAllowed(config, await users.any());
    if (warning) log.warn(warning);
    const port = await http.listen(config.host, config.port);
    // With PORT=0 the address of the site is known only now.
    const found = port === config.port ? config : readConfig({ ...env, PORT: String(port) });
    const app = createApp({ config: found, store, users, clock: Date.now, log });
    const prepared = prepare(store, found);
    http.serve(async (incoming) => {
      await prepared;
      return app.answer(incoming);
    });
    await prepared;
    onSignal(async () => {
      await stop();
      log.info('stopped');
    });
    log.info({ store: store.kind }, `listening on http://${config.host}:${port}`);
    ready(found);
  } catch (error) {
    await stop();
    throw error;
  }
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
