import type { Logger } from 'pino';
import { NO_ROUTE } from '../../src/api/rest/error-body.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/process/log.ts';
import { type Built, buildApp, type TestApp } from './app.ts';

/** The real app behind a real HTTP server. */
export interface ServedApp {
  app: TestApp;
  /** The address where it listens and with which its links begin: `http://127.0.0.1:PORT`. */
  url: string;
  close(): Promise<void>;
}

interface Served extends Built {
  log?: Logger;
}

/** Serves the app on a free port of the loopback interface, and gives it that address as `SITE_URL`. */
export async function serveApp({ log = createLog('silent'), ...built }: Served = {}): Promise<ServedApp> {
  const http = createHttpServer({ noRoute: NO_ROUTE, log });
  const url = `http://127.0.0.1:${await http.listen('127.0.0.1', 0)}`;
  const app = await buildApp({ ...built, log, inFlight: http.inFlight, env: { ...built.env, SITE_URL: url } });
  http.serve(app.answer);
  return {
    app,
    url,
    async close() {
      app.endStreams();
      await http.stop();
      await app.close();
    },
  };
}
