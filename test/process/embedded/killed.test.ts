import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CHANGES, type Entry } from '../../../src/data/changes/record.ts';
import type { Store } from '../../../src/data/port.ts';
import { DATA_FILE } from '../../../src/data/sqlite.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import type { VenueRecord } from '../../../src/kinds/venue/record.ts';
import { quiet } from '../../store/quiet.ts';
import { eventually } from '../../support/eventually.ts';
import { openHouse, post, type Running, rest, workersOf } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

const WRITERS = 4;
/** Twice after each number of answers that a round waits for. `KILLS=1000` for once. */
const KILLS = Number(process.env.KILLS ?? 14);
/** With workers a round has two starts, and kills twice or more. Four rounds kill each of `KILLED` once. */
const ROUNDS = Math.ceil(Number(process.env.KILLS ?? 8) / 2);

/** Several writers create events, each with a new venue, until nobody answers; `kill` is called when so many were answered. */
async function writeUntilKilled(
  server: Running,
  kept: string[],
  killAfter: number,
  kill: () => unknown,
): Promise<void> {
  let answered = 0;
  let killing: unknown;
  const write = async (writer: number, round: number): Promise<void> => {
    const title = `${kept.length} ${killAfter} ${writer} ${round}`;
    const times = { start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' };
    const event = { title, ...times, venue: { venue: `Hall ${title}` } };
    // By a connection of its own, which the next worker takes.
    const response = await post(rest(server, '/events'), event, { Connection: 'close' });
    expect(response.status).toBe(201);
    kept.push(title);
    answered += 1;
    if (answered === killAfter) killing = kill();
    await response.text();
    return write(writer, round + 1);
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer, 0));
  await Promise.all(writers.map((writer) => expect(writer).rejects.toThrow(/fetch failed|terminated/)));
  await killing;
}

/** Every event that was answered is there, and each that is there has the venue that was made with it. */
async function expectKept(store: Store, kept: readonly string[]): Promise<void> {
  const events = await store.find<EventRecord>('events', {});
  const venues = await store.find<VenueRecord>('venues', {});
  const halls = new Map(venues.map(({ _id, text }) => [_id, text.en!.name]));
  const titles = events.map(({ text }) => text.en!.title);
  const there = new Set(titles);
  expect(kept.filter((title) => !there.has(title))).toEqual([]);
  expect(events.map(({ venues: [id] }) => halls.get(id!))).toEqual(titles.map((title) => `Hall ${title}`));
  expect(venues).toHaveLength(events.length);
}

test(
  'a server that is killed while it writes keeps every write it has answered, and nothing half written',
  async () => {
    const env = { DATA_DIR: house.dataFolder() };
    const kept: string[] = [];
    let server = await house.start(env);
    for (const killAfter of Array.from({ length: KILLS }, (_, at) => 1 + (at % 7))) {
      await writeUntilKilled(server, kept, killAfter, () => server.send('SIGKILL'));
      expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });
      await withStore(env.DATA_DIR, (store) => expectKept(store, kept));
      server = await house.start(env);
    }
    const listed = await fetch(rest(server, '/events?start_date=2030-01-01&end_date=2031-01-01&per_page=1'));
    const { total } = (await listed.json()) as { total: number };
    server.send('SIGTERM');
    await server.ended;
    await withStore(env.DATA_DIR, async (store) => {
      const log = await store.find<Entry>(CHANGES.name, {}, { sort: [['_id', 1]] });
      const created = log.flatMap((entry) => ('kind' in entry && entry.kind === 'event' ? [entry.id] : []));
      const ids = (await store.find('events', {}, { only: [], sort: [['_id', 1]] })).map(({ _id }) => _id);
      expect([...created].sort((a, b) => a - b)).toEqual(ids);
      expect(total).toBe(ids.length);
    });
  },
  KILLS * 10_000,
);

/** Whom a kill takes, of a primary and its workers, and how many workers there are afterwards. */
const KILLED: readonly { of(primary: number, workers: readonly number[]): readonly number[]; left: number }[] = [
  { of: (primary) => [primary], left: 0 },
  { of: (_, [first]) => [first!], left: 2 },
  { of: (_, workers) => workers, left: 2 },
  { of: (primary, workers) => [primary, ...workers], left: 0 },
];

/** Kills some, waits until others are in their places, and kills the primary. */
async function killSome(server: Running, round: number): Promise<void> {
  const workers = workersOf(server);
  expect(workers).toHaveLength(2);
  const { of, left } = KILLED[round % KILLED.length]!;
  const killed = of(server.pid!, workers);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await eventually(() => {
    expect(workersOf(server).filter((pid) => killed.includes(pid))).toEqual([]);
    expect(workersOf(server)).toHaveLength(left);
  }).finally(() => server.send('SIGKILL'));
}

test(
  'of a primary and two workers any may be killed, also while they start: no answered write is lost, and no process is left',
  async () => {
    const env = { DATA_DIR: house.dataFolder(), WORKERS: '2' };
    const kept: string[] = [];
    for (const round of Array.from({ length: ROUNDS }, (_, at) => at)) {
      // While it starts: after another part of the second that this takes, in each round.
      const after = String(0.05 + ((round * 7) % 20) * 0.05);
      await house.run(env, ['timeout', '--foreground', '-s', 'KILL', after, process.execPath, 'dist/main.js']);
      const server = await house.start(env);
      await writeUntilKilled(server, kept, 1 + (round % 7), () => killSome(server, round));
      // Its output ends when the last of its processes does: a worker ends when its primary is gone.
      await server.ended;
      await withStore(env.DATA_DIR, (store) => expectKept(store, kept));
    }
  },
  ROUNDS * 60_000,
);

async function withStore(dir: string, use: (store: Store) => Promise<void>): Promise<void> {
  const store = await openDatabase({ dataDir: dir }, quiet);
  await use(store).finally(() => store.close());
}

test('a second server on the same folder is refused, until the first is killed', async () => {
  const env = { DATA_DIR: house.dataFolder() };
  const first = await house.start(env);
  const created = await post(rest(first, '/venues'), { venue: 'Hall' });
  expect(created.status).toBe(201);

  const second = await house.run(env);
  expect(second.code).toBe(1);
  expect(second.error).toMatch(/^the data folder \S+ is in use by process \d+: stop that one first\n$/);
  expect((await fetch(`${first.url}/ready`)).status).toBe(200);

  first.send('SIGKILL');
  await first.ended;
  const third = await house.start(env);
  expect((await fetch(rest(third, '/venues/by-slug/hall'))).status).toBe(200);
});

test('a write-ahead log that is missing after a crash is a line in the log', async () => {
  const env = { DATA_DIR: house.dataFolder() };
  const log = join(env.DATA_DIR, `${DATA_FILE}-wal`);
  const crash = async (server: Running): Promise<string> => {
    server.send('SIGKILL');
    return (await server.ended).out;
  };
  await crash(await house.start(env));
  // The first starts after a crash too, with all that it has left.
  expect(await crash(await house.start(env))).not.toContain(log);
  rmSync(log);
  const lines = (await crash(await house.start(env))).split('\n').filter((line) => line.includes(log));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, file: log, msg: expect.stringContaining('the write-ahead log is missing') }),
  ]);
});
