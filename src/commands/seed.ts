process.env.TZ = 'UTC';

import { lasting, openDatabase } from '../kinds/database.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import { withProgress } from '../process/progress.ts';
import { OPTIONS, readOptions } from '../tools/seed/options.ts';
import { todayThere } from '../tools/seed/parameters.ts';
import { type Seeded, seedCalendar } from '../tools/seed/seed-calendar.ts';

await runProgram({
  call: 'npm run seed',
  purpose: `Fills an empty calendar with believable records.
The same N, S and day make the same records: without --around, on one day; with it, for ever.
A seed that was interrupted goes on when it is run again. Let nobody write meanwhile.`,
  uses: ['--events N [--seed S] [--around YYYY-MM-DD] [--several-venues]'],
  options: OPTIONS,
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: ({ values }) => readOptions(values, todayThere()),
  run: (options) =>
    withProgress(async ({ log, report }) => {
      const began = Date.now();
      const config = lasting(readSettings(process.env));
      const store = await openDatabase({ ...config, beside: true }, log, report);
      try {
        const seeded = await seedCalendar(store, { ...options, report });
        return summary(seeded, (Date.now() - began) / 1000);
      } finally {
        await store.close();
      }
    }),
});

function summary({ before, counts }: Seeded, seconds: number): string {
  const listed = Object.entries(counts)
    .map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
    .join(', ');
  return before ? `Nothing to do: seeded before with ${listed}.` : `Seeded ${listed} in ${seconds.toFixed(1)} seconds.`;
}
