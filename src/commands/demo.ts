process.env.TZ = 'UTC';

import { openModePossible } from '../auth/open-mode.ts';
import { runProgram } from '../command-line.ts';
import type { Config } from '../config.ts';
import { NAMESPACE } from '../rest/table.ts';
import { DEMO } from '../seed/parameters.ts';
import { seedCalendar } from '../seed/seed-calendar.ts';
import { runServer } from '../server.ts';
import { VARIABLE_NAMES } from '../variables.ts';

const welcome = (config: Config): string => `
A demo calendar with ${DEMO.events} events around today, listening on ${config.siteUrl}

  REST       ${config.siteUrl}${config.restRoot}/${NAMESPACE}/events
  GraphiQL   ${config.siteUrl}/graphql

It lies in memory: nothing of it is kept.${openModePossible(config) ? ' Every program on this machine may change it.' : ''}
Ctrl-C ends it.
`;

await runProgram({
  call: 'npm run demo',
  purpose: `Serves a calendar with ${DEMO.events} events around today. It lies in memory: nothing of it is kept. Ctrl-C ends it.
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
          seedCalendar(store, { ...DEMO, around: new Date().toISOString().slice(0, 10), site }),
        ready: (config) => void process.stdout.write(welcome(config)),
      },
    ),
});
