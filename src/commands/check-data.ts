process.env.TZ = 'UTC';

import { createChanges } from '../data/changes/changes.ts';
import { findDamaged } from '../kinds/counts/damaged.ts';
import { recountAll } from '../kinds/counts/recount.ts';
import { lasting, openDatabase } from '../kinds/database.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import { withProgress } from '../process/progress.ts';

const numbersSaid = (wrong: number, mended: number): string[] => [
  ...(mended ? [`Mended: ${mended}.`] : []),
  ...(wrong ? [`Wrong: ${wrong}. npm run check-data -- --mend sets them right.`] : []),
];

const damageSaid = (damaged: number): string[] =>
  damaged === 0 ? [] : [`Damaged: ${damaged}. Set them right in the database, or delete them through REST or GraphQL.`];

await runProgram({
  call: 'npm run check-data',
  purpose: `Looks through the data file and reads every record, then counts everything anew that is kept about events (on
categories, tags, venues and organizers, and by day). Prints a line for each fault, for each record whose numbers are
wrong and for each that is damaged. Ends with 1 when there are some, unless they are numbers that were mended. Servers may
go on meanwhile.`,
  uses: ['[--mend]'],
  options: { mend: { says: 'sets numbers right that are wrong or too large, and has servers forget what they keep' } },
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: ({ values }) => ({ mend: values.mend === true }),
  run: ({ mend }) =>
    withProgress(async ({ log, report }) => {
      const store = await openDatabase({ ...lasting(readSettings(process.env)), beside: true }, log, report);
      try {
        let faults = 0;
        const found = (line: string): void => void process.stdout.write(`${line}\n`);
        await store.examine({
          report,
          found(line) {
            faults += 1;
            found(line);
          },
        });
        // Counts would be wrong if some records cannot be read.
        if (faults > 0) throw new Error(`Damaged: ${faults}. Put back a backup.`);
        const wrong = await recountAll(store, { mend, report, found });
        const { damaged, mended } = await findDamaged(store, { mend, found });
        // Servers may still cache the old state of records that were corrected, here or by hand.
        if (mend) await createChanges(store, Date.now).tellAll();
        const left = mend ? 0 : wrong;
        const said = [...numbersSaid(left, mend ? wrong + mended : 0), ...damageSaid(damaged - mended)].join(' ');
        if (damaged > mended || left > 0) throw new Error(said);
        return said || 'All numbers are right.';
      } finally {
        await store.close();
      }
    }),
});
