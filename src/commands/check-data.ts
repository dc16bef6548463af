process.env.TZ = 'UTC';

import { createChanges } from '../data/changes/changes.ts';
import { findDamaged } from '../kinds/damaged.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import { withStore } from '../process/with-store.ts';
import { findDamagedPictures } from '../tools/kept-pictures.ts';

const SET_RIGHT = 'Set them right in the database, or delete them through REST or GraphQL.';

await runProgram({
  call: 'npm run check-data',
  purpose: `Looks through the data file, and reads every record and uploaded picture. Prints a line for each that is damaged. Ends with 1 when there are some, unless they are numbers that were repaired. Servers may go on meanwhile.`,
  uses: ['[--repair]'],
  options: { repair: { says: 'sets numbers right that are too large, and has servers forget what they keep' } },
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: ({ values }) => ({ repair: values.repair === true }),
  run: ({ repair }) =>
    withStore(readSettings(process.env), async (store, { report }) => {
      let faults = 0;
      const found = (line: string): void => void process.stdout.write(`${line}\n`);
      await store.examine({
        report,
        found(line) {
          faults += 1;
          found(line);
        },
      });
      if (faults > 0) throw new Error(`Damaged: ${faults}. Put back a backup.`);
      const { damaged, repaired } = await findDamaged(store, { repair, found, report });
      // Servers may still cache the old state of records that were corrected, here or by hand.
      if (repair) await createChanges(store, Date.now).tellAll();
      const said = repaired ? `Repaired: ${repaired}.` : '';
      const left = damaged - repaired + (await findDamagedPictures(store, found));
      if (left > 0) throw new Error(`${said} Damaged: ${left}. ${SET_RIGHT}`.trim());
      return said || 'No record is damaged.';
    }),
});
