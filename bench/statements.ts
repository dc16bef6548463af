import { randomUUID } from 'node:crypto';

process.env.TZ = 'UTC';

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.ts';
import { connect } from '../src/data/sqlite/sqlite.ts';
import { DATA_FILE } from '../src/data/sqlite.ts';
import { openUsers } from '../src/data/users/open-users.ts';
import { openDatabase } from '../src/kinds/database.ts';
import { runProgram } from '../src/process/command-line.ts';
import { readConfig } from '../src/process/config.ts';
import { createLog } from '../src/process/log.ts';
import { withProgress } from '../src/process/progress.ts';
import { BEGIN, seedIn } from './shared/calendar.ts';
import { readCount } from './shared/options.ts';
import { asked } from './statements/asked.ts';
import { type Operation, operationsOf } from './statements/operations.ts';
import { statementsOf, wholeSteps } from './statements/recorder.ts';
import { sampleOf } from './statements/sample.ts';
import { statementsOfWrites, type WriteStatements } from './statements/writes.ts';

interface Options {
  sizes: readonly number[];
  dir: string | undefined;
  over: number;
}

/** The measurement of an operation on one calendar. */
interface Seen {
  name: string;
  status: number;
  statements: number;
  /** The longest statement. */
  ms: number;
  sql: string;
  within: string;
  /** Steps outside of slices that scan a whole table or sort. */
  steps: string[];
}

await runProgram({
  call: 'npm run bench:statements',
  purpose: `What the statements are that each operation of both doors runs on the embedded store, how much CPU time the
dearest of them takes, and which of them look at a whole table or sort. All statements of a create, a title, a cancel and a trash
are told first. Operations come from the schemas. Milliseconds are the
least of three rounds, of what is written of one.`,
  uses: ['--events N[,N] [--dir FOLDER] [--over MS]'],
  options: {
    events: { takes: 'N[,N]', says: 'the sizes of the calendars' },
    dir: { takes: 'FOLDER', says: 'a data folder that is copied in place of the first calendar' },
    over: { takes: 'MS', says: 'tells of statements that take longer; 20 without it' },
  },
  variables: [],
  read({ values }): Options | string {
    const sizes = (values.events ?? '').split(',').map((typed) => readCount('events', typed));
    const over = readCount('over', values.over ?? '20');
    const wrong = [...sizes, over].find((size) => typeof size === 'string');
    return (wrong as string) ?? { sizes: sizes as number[], dir: values.dir, over: over as number };
  },
  run: measure,
});

async function measure({ sizes, dir, over }: Options): Promise<undefined> {
  for (const [at, size] of sizes.entries()) {
    const sum = await sized(size, { dir: at === 0 ? dir : undefined, over });
    process.stdout.write(`${sum}\n\n`);
  }
}

async function sized(size: number, { dir, over }: Omit<Options, 'sizes'>): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { DATA_DIR: place, NODE_ENV: 'test' };
  if (dir === undefined) await (await seedIn(env, size)).store.close();
  else cpSync(dir, place, { recursive: true });
  const config = readConfig(env);
  const log = createLog('silent');
  const store = await openDatabase(config, log);
  const file = connect(join(place, DATA_FILE));
  // Each round has a new app, because caches of responses and totals belong to the app.
  const newApp = () =>
    createApp({ config, store, users: openUsers(store), clock: () => BEGIN, newUid: randomUUID, log });
  try {
    for (const write of await statementsOfWrites(newApp(), store)) process.stdout.write(`${writeOf(write)}\n`);
    const sample = await sampleOf(store);
    const seen: Seen[] = [];
    await withProgress(async ({ report }) => {
      const operations = operationsOf(sample);
      for (const [at, operation] of operations.entries()) {
        const each = await rounds(operation);
        seen.push(each);
        // A large calendar takes long, so results are printed at once in case the run is interrupted.
        if (isTold(each, over)) process.stdout.write(`${rowOf(each)}\n`);
        report(`${size} events: operations`, at + 1, operations.length);
      }
    });
    return sumOf(size, seen, over);
  } finally {
    file.close();
    await store.close();
    rmSync(place, { recursive: true });
  }

  async function rounds(operation: Operation): Promise<Seen> {
    let best: Seen | undefined;
    const writes = JSON.stringify(operation.body ?? '').includes('mutation');
    for (let round = 0; round < (writes ? 1 : 3); round += 1) {
      const app = newApp();
      let status = 0;
      const statements = await statementsOf(async () => {
        ({ status } = await asked(app, operation));
      });
      const longest = statements.reduce((most, each) => (each.ms > most.ms ? each : most), statements[0] ?? NONE);
      const { ms, sql, within } = longest;
      if (best && best.ms <= ms) continue;
      const steps = statements
        .filter((each) => each.within !== 'thread')
        .flatMap((each) => wholeSteps(file, each).map((step) => `${step} [${each.within}]`));
      best = {
        name: operation.name,
        status,
        statements: statements.length,
        ms,
        sql,
        within,
        steps: [...new Set(steps)],
      };
      if (ms < over) break;
    }
    return best!;
  }
}

const NONE = { ms: 0, sql: '', values: [], within: 'itself' as const };

/** Whether the result is worth reporting. */
function isTold({ ms, steps, status }: Seen, over: number): boolean {
  return ms >= over || steps.length > 0 || status >= 500;
}

function rowOf({ name, ms, statements, within, sql, steps, status }: Seen): string {
  return [
    `${ms.toFixed(1)} ms of ${statements} (${within}) ${status} ${name}`,
    ...[sql.slice(0, 300), ...steps].map((line) => `    ${line}`),
  ].join('\n');
}

function writeOf({ name, status, statements }: WriteStatements): string {
  const lines = statements.map(({ ms, sql }) => `    ${ms.toFixed(2)} ms ${sql.slice(0, 160)}`);
  return [`${statements.length} statements ${status} ${name}`, ...lines].join('\n');
}

function sumOf(size: number, seen: readonly Seen[], over: number): string {
  const statements = seen.reduce((sum, each) => sum + each.statements, 0);
  const long = seen.filter(({ ms }) => ms >= over).length;
  return `${size} events: ${seen.length} operations, ${statements} statements; ${long} operations have one of ${over} ms or more`;
}
