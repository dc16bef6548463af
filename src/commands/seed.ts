process.env.TZ = 'UTC';

import { readSettings, runProgram } from '../process/command-line.ts';
import { withStore } from '../process/with-store.ts';
import { OPTIONS, readOptions, todayThere } from '../tools/seed/options.ts';
import { type Seeded, seedCalendar } from '../tools/seed/seed-calendar.ts';

function summary({ before, counts }: Seeded, seconds: number) {
  const listed = Object.entries(counts)
    .map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
    .join(', ');
  return before ? `Nothing to do: seeded before with ${listed}.` : `Seeded ${listed} in ${seconds.toFixed(1)} seconds.`;
}

await runProgram({
  call: 'npm run seed',
  purpose: `Fills an empty calendar with believable records.
The same N, S and day make the same records: without --around, on one day; with it, for ever.
A seed that was interrupted goes on when it is run again. Let nobody write meanwhile.`,
  uses: ['--events N [--seed S] [--around YYYY-MM-DD] [--several-venues]'],
  options: OPTIONS,
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read: ({ values }) => readOptions(values, todayThere()),
  async run(options) {
    const began = Date.now();
    return withStore(
      readSettings(process.env),
      async (store, { report }) =>
        summary(await seedCalendar(store, { ...options, report }), (Date.now() - began) / 1000),
      false,
    );
  },
});
