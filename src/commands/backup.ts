process.env.TZ = 'UTC';

import { backUp } from '../data/backup.ts';
import { lasting, refuseUsersFile } from '../kinds/database.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import { withProgress } from '../process/progress.ts';

await runProgram({
  call: 'npm run backup',
  purpose: `Writes all of a DATA_DIR, records and users, to a new file, as of one moment, and its pictures to FILE.pictures,
while its server runs or not. FILE gets its name last: whatever has that name is whole.
The file holds hashes of passwords: nobody but its owner may read it.`,
  uses: ['--to FILE'],
  options: { to: { takes: 'FILE', says: 'where it goes: not there yet' } },
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: ({ values: { to } }) => (to === undefined ? 'backup needs --to.' : { to }),
  run: ({ to }) =>
    withProgress(async ({ report }) => {
      const place = lasting(readSettings(process.env));
      const { mongodbUri, dataDir } = place;
      if (mongodbUri !== undefined) throw new Error('MONGODB_URI is set: back MongoDB up with mongodump');
      refuseUsersFile(place);
      const { bytes, pictures } = backUp(dataDir, to, report);
      const wrote = `${to} (${(bytes / 1e6).toFixed(1)} MB)`;
      return pictures
        ? `Wrote ${wrote} and ${pictures.folder} (${(pictures.bytes / 1e6).toFixed(1)} MB).`
        : `Wrote ${wrote}.`;
    }),
});
