// Date libraries read the zone of the process: it must be UTC before any of them is called.
process.env.TZ = 'UTC';

import { createApp } from './app.ts';
import { assertOpenModeAllowed } from './auth/open-mode.ts';
import { openUsers } from './auth/open-users.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { createHttpServer } from './http.ts';
import { createLog, type Log } from './log.ts';

async function start(config: Config, log: Log): Promise<void> {
  const store = await openDatabase(config, log);
  const http = createHttpServer();
  /** Running requests are finished, then the store is closed; the process ends by itself. */
  async function stop(): Promise<void> {
    await http.stop();
    await store.close();
  }
  try {
    const users = openUsers(config, store);
    const warning = assertOpenModeAllowed(config, await users.any());
    if (warning) log.warn(warning);
    const port = await http.listen(config.host, config.port);
    // With PORT=0 the address of the site is known only now.
    const found = port === config.port ? config : readConfig({ ...process.env, PORT: String(port) });
    const app = createApp({ config: found, store, users, clock: Date.now, log });
    http.serve(app.fetch);
    onSignal(async () => {
      await stop();
      log.info('stopped');
    });
    log.info({ store: store.kind }, `listening on http://${config.host}:${port}`);
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

async function main(): Promise<void> {
  let log = createLog('info');
  try {
    const config = readConfig(process.env);
    log = createLog(config.logLevel);
    await start(config, log);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

await main();
