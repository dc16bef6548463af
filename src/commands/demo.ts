process.env.TZ = 'UTC';

import { openModePossible } from '../auth/open-mode.ts';
import { runProgram } from '../command-line.ts';
import type { Config } from '../config.ts';
import { NAMESPACE } from '../rest/table.ts';
import { seedCalendar } from '../seed/seed-calendar.ts';
import { runServer } from '../server.ts';
import { VARIABLE_NAMES } from '../variables.ts';

const EVENTS = 60;
/** So that there is something in every week. */
const MONTHS = 3;

const welcome = (config: Config): string => `
A demo calendar with ${EVENTS} events around today, listening on ${config.siteUrl}

  REST       ${config.siteUrl}${config.restRoot}/${NAMESPACE}/events
  GraphiQL   ${config.siteUrl}/graphql

It lies in memory: nothing of it is kept.${openModePossible(config) ? ' Every program on this machine may change it.' : ''}
Ctrl-C ends it.
`;

await runProgram({
  call: 'npm run demo',
  purpose: `Serves a calendar with ${EVENTS} events around today. It lies in memory: nothing of it is kept. Ctrl-C ends it.
MONGODB_URI, DATA_DIR, NODE_ENV and WORKERS mean nothing to it; LOG_LEVEL is error without it.`,
  uses: [''],
  options: {},
  variables: VARIABLE_NAMES.filter((name) => !['MONGODB_URI', 'DATA_DIR', 'NODE_ENV', 'WORKERS'].includes(name)),
  read: () => undefined,
  run: () =>
    runServer(
      {
        ...process.env,
        MONGODB_URI: '',
        DATA_DIR: ':memory:',
        NODE_ENV: 'development',
        WORKERS: '',
        LOG_LEVEL: process.env.LOG_LEVEL || 'error',
      },
      {
        prepare: (store, { siteUrl: site }) =>
          seedCalendar(store, { events: EVENTS, months: MONTHS, around: new Date().toISOString().slice(0, 10), site }),
        ready: (config) => void process.stdout.write(welcome(config)),
      },
    ),
});
