import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Date libraries read the zone of the process: every entry runs in UTC, and so do the tests.
process.env.TZ = 'UTC';

// With LONG=1 (npm run test:long, .ci/run) besides, which test/support/fuzz/seed.ts reads, all generated requests are sent.
const { MONGODB_URI, MONGODB_SERVER } = process.env;

/** Tests of one store, and those that stop and kill the server, which run alone. */
const OTHERS = {
  embedded: 'test/store/mongodb/**',
  mongodb: 'test/store/embedded/**',
  server: 'test/store/mongodb/server/**',
};

export default defineConfig({
  resolve: {
    // Sources and CommonJS dependencies must share one copy of graphql.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    include: [MONGODB_SERVER ? `${OTHERS.server}/*.test.ts` : 'test/**/*.test.ts'],
    exclude: MONGODB_SERVER ? [] : [MONGODB_URI ? OTHERS.mongodb : OTHERS.embedded, OTHERS.server],
    // Every core twice: half of the time a test waits for the disk, a server or a process.
    maxWorkers: 2 * availableParallelism(),
    // Test files of a worker share the modules they import: nothing there may depend on the file.
    isolate: false,
    globalSetup: 'test/support/run.ts',
    setupFiles: ['test/support/draws.ts'],
    // What takes a minute on this many workers takes several on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
