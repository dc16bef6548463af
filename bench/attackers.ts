process.env.TZ = 'UTC';

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { generateSecret, hashGenerated } from '../src/data/users/secrets.ts';
import { storeUsers } from '../src/data/users/store-users.ts';
import { openDatabase } from '../src/kinds/database.ts';
import type { Naming } from '../src/kinds/event/record.ts';
import { runProgram } from '../src/process/command-line.ts';
import { createLog } from '../src/process/log.ts';
import { ask, askOn, nothingSeen, type Seen } from './attackers/caller.ts';
import { watchMemory } from './attackers/memory.ts';
import { type Busiest, loggingIn, nextList, type Row, rowsOf } from './attackers/rows.ts';
import { busiest } from './shared/busiest.ts';
import { seedIn } from './shared/calendar.ts';
import { quantile } from './shared/measure.ts';
import { KEEP_OPTION, readCount } from './shared/options.ts';
import { placeOf } from './shared/place.ts';
import { freePort } from './shared/port.ts';

interface Options {
  /** Undefined to use the calendar in DATA_DIR. */
  events: number | undefined;
  seconds: number;
  only: string[] | undefined;
  keep: string | undefined;
}

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

await runProgram({
  call: 'npm run bench:attackers',
  purpose: `What readers wait for while others ask for all they can, on the embedded store: the server as it is built
(npm run build first), one process, on a copy of a seeded calendar for each row; readers and attackers have addresses of their own.`,
  uses: ['--events N [--seconds N] [--only NAME,…] [--keep WHERE]', '[--seconds N] [--only NAME,…]'],
  options: {
    events: {
      takes: 'N',
      says: 'how many events the calendar has that is seeded; without it, that in DATA_DIR is copied',
    },
    seconds: { takes: 'N', says: 'how long each row lasts; 20 without it' },
    only: { takes: 'NAME,…', says: 'only these rows' },
    keep: KEEP_OPTION,
  },
  variables: ['DATA_DIR', 'MEMORY'],
  read({ values }): Options | string {
    if (values.events === undefined && !process.env.DATA_DIR) return 'Name --events N, or a calendar by DATA_DIR.';
    const events = values.events === undefined ? undefined : readCount('events', values.events);
    const seconds = readCount('seconds', values.seconds ?? '20');
    if (typeof events === 'string') return events;
    if (typeof seconds === 'string') return seconds;
    return { events, seconds, only: values.only?.split(','), keep: values.keep };
  },
  run: attack,
});

async function attack({ events, seconds, only, keep }: Options): Promise<string> {
  const place = events === undefined ? undefined : placeOf('embedded', { name: String(events), keep });
  if (place) await (await seedIn(place.env, events!)).store.close();
  const dir = place?.env.DATA_DIR ?? process.env.DATA_DIR!;
  const lines = [
    `| row | readers' p50 ms | p99 ms | longest | read | refused | \`/health\` longest | after, ms | MB at first | most | at last | more a minute | attackers |`,
    `|---|---|---|---|---|---|---|---|---|---|---|---|---|`,
  ];
  try {
    for (const name of Object.keys(
      rowsOf({ contributor: {}, administrator: {}, busiest: {} as Busiest, picture: Buffer.of() }),
    ))
      if (only?.includes(name) ?? true) {
        const line = await measured(name, { dir, seconds });
        process.stderr.write(`${line}\n`);
        lines.push(line);
      }
  } finally {
    await place?.remove();
  }
  return lines.join('\n');
}

/** Measures a row on a server of its own. */
async function measured(name: string, { dir, seconds }: { dir: string; seconds: number }): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'bench-'));
  cpSync(dir, copy, { recursive: true });
  const store = await openDatabase({ dataDir: copy }, createLog('warn'));
  const users = storeUsers(store);
  const headersOf = async (role: 'contributor' | 'administrator') => {
    const secret = generateSecret();
    await users.add({ name: role, role, secret: hashGenerated(secret) });
    return loggingIn(role, secret);
  };
  const [contributor, administrator] = [await headersOf('contributor'), await headersOf('administrator')];
  await store.close();
  const row = rowsOf({ contributor, administrator, busiest: await busiestIn(copy), picture: await photo() })[name]!;
  const port = await freePort();
  const server = await started(copy, port);
  try {
    return `| ${name} | ${(await run(row, { port, pid: server.pid!, seconds })).join(' | ')} |`;
  } finally {
    server.kill();
    await once(server, 'exit');
    rmSync(copy, { recursive: true });
  }
}

