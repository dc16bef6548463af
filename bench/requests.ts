process.env.TZ = 'UTC';

import { writeFileSync } from 'node:fs';
import { runProgram } from '../src/command-line.ts';
import { withProgress } from '../src/progress.ts';
import { measure } from './requests/measure.ts';
import { loadNow, resultsOf, tableOf } from './requests/results.ts';
import { ROW_NAMES, ROWS, type RowName } from './requests/rows.ts';
import { addAdministrator, seedIn } from './shared/calendar.ts';
import { EVENTS_OPTION, ROUNDS_OPTION, readCount, readStore, STORE_OPTION, type StoreKind } from './shared/options.ts';
import { placeOf } from './shared/place.ts';

interface Asked {
  store: StoreKind;
  events: number;
  rounds: number;
  requests: number;
  rows: readonly RowName[];
  json: string | undefined;
}

const isRow = (name: string): name is RowName => Object.hasOwn(ROWS, name);

await runProgram({
  call: 'npm run bench',
  purpose: `What requests cost, beside servers that do less, in turns: CPU of the server's process for a request, requests a
second, and how long an answer takes. bench/README.md says how to read it.

Rows:
${ROW_NAMES.map((name) => `  ${name.padEnd(18)} ${ROWS[name].says}`).join('\n')}`,
  uses: ['[--store embedded|mongodb] [--events N] [--only ROW[,ROW]] [--rounds N] [--requests N] [--json FILE]'],
  options: {
    store: STORE_OPTION,
    events: { ...EVENTS_OPTION, says: `${EVENTS_OPTION.says}; 10000 without it` },
    only: { takes: 'ROW[,ROW]', says: 'only these rows; ratios need both of theirs' },
    rounds: { ...ROUNDS_OPTION, says: `${ROUNDS_OPTION.says}; 15 without it` },
    requests: { takes: 'N', says: 'how many requests a row and a round; 200 without it' },
    json: { takes: 'FILE', says: 'writes the figures there as well' },
  },
  variables: ['MONGODB_URI'],
  read({ values }): Asked | string {
    const store = readStore(values.store);
    const events = readCount('events', values.events ?? '10000');
    const rounds = readCount('rounds', values.rounds ?? '15');
    const requests = readCount('requests', values.requests ?? '200');
    for (const wrong of [store, events, rounds, requests]) if (typeof wrong === 'string') return wrong;
    const names = values.only?.split(',') ?? ROW_NAMES;
    const unknown = names.find((name) => !isRow(name));
    if (unknown !== undefined) return `--only names ${JSON.stringify(unknown)}; the rows are ${ROW_NAMES.join(', ')}.`;
    const rows = ROW_NAMES.filter((name) => names.includes(name));
    return { store: (store as { kind: StoreKind }).kind, events, rounds, requests, rows, json: values.json } as Asked;
  },
  async run({ rows, json, ...run }) {
    const place = placeOf(run.store);
    try {
      const { store, users } = await seedIn(place.env, run.events);
      await addAdministrator(users);
      // As it is served: nobody is told what only development is, and every request is counted.
      const env = { ...place.env, NODE_ENV: 'production', RATE_LIMIT: '999999999' };
      const loadBefore = loadNow();
      const turns = await withProgress(({ report }) => measure({ ...run, store, env, rows, report })).finally(() =>
        store.close(),
      );
      const results = resultsOf(turns, { ...run, loadBefore });
      if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, undefined, 2)}\n`);
      return tableOf(results);
    } finally {
      await place.remove();
    }
  },
});
