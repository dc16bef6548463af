import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import type { EventRecord } from '../../src/kinds/event/record.ts';
import { openHouse, post, type Running, rest } from '../process/support.ts';
import { quiet } from '../store/quiet.ts';
import { eventually } from '../support/eventually.ts';
import { upTo } from '../support/making.ts';
import { hookTo, openHookFiles, openReceiverServer } from '../webhooks/receiver.ts';
import { create, program, type Row, show } from './lab.ts';

const house = openHouse();
const files = openHookFiles();
const receiver = await openReceiverServer();
afterAll(async () => {
  await house.remove();
  await receiver.close();
  files.remove();
});

/** How often each kind of work is killed. */
const KILLS = Number(process.env.KILLS ?? 20);

type Env = Record<string, string>;

async function withStore<T>(
  { DATA_DIR: dataDir = '', MONGODB_URI: mongodbUri }: Env,
  use: (store: Store) => Promise<T>,
) {
  const store = await openDatabase({ dataDir, ...(mongodbUri && { mongodbUri }), beside: true }, quiet);
  return use(store).finally(() => store.close());
}

const eventsIn = (env: Env): Promise<EventRecord[]> =>
  withStore(env, (store) => store.find<EventRecord>('events', { trashed: false }));

async function kill(server: Running): Promise<void> {
  server.send('SIGKILL');
  await server.ended;
}

/** Runs a program again and again, each time killed at some moment, and then to its end. Returns its exit code. */
async function killedOften(env: Env, command: [string, ...string[]]): Promise<number | null> {
  for (const _ of upTo(KILLS)) {
    const begun = house.begin(env, command);
    await Promise.race([begun.ended, pause(randomInt(300, 4_000))]);
    begun.kill();
    await begun.ended;
  }
  return (await house.run(env, command)).code;
}

/** Each kind of work: what was acknowledged, and what is there. */
const WORK: Readonly<Record<string, () => Promise<Omit<Row, 'fault'>>>> = {
  async webhooks() {
    const env = { ...house.place(), WEBHOOKS: files.write([hookTo(receiver)]) };
    const acknowledged = new Set<string>();
    const heard = () => new Set(receiver.received.map(({ body }) => `${body.type} ${body.data.databaseId}`));
    const make = async (server: Running) => {
      const { id } = (await (await post(rest(server, '/tags'), { name: `Tag ${Math.random()}` })).json()) as {
        id: number;
      };
      acknowledged.add(`tag.created ${id}`);
    };
    // The hook begins at the end of the log.
    const first = await house.start(env);
    await eventually(async () => {
      await post(rest(first, '/tags'), { name: `Before ${Math.random()}` });
      if (receiver.received.length === 0) throw new Error('nothing was sent yet');
    });
    await kill(first);
    for (const _ of upTo(KILLS)) {
      const server = await house.start(env);
      for (const __ of upTo(randomInt(1, 6))) await make(server);
      await kill(server);
    }
    // Its last holder is dead, so its lease must end by itself.
    const last = await house.start(env);
    await eventually(() => {
      if (![...acknowledged].every((each) => heard().has(each))) throw new Error('not all was sent');
    });
    await kill(last);
    return { acknowledged: acknowledged.size, there: [...acknowledged].filter((each) => heard().has(each)).length };
  },
  async 'divisions of series'() {
    const env = house.place();
    const acknowledged: string[] = [];
    for (const round of upTo(KILLS)) {
      const server = await house.start(env);
      // Before the horizon, as all of them are made then.
      const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const times = { start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` };
      const recurrence = { rule: 'FREQ=WEEKLY;COUNT=20' };
      const created = await create(server, `Series ${round}`, { ...times, recurrence });
      const { series } = (await created.json()) as { series: { id: number } };
      const own = (await eventsIn(env)).filter((event) => event.series === series.id);
      const [, ...later] = own.sort((one, other) => one.startsAt - other.startsAt);
      const dividing = fetch(rest(server, `/events/${later[randomInt(later.length)]!._id}`), {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: `Divided ${round}`, scope: 'following' }),
      }).then(
        ({ status }) => status === 200 && acknowledged.push(`Divided ${round}`),
        () => false,
      );
      await Promise.race([dividing, pause(randomInt(20, 3_000))]);
      await kill(server);
      await dividing;
    }
    const events = await eventsIn(env);
    const titles = new Set(events.map(({ text }) => text.en?.title));
    const starts = events.map(({ startsAt, text }) => `${/\d+$/.exec(text.en!.title!)} ${startsAt}`);
    return {
      acknowledged: acknowledged.length,
      there: acknowledged.filter((title) => titles.has(title)).length,
      ...(new Set(starts).size === KILLS * 20 && starts.length === KILLS * 20 ? {} : { wrong: 'not once each' }),
    };
  },
  async imports() {
    const env = house.place();
    const file = join(house.dir, 'imported.csv');
    const rows = upTo(200).map((number) => `Imported ${number},2030-05-01,10:00,2030-05-01,12:00,Hall ${number % 7}`);
    writeFileSync(
      file,
      ['EVENT NAME,EVENT START DATE,EVENT START TIME,EVENT END DATE,EVENT END TIME,EVENT VENUE NAME', ...rows].join(
        '\n',
      ),
    );
    const code = await killedOften(env, program('import', file));
    const events = await eventsIn(env);
    const there = new Set(events.map(({ text }) => text.en?.title)).size;
    return {
      acknowledged: rows.length,
      there,
      ...(code !== 0 || events.length !== there ? { wrong: `exit ${code}, ${events.length} events` } : {}),
    };
  },
  async copies() {
    const from = { DATA_DIR: house.dataFolder() };
    await house.run(from, program('seed', '--events', '150'));
    const to = house.place();
    const code = await killedOften(
      {},
      program('copy', '--from', from.DATA_DIR, '--to', to.MONGODB_URI ?? to.DATA_DIR!),
    );
    const [before, after] = [await eventsIn(from), code === 0 ? await eventsIn(to) : []];
    const ids = new Set(after.map(({ _id }) => _id));
    return {
      acknowledged: before.length,
      there: before.filter(({ _id }) => ids.has(_id)).length,
      ...(code !== 0 || after.length !== before.length ? { wrong: `exit ${code}, ${after.length} events` } : {}),
    };
  },
};

test.skipIf(!process.env.MONGODB_URI).each(Object.entries(WORK))(
  'what is killed on MongoDB loses nothing that was acknowledged: %s',
  async (work, run) => {
    const { wrong = '', ...found } = await run().catch((error: Error) => ({
      ...{ acknowledged: 0, there: 0, wrong: error.message },
    }));
    const fault = wrong || (found.there === found.acknowledged ? '' : 'something is missing');
    show(`Kills on MongoDB: ${work}`, [{ kills: KILLS, ...found, fault } as Row]);
  },
  3_600_000,
);
