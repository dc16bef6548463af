// Date libraries read the zone of the process: it must be UTC before any of them is called.
process.env.TZ = 'UTC';

import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import { createApp } from './app.ts';
import { assertOpenModeAllowed } from './auth/open-mode.ts';
import { openUsers } from './auth/open-users.ts';
import { USERS } from './auth/store-users.ts';
import { type Config, readConfig } from './config.ts';
import { createLog, type Log } from './log.ts';
import { withBodyLimit } from './body-limit.ts';
import { COLLECTIONS } from './resources/collections.ts';
import { NO_ROUTE } from './rest/error-body.ts';
import { openStore } from './store/open.ts';

async function start(config: Config, log: Log): Promise<void> {
  const store = await openStore(config, config.mongodbUri ? [...COLLECTIONS, USERS] : COLLECTIONS, log);
  try {
    const users = openUsers(config, store);
    const warning = assertOpenModeAllowed(config, await users.any());
    if (warning) log.warn(warning);
    const server = createServer();
    const port = await listen(server, config);
    // With PORT=0 the address of the site is known only now.
    const app = createApp({
      config: port === config.port ? config : readConfig({ ...process.env, PORT: String(port) }),
      store,
      users,
      clock: Date.now,
      log,
    });
    const answer = createServerAdapter((request: Request) => app.fetch(request));
    server.on('request', (request, response) => answer(withBodyLimit(request), response));
    server.on('clientError', refuse);
    onSignal(() => stop(server, () => store.close(), log));
    log.info({ store: store.kind }, `listening on http://${config.host}:${port}`);
  } catch (error) {
    await store.close();
    throw error;
  }
}

const listen = (server: Server, { host, port }: Config): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

/** A request that the platform's parser does not understand, such as one with an unknown method. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const body = JSON.stringify(NO_ROUTE);
  const head = `HTTP/1.1 404 Not Found\r\nContent-Type: application/json; charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body);
}

/** Running requests are finished, then the store is closed; the process ends by itself. */
async function stop(server: Server, closeStore: () => Promise<void>, log: Log): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
  await closeStore();
  log.info('stopped');
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
