process.env.TZ = 'UTC';

import { openModePossible } from '../auth/open-mode.ts';
import { runProgram } from '../command-line.ts';
import type { Config } from '../config.ts';
import { EVENTS, LISTED } from '../resources/event/record.ts';
import { NAMESPACE } from '../rest/table.ts';
import { DEMO } from '../seed/parameters.ts';
import { seedCalendar } from '../seed/seed-calendar.ts';
import { runServer } from '../server.ts';
import type { Store } from '../store/port.ts';
import { VARIABLE_NAMES } from '../variables.ts';

/** How many events lists show to everybody, and how many more to who may edit. */
interface Counts {
  published: number;
  unpublished: number;
}

async function countEvents(store: Store): Promise<Counts> {
  const { status: _, ...inLists } = LISTED;
  const [published, all] = await Promise.all([LISTED, inLists].map((filter) => store.count(EVENTS.name, filter)));
  return { published: published!, unpublished: all! - published! };
}

const welcome = (config: Config, { published, unpublished }: Counts): string => `
A demo calendar with ${published} events around today, listening on ${config.siteUrl}

  Pages      ${config.siteUrl}/
  REST       ${config.siteUrl}${config.restRoot}/${NAMESPACE}/events
  GraphiQL   ${config.siteUrl}/graphql

It lies in memory: nothing of it is kept.${openModePossible(config) ? ` Every program on this machine may change it, and\ngets ${unpublished} more events in lists: those that are not published.` : ''}
Ctrl-C ends it.
`;

await runProgram({
  call: 'npm run demo',
  purpose: `Serves a calendar with some ${DEMO.events} events around today. It lies in memory: nothing of it is kept. Ctrl-C ends it.
MONGODB_URI, DATA_DIR, NODE_ENV and WORKERS mean nothing to it; LOG_LEVEL is error without it.`,
  uses: [''],
  options: {},
  variables: VARIABLE_NAMES.filter((name) => !['MONGODB_URI', 'DATA_DIR', 'NODE_ENV', 'WORKERS'].includes(name)),
  read: () => undefined,
  run: () => {
    let counts: Counts;
    return runServer(
      {
        ...process.env,
        MONGODB_URI: '',
        DATA_DIR: ':memory:',
        NODE_ENV: 'development',
        WORKERS: '',
        LOG_LEVEL: process.env.LOG_LEVEL || 'error',
      },
      {
        async prepare(store) {
          await seedCalendar(store, { ...DEMO, around: new Date().toISOString().slice(0, 10) });
          counts = await countEvents(store);
        },
        ready: (config) => void process.stdout.write(welcome(config, counts)),
      },
    );
  },
});
