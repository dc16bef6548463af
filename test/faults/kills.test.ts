import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { release } from '../../src/data/migrations/lease.ts';
import { connect } from '../../src/data/sqlite/sqlite.ts';
import { DATA_FILE } from '../../src/data/sqlite.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { IMAGES } from '../../src/kinds/image/record.ts';
import { findDamagedPictures } from '../../src/tools/kept-pictures.ts';
import { readPosition, settingOf } from '../../src/webhooks/position.ts';
import { openHouse, type Running, rest } from '../process/support.ts';
import { quiet } from '../store/quiet.ts';
import { eventually } from '../support/eventually.ts';
import { upTo } from '../support/making.ts';
import { hookTo, openHookFiles, openReceiverServer } from '../webhooks/receiver.ts';
import { create, program, type Row, show, upload } from './lab.ts';

const house = openHouse();
const files = openHookFiles();
const receiver = await openReceiverServer();
afterAll(async () => {
  await house.remove();
  await receiver.close();
  files.remove();
});

/** How often a process is killed: half of them servers, the rest programs. */
const KILLS = Number(process.env.KILLS ?? 200);

/** What was acknowledged. */
interface Acknowledged {
  created: number[];
  uploaded: number[];
  deleted: number[];
  divided: string[];
}

/** Occurrences of series are made for two years. */
const SOON = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };

const idOf = async (response: Response): Promise<number> => ((await response.json()) as { id: number }).id;

/** One write after the other, each kind by its own writer, until the server is killed. */
const WRITERS: readonly ((server: Running, name: string, done: Acknowledged) => Promise<unknown>)[] = [
  async (server, name, { created }) => created.push(await idOf(await create(server, name))),
  async (server, _, { uploaded }) => uploaded.push(await idOf(await upload(server, `#${randomInt(100_000, 999_999)}`))),
  async (server, name, { deleted }) => {
    const id = await idOf(await create(server, name));
    const { status } = await fetch(rest(server, `/events/${id}`), { method: 'DELETE' });
    expect(status).toBe(200);
    deleted.push(id);
  },
  async (server, name, { divided }) => {
    const made = await create(server, `Old ${name}`, { ...SOON, recurrence: { rule: 'FREQ=WEEKLY;COUNT=6' } });
    const { series } = (await made.json()) as { series: { id: number } };
    const listed = await fetch(rest(server, `/events?series=${series.id}&start_date=2027-01-01&end_date=2028-01-01`));
    const { events } = (await listed.json()) as { events: { id: number }[] };
    const { status } = await fetch(rest(server, `/events/${events[2]!.id}`), {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: `New ${name}`, scope: 'following' }),
    });
    expect(status).toBe(200);
    divided.push(name);
  },
];

/** Lets the writers write until one has done so many, and kills the server. */
async function writeUntilKilled(server: Running, kill: number, done: Acknowledged): Promise<void> {
  const most = randomInt(1, 7);
  const write = async (writer: (typeof WRITERS)[number], at: number): Promise<void> => {
    await writer(server, `${kill} ${at}`, done);
    for (const _ of at === most ? [1] : []) server.send('SIGKILL');
    return write(writer, at + 1);
  };
  await Promise.all(WRITERS.map((writer) => expect(write(writer, 0)).rejects.toThrow(/fetch failed|terminated/)));
  await server.ended;
}

