import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Date libraries read the zone of the process: every entry runs in UTC, and so do the tests.
process.env.TZ = 'UTC';

const { TESTS, MONGODB_URI, MONGODB_SERVER } = process.env;

/** What runs in this process, on either store, in a minute. */
const FAST = 'test/{rules,store,http,cache,kinds,api,contract,recordings,import,tools,webhooks}/**/*.test.ts';
const BUILT = 'test/support/built-programs.ts';

/** The files of each project: `npm test` runs `fast`, with MONGODB_URI `mongodb`; TESTS names others, with commas, or `all`. */
const PROJECTS: Readonly<Record<string, { include: string[]; exclude?: string[]; globalSetup?: string[] }>> = {
  fast: { include: [FAST], globalSetup: [BUILT] },
  drawn: { include: ['test/drawn/**/*.test.ts'], globalSetup: [BUILT] },
  process: { include: ['test/{process,clients}/**/*.test.ts'], globalSetup: [BUILT] },
  /** What reaches the store: it keeps every kind of command that all tests send. */
  mongodb: {
    include: [FAST, 'test/drawn/**/*.test.ts', 'test/{process,clients}/**/*.test.ts'],
    exclude: ['test/rules/**'],
    globalSetup: [BUILT],
  },
  /** These stop and kill the database, so they run alone. */
  outage: { include: ['test/store/mongodb/server/*.test.ts'], globalSetup: [BUILT] },
  /** What meets Node itself: programs, sockets and streams. */
  node: {
    include: [
      'test/{http,process/http}/**/*.test.ts',
      'test/process/{stopped,users}.test.ts',
      'test/clients/wpapi.test.ts',
    ],
    globalSetup: [BUILT],
  },
};

/** The tests of one store. */
const OTHER_STORE = MONGODB_URI ? 'test/{store,process}/embedded/**' : 'test/store/mongodb/**';

const named = TESTS ?? (MONGODB_SERVER ? 'outage' : MONGODB_URI ? 'mongodb' : 'fast');
const chosen = named === 'all' ? ['fast', 'drawn', 'process'] : named.split(',');

export default defineConfig({
  resolve: {
    // Sources and CommonJS dependencies must share one copy of graphql.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    maxWorkers: availableParallelism(),
    projects: chosen.map((name) => {
      const { include, exclude = [], globalSetup = [] } = PROJECTS[name]!;
      return {
        extends: true as const,
        test: {
          name,
          include,
          exclude: name === 'outage' ? [] : [OTHER_STORE, 'test/store/mongodb/server/**', ...exclude],
          globalSetup: [...(MONGODB_URI ? ['test/support/drop-databases.ts'] : []), ...globalSetup],
        },
      };
    }),
    // Test files of a worker share the modules they import: nothing there may depend on the file.
    isolate: false,
    setupFiles: ['test/support/draws.ts'],
    // What takes a minute on this many workers takes several on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
