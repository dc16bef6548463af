process.env.TZ = 'UTC';

import { writeFileSync } from 'node:fs';
import { runProgram } from '../src/command-line.ts';
import { withProgress } from '../src/progress.ts';
import { measure } from './requests/measure.ts';
import { OPTIONS, readOptions } from './requests/options.ts';
import { loadNow, resultsOf, tableOf } from './requests/results.ts';
import { ROW_NAMES, ROWS } from './requests/rows.ts';
import { addAdministrator, seedIn } from './shared/calendar.ts';
import { placeOf } from './shared/place.ts';

await runProgram({
  call: 'npm run bench',
  purpose: `What requests cost, beside servers that do less, in turns: CPU of the server's process for a request, requests a
second, and how long an answer takes. bench/README.md says how to read it.

Rows:
${ROW_NAMES.map((name) => `  ${name.padEnd(34)} ${ROWS[name]!.says}`).join('\n')}`,
  uses: [
    '[--store embedded|mongodb] [--events N] [--only ROW[,ROW]] [--rounds N] [--requests N] [--warm-up SECONDS] [--json FILE]',
  ],
  options: OPTIONS,
  variables: ['MONGODB_URI'],
  read: ({ values }) => readOptions(values),
  async run({ rows, json, ...run }) {
    const place = placeOf(run.store, { name: String(run.events), keep: undefined });
    try {
      const { store, users } = await seedIn(place.env, run.events);
      const authorization = `Bearer ${await addAdministrator(users)}`;
      // As it is served: nobody is told what only development is, and every request is counted.
      const env = { ...place.env, NODE_ENV: 'production', RATE_LIMIT: '999999999' };
      const loadBefore = loadNow();
      const turns = await withProgress(({ report }) =>
        measure({ ...run, store, env, rows, authorization, report }),
      ).finally(() => store.close());
      const results = resultsOf(turns, { ...run, loadBefore });
      if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, undefined, 2)}\n`);
      return tableOf(results);
    } finally {
      await place.remove();
    }
  },
});
