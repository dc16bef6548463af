import type { Logger } from 'pino';
import { createHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { NO_ROUTE } from '../../src/rest/error-body.ts';
import { type Built, buildApp, type TestApp } from './app.ts';

/** The real app behind a real server of HTTP. */
export interface ServedApp {
  app: TestApp;
  /** Where it listens, and what its links begin with: `http://127.0.0.1:PORT`. */
  url: string;
  close(): Promise<void>;
}

interface Served extends Built {
  log?: Logger;
}

/** Serves the app on a free port of the loopback, which it knows as the address of its site. */
export async function serveApp({ log = createLog('silent'), ...built }: Served = {}): Promise<ServedApp> {
  const http = createHttpServer({ noRoute: NO_ROUTE, log });
  const url = `http://127.0.0.1:${await http.listen('127.0.0.1', 0)}`;
  const app = await buildApp({ ...built, log, inFlight: http.inFlight, env: { ...built.env, SITE_URL: url } });
  http.serve(app.answer);
  return {
    app,
    url,
    async close() {
      await http.stop();
      await app.close();
    },
  };
}
