import { defineConfig } from 'vitest/config';

// Date libraries read the zone of the process: every entry runs in UTC, and so do the tests.
process.env.TZ = 'UTC';

export default defineConfig({
  resolve: {
    // Sources and CommonJS dependencies must share one copy of graphql.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