async function inFolder<T>(dataDir: string, look: (store: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>) {
  const store = await openDatabase({ dataDir, beside: true }, quiet);
  return look(store).finally(() => store.close());
}

/** What is there of it, and what is not whole. */
const foundIn = (dataDir: string, { created, uploaded, deleted, divided }: Acknowledged): Promise<Row[]> =>
  inFolder(dataDir, async (store) => {
    const events = await store.find<EventRecord>('events', {});
    const images = await store.find<{ _id: number }>(IMAGES.name, {});
    const alive = new Set(events.filter(({ trashed }) => !trashed).map(({ _id }) => _id));
    const titles = new Map<string, number>();
    for (const { text } of events) titles.set(text.en!.title!, (titles.get(text.en!.title!) ?? 0) + 1);
    const series = [...titles].filter(([title]) => title.startsWith('Old ')).map(([title]) => title.slice(4));
    const half = series.filter(
      (name) => ![`6 0`, `2 4`].includes(`${titles.get(`Old ${name}`)} ${titles.get(`New ${name}`) ?? 0}`),
    );
    const damaged = await findDamagedPictures(store, () => undefined);
    const row = (what: string, acknowledged: number, there: number, broken = 0): Row => ({
      ...{ what, acknowledged, there, 'half done': broken },
      fault: there === acknowledged && broken === 0 ? '' : 'FAULT',
    });
    const pictures = new Set(images.map(({ _id }) => _id));
    return [
      row('events created', created.length, created.filter((id) => alive.has(id)).length),
      row('pictures uploaded', uploaded.length, uploaded.filter((id) => pictures.has(id)).length, damaged),
      row('events deleted', deleted.length, deleted.filter((id) => !alive.has(id)).length),
      row(
        'series divided',
        divided.length,
        divided.filter((name) => titles.get(`New ${name}`) === 4).length,
        half.length,
      ),
    ];
  });

test('of what servers acknowledged before they were killed nothing is lost, and nothing is half done', async () => {
  const env = { DATA_DIR: house.dataFolder(), WEBHOOKS: files.write([hookTo(receiver)]) };
  const done: Acknowledged = { created: [], uploaded: [], deleted: [], divided: [] };
  const kills = KILLS / 2;
  // The hook has its place from now on.
  const first = await house.start(env);
  await inFolder(env.DATA_DIR, (store) =>
    eventually(async () => expect(await readPosition(store, { name: 'search' })).toBeDefined()),
  );
  first.send('SIGTERM');
  await first.ended;
  for (const kill of upTo(kills)) await writeUntilKilled(await house.start(env), kill, done);
  const rows = await foundIn(env.DATA_DIR, done);
  // Until then the last one is taken for one that lives.
  await inFolder(env.DATA_DIR, (store) => release(store, settingOf({ name: 'search' })));
  const server = await house.start(env);
  const told = () => {
    const ids = new Set(receiver.received.map(({ body }) => `${body.type} ${body.data.databaseId}`));
    return done.created.filter((id) => ids.has(`event.created ${id}`)).length;
  };
  await eventually(() => expect(told()).toBe(done.created.length)).catch(() => {});
  server.send('SIGTERM');
  await server.ended;
  const fault = told() === done.created.length ? '' : 'FAULT';
  rows.push({ what: 'webhooks of created', acknowledged: done.created.length, there: told(), 'half done': 0, fault });
  show(`${kills} kills of a server`, rows);
});

/** Kills a program again and again at moments of its run, then lets it end. */
async function killedRuns(kills: number, env: Record<string, string>, call: [string, ...string[]], before = () => {}) {
  const began = performance.now();
  before();
  await house.run({ ...env, ...(env.TRIAL && { DATA_DIR: env.TRIAL }) }, call);
  const lasts = performance.now() - began;
  let killed = 0;
  for (const _ of upTo(kills)) {
    before();
    const { kill, ended } = house.begin(env, call);
    await Promise.race([pause(randomInt(Math.ceil(lasts / 4), Math.ceil(lasts))), ended]);
    kill();
    killed += Number((await ended).signal === 'SIGKILL');
  }
  const { code, error } = await house.run(env, call);
  expect({ code, error: code ? error : '' }).toEqual({ code: 0, error: '' });
  return killed;
}

const countIn = (dataDir: string): Promise<string> =>
  inFolder(dataDir, async (store) => {
    const events = await store.find<EventRecord>('events', {});
    const uids = new Set(events.map(({ uid }) => uid)).size;
    return `${events.length} events, ${uids} uids, ${await store.count('venues', {})} venues`;
  });

test('programs that are killed and run again end as ones that never were', async () => {
  const source = house.dataFolder();
  await house.run({ DATA_DIR: source }, program('seed', '--events', '300', '--around', '2026-11-20'));
  const whole = await countIn(source);
  const file = join(house.dataFolder(), 'calendar.jsonl');
  await house.run({ DATA_DIR: source }, ['sh', '-c', `${process.execPath} dist/export.js --trash > ${file}`]);
  const rows: Row[] = [];
  const add = async (what: string, dir: string, kills: number) => {
    const there = await countIn(dir);
    rows.push({ what, kills, acknowledged: whole, there, fault: there === whole ? '' : 'FAULT' });
  };
  const each = Math.ceil(KILLS / 6);

  const imported = house.dataFolder();
  const trial = house.dataFolder();
  await add('import', imported, await killedRuns(each, { DATA_DIR: imported, TRIAL: trial }, program('import', file)));

  const copied = house.dataFolder();
  const copy = program('copy', '--from', source, '--to', copied);
  await add('copy', copied, await killedRuns(each, {}, copy));

  const older = () => {
    const data = connect(join(source, DATA_FILE));
    data.exec(`UPDATE settings SET _body=json_set(_body, '$.version', 8) WHERE _id='schema'`);
    data.close();
  };
  await add('migrate', source, await killedRuns(each, { DATA_DIR: source }, program('migrate'), older));
  show('Kills of programs', rows);
});
