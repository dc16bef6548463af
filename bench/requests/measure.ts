import type { Report } from '../../src/migrations/migration.ts';
import type { Store } from '../../src/store/port.ts';
import { cpuMs } from '../shared/measure.ts';
import { type Answered, type Asked, type Client, clientOf, type Load } from './client.ts';
import { CONSTANT, eventAsked, graphqlAsked, listAsked, ROWS, type Row, type RowName } from './rows.ts';
import { buildServers, type Running } from './servers.ts';
import type { ServerName, Told } from './told.ts';
import { type World, worldOf } from './world.ts';

/** What is measured of a calendar. */
export interface Measuring {
  store: Store;
  /** Where the calendar lies, as variables of a server. */
  env: Record<string, string>;
  rows: readonly RowName[];
  /** The header of a user to whom all records belong. */
  authorization: string;
  rounds: number;
  /** How many a row and a round. */
  requests: number;
  /** Seconds that each row is asked before anything is noted: the servers' code is compiled meanwhile. */
  warmUp: number;
  report: Report;
}

/** One measurement of a row. */
export interface Turn extends Load {
  /** Milliseconds of CPU that its server used for a request. */
  cpu: number;
}

/** All measurements of each row, one a round. */
export type Turns = Partial<Record<RowName, Turn[]>>;

/** Lists that are compared before anything is measured; the last of them by links to next pages. */
const MOST_COMPARED = 100;

interface Measured extends Running {
  client: Client;
}

/**
 * Measures the rows in turns. @throws when an answer is none, or when what is written by hand and ours do not send the
 * same bytes
 */
export async function measure({ store, env, rows, authorization, ...how }: Measuring): Promise<Turns> {
  const { rounds, requests, warmUp, report } = how;
  const world = await worldOf(store, authorization);
  const built = await buildServers();
  const servers = new Map<ServerName, Measured>();
  async function start(server: ServerName, constants: Told['constants'] = {}): Promise<Measured> {
    const running = await built.start({ server, env, constants });
    const measured = { ...running, client: clientOf(running.port) };
    servers.set(server, measured);
    return measured;
  }
  try {
    const { client } = await start('ours');
    const constants = await constantsOf(client, world);
    const needed = new Set<ServerName>(rows.map((name) => ROWS[name]!.server));
    for (const server of needed) if (server !== 'ours') await start(server, constants);
    const byHand = servers.get('byHand');
    if (byHand) await refuseDifferent(client, byHand.client, world);

    let number = 0;
    async function turnOf(name: RowName): Promise<Turn> {
      const row: Row = ROWS[name]!;
      const most = row.cold ? Math.min(requests, world.coldLists) : requests;
      const numbers = Array.from({ length: most }, () => number++);
      if (row.cold) await world.makeCold(numbers);
      const turn = await measuredTurn(row, { numbers, world, server: servers.get(row.server)! });
      refuseFailed(name, turn);
      return turn;
    }

    for (const [at, name] of rows.entries()) {
      for (const until = performance.now() + warmUp * 1000; performance.now() < until; ) await turnOf(name);
      report('rows warm', at + 1, rows.length);
    }
    const turns: Turns = {};
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of rows) turns[name] = [...(turns[name] ?? []), await turnOf(name)];
      report('rounds', round, rounds);
    }
    return turns;
  } finally {
    for (const { client } of servers.values()) client.close();
    await built.remove();
  }
}

async function measuredTurn(
  row: Row,
  { numbers, world, server }: { numbers: readonly number[]; world: World; server: Measured },
): Promise<Turn> {
  const { client, cpu } = server;
  const asked = numbers.map((n) => row.request(n, world));
  const requests = (await row.before?.(asked, { client, world })) ?? asked;
  const before = await cpu();
  const load = await client.load(requests);
  return { ...load, cpu: cpuMs(before, await cpu()) / requests.length };
}

/** The bytes that constant servers send: those of ours, of middling length. */
async function constantsOf(client: Client, world: World): Promise<Told['constants']> {
  const windows = world.warmWindows;
  const asked: Record<string, Asked[]> = {
    [CONSTANT.list]: windows.map(listAsked),
    [CONSTANT.event]: windows.map((_, n) => eventAsked(world.warmEvent(n), n)),
    [CONSTANT.graphql]: windows.map((window) => graphqlAsked(world.document(), window)),
  };
  const constants: Told['constants'] = {};
  for (const [path, all] of Object.entries(asked)) {
    const texts: string[] = [];
    for (const each of all) texts.push(textOf(each, await client.ask(each)));
    texts.sort((one, other) => one.length - other.length);
    constants[path] = texts[Math.floor(texts.length / 2)]!;
  }
  return constants;
}

/** @throws when two servers answer one of some lists differently */
async function refuseDifferent(ours: Client, byHand: Client, world: World): Promise<void> {
  const lists = [...world.warmWindows, world.coldWindow(0)].map(listAsked);
  for (const asked of lists) {
    const [wanted, written] = [textOf(asked, await ours.ask(asked)), textOf(asked, await byHand.ask(asked))];
    const next = JSON.parse(wanted).next_rest_url as string | undefined;
    if (next && lists.length <= MOST_COMPARED) lists.push({ path: next.slice(new URL(next).origin.length) });
    if (wanted === written) continue;
    const at = [...wanted].findIndex((sign, place) => sign !== written[place]);
    const near = (text: string) => JSON.stringify(text.slice(Math.max(at - 40, 0), at + 40));
    throw new Error(`${asked.path}: what is written by hand sends ${near(written)}, ours ${near(wanted)}.`);
  }
}

function textOf({ path }: Asked, { status, content }: Answered): string {
  const text = content.toString();
  if (status !== 200 || text.startsWith('{"errors"')) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
  return text;
}

function refuseFailed(name: string, { statuses }: Turn): void {
  const failed = Object.keys(statuses).filter((status) => Number(status) >= 400);
  if (failed.length > 0) throw new Error(`${name}: a request was answered ${failed.join(' and ')}.`);
}
