import type { Report } from '../../src/migrations/migration.ts';
import type { Asked, Client, Load } from './client.ts';
import { type Asking, ROWS, type Row, type RowName, type ServerName } from './rows.ts';
import type { Running } from './servers.ts';

/** Both servers, and what they are asked. */
export interface Field extends Asking {
  servers: Record<ServerName, Running>;
  /** A number that nothing has been made of. */
  next(): number;
  report: Report;
}

/** How often. */
export interface Times {
  rounds: number;
  /** How many a row and a round; of writes a quarter. */
  requests: number;
  /** Seconds that each row is asked before anything is noted: the servers' code is compiled meanwhile. */
  warmUp: number;
}

/** One measurement of a row. */
export interface Turn extends Load {
  /** Milliseconds of CPU that its server used for a request. */
  cpu: number;
}

/** All measurements of each row, one a round. */
export type Turns = Partial<Record<RowName, Turn[]>>;

/** Before anything is measured, no row writes more: a calendar of which most was made by one of the servers is another. */
const MOST_WARMING_WRITES = 1000;

/** Measures the rows in turns. @throws when an answer is a refusal */
export async function measureRows(rows: readonly RowName[], field: Field, times: Times): Promise<Turns> {
  const { rounds, requests, warmUp } = times;
  const { world, report } = field;

  async function turnOf(name: RowName): Promise<Turn> {
    const row: Row = ROWS[name];
    const { client, cpuOf } = field.servers[row.server];
    const wanted = row.writes ? Math.ceil(requests / 4) : requests;
    const numbers = Array.from({ length: row.cold ? Math.min(wanted, world.coldLists) : wanted }, field.next);
    const asked = numbers.map((n) => row.request(n, field));
    if (row.cold) await world.makeCold(numbers, row.cold === 'all');
    if (row.warm) await againAndAgain(client, row.warm(field, asked));
    let load: Load | undefined;
    const cpu = await cpuOf(async () => {
      load = await client.load(asked, row.writes ? 1 : undefined);
    });
    return { ...load!, cpu: cpu / asked.length };
  }

  for (const [at, name] of rows.entries()) {
    const row: Row = ROWS[name];
    let left = row.writes ? MOST_WARMING_WRITES : Number.POSITIVE_INFINITY;
    for (const until = performance.now() + warmUp * 1000; performance.now() < until && left > 0; )
      left -= (await turnOf(name)).latencies.length;
    report('rows warm', at + 1, rows.length);
  }
  const turns: Turns = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of rows) turns[name] = [...(turns[name] ?? []), await turnOf(name)];
    report('rounds', round, rounds);
  }
  return turns;
}

/** What is asked for again is kept. */
async function againAndAgain(client: Client, requests: readonly Asked[]): Promise<void> {
  for (const time of [1, 2, 3])
    await client.load(requests.map((asked) => (asked.body ? asked : { ...asked, path: `${asked.path}&time=${time}` })));
}
