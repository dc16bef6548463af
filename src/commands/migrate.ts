process.env.TZ = 'UTC';

import { readSettings, runProgram } from '../command-line.ts';
import { lasting, openMigrated } from '../database.ts';
import { withProgress } from '../progress.ts';

await runProgram({
  call: 'npm run migrate',
  purpose: 'Brings the data to the form of this version. The server does so as well when it starts.',
  uses: [''],
  options: {},
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: () => undefined,
  run: () =>
    withProgress(async ({ log, report }) => {
      const { store, migrated } = await openMigrated(
        { ...lasting(readSettings(process.env)), beside: true },
        log,
        report,
      );
      await store.close();
      return migrated.map((name) => `Migrated: ${name}.`).join('\n') || 'The data is in the newest form already.';
    }),
});
