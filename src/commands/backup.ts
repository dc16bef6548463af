process.env.TZ = 'UTC';

import { readSettings, runProgram } from '../command-line.ts';
import { lasting } from '../database.ts';
import { withProgress } from '../progress.ts';
import { backUp } from '../store/embedded/backup.ts';

await runProgram({
  call: 'npm run backup',
  purpose: `Writes all records of a DATA_DIR to a new file, as of one moment, while its server runs or not.
The users are in users.json beside them: copy that too.`,
  uses: ['--to FILE'],
  options: { to: { takes: 'FILE', says: 'where it goes: not there yet' } },
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: ({ values: { to } }) => (to === undefined ? 'backup needs --to.' : { to }),
  run: ({ to }) =>
    withProgress(async ({ report }) => {
      const { mongodbUri, dataDir } = lasting(readSettings(process.env));
      if (mongodbUri !== undefined) throw new Error('MONGODB_URI is set: back MongoDB up with mongodump');
      report('backup', 0, 1);
      const bytes = backUp(dataDir, to);
      report('backup', 1, 1);
      return `Wrote ${to} (${(bytes / 1e6).toFixed(1)} MB).`;
    }),
});
