import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CHANGES, type Entry } from '../../../src/changes/record.ts';
import { openDatabase } from '../../../src/database.ts';
import { recountAll } from '../../../src/recount.ts';
import type { EventRecord } from '../../../src/resources/event/record.ts';
import type { VenueRecord } from '../../../src/resources/venue/record.ts';
import { DATA_FILE } from '../../../src/store/embedded.ts';
import type { Store } from '../../../src/store/port.ts';
import { openHouse, post, type Running, rest } from '../../process/support.ts';
import { quiet } from '../quiet.ts';

const house = openHouse();
afterAll(() => house.remove());

const WRITERS = 4;
/** `KILLS=1000` for once. */
const KILLS = Number(process.env.KILLS ?? 30);

/** Several writers create events, each with a new venue; the server is killed when it has answered so many of them. */
async function writeAndKill(server: Running, kept: string[], killAfter: number): Promise<void> {
  let answered = 0;
  const kill = (): void => void server.send('SIGKILL');
  const write = async (writer: number, round: number): Promise<void> => {
    const title = `${kept.length} ${killAfter} ${writer} ${round}`;
    const times = { start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' };
    const response = await post(rest(server, '/events'), { title, ...times, venue: { venue: `Hall ${title}` } });
    expect(response.status).toBe(201);
    kept.push(title);
    answered += 1;
    [kill][killAfter - answered]?.();
    await response.text();
    return write(writer, round + 1);
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer, 0));
  await Promise.all(writers.map((writer) => expect(writer).rejects.toThrow(/fetch failed|terminated/)));
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
      await writeAndKill(server, kept, killAfter);
      expect(await server.ended).toMatchObject({ signal: 'SIGKILL' });
      await withStore(env.DATA_DIR, (store) => expectKept(store, kept));
      server = await house.start(env);
    }
    const listed = await fetch(rest(server, '/events?start_date=2030-01-01&end_date=2031-01-01&per_page=1'));
    const { total } = (await listed.json()) as { total: number };
    server.send('SIGTERM');
    await server.ended;
    await withStore(env.DATA_DIR, async (store) => {
      const wrong: string[] = [];
      await recountAll(store, { mend: false, report() {}, found: (line) => wrong.push(line) });
      expect(wrong).toEqual([]);
      const log = await store.find<Entry>(CHANGES.name, {}, { sort: [['_id', 1]] });
      const created = log.flatMap((entry) => ('kind' in entry && entry.kind === 'event' ? [entry.id] : []));
      const ids = (await store.find('events', {}, { only: [], sort: [['_id', 1]] })).map(({ _id }) => _id);
      expect([...created].sort((a, b) => a - b)).toEqual(ids);
      expect(total).toBe(ids.length);
    });
  },
  KILLS * 10_000,
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
  expect(second.error).toMatch(/^the data folder \S+ is in use by process \d+ [^\n]*\n$/);
  expect((await fetch(`${first.url}/ready`)).status).toBe(200);

  first.send('SIGKILL');
  await first.ended;
  expect(existsSync(join(env.DATA_DIR, 'lock'))).toBe(true);
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
