import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Date libraries read the zone of the process: every entry runs in UTC, and so do the tests.
process.env.TZ = 'UTC';

const { LONG, MONGODB_URI, MONGODB_SERVER } = process.env;

/**
 * Slow test files, which `npm test` skips. LONG=files runs them, LONG=quarter also sends a quarter of all generated requests, and
 * LONG=1 (npm run test:long) sends all. `.ci/run` uses the first two.
 */
const SLOW = [
  'test/bench/**',
  'test/changes/followers.test.ts',
  'test/clients/{offline,typed*}.test.ts',
  'test/contract/{document-linters,memory,mesh}.test.ts',
  // Each of their tests starts programs.
  'test/process/{build,fields,mesh,programs,refused,stopped,users,workers}.test.ts',
  'test/webhooks/command.test.ts',
  'test/seed/{believable,seed-calendar}.test.ts',
  'test/store/*/{commands,explain,statements}.test.ts',
  'test/store/embedded/{damaged-file,folder,killed*,user-command}.test.ts',
];

/** Tests of one store, and those that stop and kill the server, which run alone. */
const OTHERS = {
  embedded: 'test/store/mongodb/**',
  // Rules and programs of the bench know no store.
  mongodb: 'test/{store/embedded,bench,rules,writer}/**',
  server: 'test/store/mongodb/server/**',
};

export default defineConfig({
  resolve: {
    // Sources and CommonJS dependencies must share one copy of graphql.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    include: [MONGODB_SERVER ? `${OTHERS.server}/*.test.ts` : 'test/**/*.test.ts'],
    exclude: [
      ...(MONGODB_SERVER ? [] : [MONGODB_URI ? OTHERS.mongodb : OTHERS.embedded, OTHERS.server]),
      ...(LONG ? [] : SLOW),
    ],
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
