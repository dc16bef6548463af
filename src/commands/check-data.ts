process.env.TZ = 'UTC';

import { createChanges } from '../changes/changes.ts';
import { readSettings, runProgram } from '../command-line.ts';
import { lasting, openDatabase } from '../database.ts';
import { withProgress } from '../progress.ts';
import { recountAll } from '../recount.ts';

await runProgram({
  call: 'npm run check-data',
  purpose: `Looks through the data file and reads every record, then counts everything anew that is kept about events (on
categories, tags, venues and organizers, and by day). Prints a line for each fault, and for each record whose numbers are
wrong. Ends with 1 when there are some, unless they are mended. Servers may go on meanwhile.`,
  uses: ['[--mend]'],
  options: { mend: { says: 'sets right what is wrong' } },
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
        // Numbers of records that cannot be read cannot be counted.
        if (faults > 0) throw new Error(`Damaged: ${faults}. Put back a backup.`);
        const wrong = await recountAll(store, { mend, report, found });
        if (wrong > 0 && mend) await createChanges(store, Date.now).tellAll();
        if (wrong > 0 && !mend) throw new Error(`Wrong: ${wrong}. npm run check-data -- --mend sets them right.`);
        return wrong > 0 ? `Mended: ${wrong}.` : 'All numbers are right.';
      } finally {
        await store.close();
      }
    }),
});
