process.env.TZ = 'UTC';

import { renewLog } from '../data/changes/cursors.ts';
import { lasting, openMigrated } from '../kinds/database.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import { withProgress } from '../process/progress.ts';

await runProgram({
  call: 'npm run migrate',
  purpose: `Brings the data to the form of this version. The server does so as well when it starts.
After older data was put in its place otherwise than from a file of npm run backup: --restored. Clients that follow
changes are told to start anew then. No server may run.`,
  uses: ['[--restored]'],
  options: { restored: { says: 'the data was put in place of newer data' } },
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: ({ values: { restored = false } }) => ({ restored }),
  run: ({ restored }) =>
    withProgress(async ({ log, report }) => {
      const { store, migrated } = await openMigrated(
        { ...lasting(readSettings(process.env)), beside: true, isThere: true },
        log,
        report,
      );
      if (restored) await renewLog(store);
      await store.close();
      const done = migrated.map((name) => `Migrated: ${name}.`);
      if (done.length === 0) done.push('The data is in the newest form already.');
      if (restored) done.push('Clients that follow changes will be told to begin anew.');
      return done.join('\n');
    }),
});
