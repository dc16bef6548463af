process.env.TZ = 'UTC';

import { writeFileSync } from 'node:fs';
import { runProgram } from '../src/process/command-line.ts';
import { withProgress } from '../src/process/progress.ts';
import { OPTIONS, PART_NAMES, PART_SAYS, readOptions } from './requests/options.ts';
import { loadNow, resultsOf, tableOf } from './requests/results.ts';
import { runOn } from './requests/run.ts';
import { measureSeed } from './requests/seed-memory.ts';

await runProgram({
  call: 'npm run bench',
  purpose: `What reads and writes cost, beside a calendar written by hand on the same records, in turns: CPU of the server's
process for a request, how long an answer takes, how many events are made in a second, and how much a write writes.
bench/README.md says how to read it.

Rows:
${PART_NAMES.map((name) => `  ${name.padEnd(16)} ${PART_SAYS[name]}`).join('\n')}`,
  uses: ['[--store embedded|mongodb] [--events N] [--only ROW[,ROW]] [--json FILE]'],
  options: OPTIONS,
  variables: ['MONGODB_URI'],
  read: ({ values }) => readOptions(values),
  async run({ json, seedMemory, ...run }) {
    const loadBefore = loadNow();
    const [turns, figures] = await withProgress(({ report }) => runOn({ ...run, report }));
    if (seedMemory !== undefined) figures.push(...(await measureSeed(seedMemory)));
    const { store, events, rounds, requests } = run;
    const results = resultsOf(turns, figures, { store, events, rounds, requests, loadBefore });
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, undefined, 2)}\n`);
    return tableOf(results);
  },
});
