import type { Report } from '../../src/data/migrations/migration.ts';
import type { Client, HttpRequest, Load } from './client.ts';
import { type Asking, ROWS, type Row, type RowName, type ServerName } from './rows.ts';
import type { Running } from './servers.ts';

/** Both servers, and what their requests need. */
export interface Field extends Asking {
  servers: Record<ServerName, Running>;
  /** A number that was not used before. */
  next(): number;
  report: Report;
}

/** How often to measure. */
export interface Times {
  rounds: number;
  /** Requests per row and round; a quarter as many for writes, and a twentieth for feeds. */
  requests: number;
  /** Seconds of warm-up for each row, in which the servers' code is compiled. */
  warmUp: number;
}

/** One measurement of a row. */
interface Turn extends Load {
  /** CPU milliseconds of the server per request. */
  cpu: number;
}

/** All measurements of each row, one per round. */
export type Turns = Partial<Record<RowName, Turn[]>>;

/** Maximum writes of a row during warm-up. More would change the calendar too much. */
const MOST_WARMING_WRITES = 6000;

/** Measures the rows in turns. @throws if a request is refused */
export async function measureRows(rows: readonly RowName[], field: Field, times: Times): Promise<Turns> {
  const { rounds, requests, warmUp } = times;
  const { world, report } = field;

  async function turnOf(name: RowName): Promise<Turn> {
    const row: Row = ROWS[name];
    const { client, cpuOf } = field.servers[row.server];
    const wanted = Math.ceil(requests / (row.oneOf ?? 1));
    const numbers = Array.from({ length: row.cold ? Math.min(wanted, world.coldLists) : wanted }, field.next);
    const batch = numbers.map((n) => row.request(n, field));
    if (row.cold) await world.makeCold(numbers, row.cold === 'all');
    if (row.warm) await againAndAgain(client, row.warm(field, batch));
    let load: Load | undefined;
    const cpu = await cpuOf(async () => {
      load = await client.load(batch, row.writes ? 1 : undefined);
    });
    return { ...load!, cpu: cpu / batch.length };
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

/** Repeats requests, so that the servers cache them. */
async function againAndAgain(client: Client, requests: readonly HttpRequest[]): Promise<void> {
  for (const time of [1, 2, 3])
    await client.load(
      requests.map((request) => (request.body ? request : { ...request, path: `${request.path}&time=${time}` })),
    );
}
