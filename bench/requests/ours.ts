import { createApp } from '../../src/app.ts';
import { openUsers } from '../../src/auth/open-users.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { NO_ROUTE } from '../../src/rest/error-body.ts';
import { createClock } from '../shared/calendar.ts';
import type { Told } from './told.ts';

/** The calendar as `npm start` serves it, with the clock of the bench, beside others on the same data. */
export async function ours({ env }: Told): Promise<number> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const store = await openDatabase({ ...config, beside: true }, log);
  const app = createApp({ config, store, users: openUsers(config, store), clock: createClock(), log });
  const http = createHttpServer({ noRoute: NO_ROUTE, log });
  http.serve(app.answer);
  return http.listen('127.0.0.1', 0);
}