/** A photo of 12 megapixels, whose noise makes it as large as one of a camera. */
function photo(): Promise<Buffer> {
  return sharp({
    create: {
      ...{ width: 4_000, height: 3_000, channels: 3, background: 'gray' },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** The records that most public events link to. */
async function busiestIn(dataDir: string): Promise<Busiest> {
  const store = await openDatabase({ dataDir }, createLog('warn'));
  const first = async (list: keyof Naming): Promise<number> => (await busiest(store, list))[0]!._id;
  try {
    const [category] = await busiest<{ _id: number; ancestors: number[] }>(store, 'categories');
    return {
      ...{ tag: await first('tags'), category: category!._id, branch: category!.ancestors[0] ?? category!._id },
      ...{ venue: await first('venues'), organizer: await first('organizers') },
    };
  } finally {
    await store.close();
  }
}

async function run(
  row: Row,
  { port, pid, seconds }: { port: number; pid: number; seconds: number },
): Promise<(string | number)[]> {
  const stop = new AbortController();
  const stopAttack = new AbortController();
  const [readers, attackers, health, after] = [nothingSeen(), nothingSeen(), nothingSeen(), nothingSeen()];
  const reader = (seen: Seen, signal: AbortSignal, next = nextList) =>
    askOn({ port, address: '127.0.0.2', seen, stopped: signal }, next);
  // Warms up the compiler and caches before measuring.
  const warm = AbortSignal.timeout(3_000);
  await Promise.all([reader(nothingSeen(), warm), reader(nothingSeen(), warm)]);
  const all = [reader(health, stop.signal, () => ({ path: '/health' }))];
  if (!row.alone) all.push(reader(readers, stop.signal), reader(readers, stop.signal));
  const memory = watchMemory(pid);
  let addresses = 0;
  const attacking = row.attackers.flatMap(({ callers, addresses: own, go }) => {
    const first = addresses;
    addresses += own;
    return Array.from({ length: callers }, (_, caller) => {
      const place = first + (caller % own);
      const address = `127.0.${1 + Math.floor(place / 250)}.${3 + (place % 250)}`;
      return go({ port, address, seen: row.alone ? readers : attackers, stopped: stopAttack.signal });
    });
  });
  if (row.once) {
    await sleep(1_000);
    const { status } = await ask({ port, address: '127.0.0.3' }, row.once);
    attackers.statuses[status] = 1;
  }
  await sleep(seconds * 1_000);
  const resident = await memory.stop();
  stopAttack.abort();
  stop.abort();
  await sleep(2_000);
  await reader(after, AbortSignal.timeout(1_000));
  await Promise.all([...all, ...attacking]);
  const ms = (seen: Seen, part: number): string => quantile(seen.latencies, part).toFixed(0);
  const { 200: answered = 0, ...others } = readers.statuses;
  return [
    ...[ms(readers, 0.5), ms(readers, 0.99), ms(readers, 1), answered],
    ...[told(others), ms(health, 1), ms(after, 0.5), ...resident, told(attackers.statuses)],
  ];
}

function told(statuses: Record<number, number>): string {
  const each = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return each.join(', ') || 'none';
}

async function started(dir: string, port: number): Promise<ChildProcess> {
  const { PATH = '', HOME = '', MEMORY = '', NODE_OPTIONS = '' } = process.env;
  const env = {
    PATH,
    HOME,
    MEMORY,
    NODE_OPTIONS,
    DATA_DIR: dir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  // The machine may be busy. Only root may raise the priority.
  try {
    execFileSync('renice', ['-n', '-10', '-p', String(server.pid)], { stdio: 'ignore' });
  } catch {}
  while ((await ask({ port, address: '127.0.0.1' }, { path: '/ready' })).status !== 200) await sleep(50);
  return server;
}
