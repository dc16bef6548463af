import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';
import { defineConfig } from 'vitest/config';

// Date libraries read the zone of the process: every entry runs in UTC, and so do the tests.
process.env.TZ = 'UTC';

/** With WITHOUT_SAMPLES, `fast` leaves the files that `thorough` runs to it. */
const { TESTS, MONGODB_URI, MONGODB_SERVER, WITHOUT_SAMPLES } = process.env;

interface Project {
  include: string[];
  /** Whether its tests start the built programs. */
  programs?: boolean;
}

/** The folders and files that reach the store: they keep every shape of command that all tests send. */
const BOTH_STORES: string[] = JSON.parse(readFileSync('test/both-stores.json', 'utf8'));

const FAST = 'rules store http cache kinds api contract recordings import tools webhooks'.split(' ');

/** The files of `fast` that run a sample of their rows there. */
function sampled(): string[] {
  const all = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((path) => join('test', path));
  const files = all.filter(
    (path) => path.endsWith('.ts') && readFileSync(path, 'utf8').includes("/support/sample.ts'"),
  );
  const others = files.filter((path) => !path.endsWith('.test.ts') || !FAST.includes(path.split(sep)[1]!));
  if (others.length) throw new Error(`Only a test file of the project fast may sample rows: ${others.join(', ')}`);
  return files;
}

const PROJECTS: Readonly<Record<string, Project>> = {
  fast: {
    include: [`test/{${FAST}}/**/*.test.ts`],
    // Those of MongoDB start some.
    programs: MONGODB_URI !== undefined,
  },
  /** All rows of what `fast` samples. */
  thorough: { include: sampled() },
  drawn: { include: ['test/drawn/**/*.test.ts'] },
  process: { include: ['test/{process,clients}/**/*.test.ts'], programs: true },
  mongodb: {
    include: BOTH_STORES.map((place) => (place.endsWith('/') ? `${place}**/*.test.ts` : place)),
    programs: true,
  },
  /** These stop and kill the database, so they run alone, one after the other. */
  outage: { include: ['test/store/mongodb/server/*.test.ts'], programs: true },
  /** Disks, kills and clocks that fail: `npm run test:faults`, by root on Linux. */
  faults: { include: ['test/faults/*.test.ts'], programs: true },
  /** What meets Node itself: programs, sockets and streams; but not how one version of V8 collects garbage. */
  node: {
    include: [
      ...['test/http/**/*.test.ts', 'test/process/http/!(short-lived).test.ts'],
      'test/process/{stopped,users}.test.ts',
      'test/clients/wpapi.test.ts',
    ],
    programs: true,
  },
};

const named = TESTS ?? (MONGODB_SERVER ? 'outage' : MONGODB_URI ? 'mongodb' : 'fast');
const chosen = named === 'all' ? ['fast', 'thorough', 'drawn', 'process'] : named.split(',');

/** The tests that run on the other store only. */
const OTHER_STORE = MONGODB_URI ? 'test/{store,process}/embedded/**' : 'test/store/mongodb/**';

export default defineConfig({
  resolve: {
    // Sources and CommonJS dependencies must share one copy of graphql.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    maxWorkers: ['outage', 'faults'].includes(named) ? 1 : availableParallelism(),
    projects: chosen.map((name) => {
      const { include, programs } = PROJECTS[name]!;
      return {
        extends: true as const,
        test: {
          name,
          include,
          provide: { takesSamples: name === 'fast' },
          exclude: [
            ...(name === 'outage' ? [] : [OTHER_STORE, 'test/store/mongodb/server/**']),
            ...(name === 'fast' && WITHOUT_SAMPLES ? sampled() : []),
          ],
          globalSetup: [
            ...(programs ? ['test/support/built-programs.ts'] : []),
            ...(MONGODB_URI ? ['test/support/drop-databases.ts'] : []),
          ],
        },
      };
    }),
    // A module is transformed once, not in each run: a third of the CPU of a run of one file.
    experimental: { fsModuleCache: true },
    // Test files of a worker share the modules they import: nothing there may depend on the file.
    isolate: false,
    setupFiles: ['test/support/late.js', 'test/support/draws.ts', 'test/support/names.ts'],
    // What takes a minute on this many workers takes several on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
