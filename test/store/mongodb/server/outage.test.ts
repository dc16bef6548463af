import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouse, type Running, databaseServer as server } from '../../../process/support.ts';
import { newDatabase } from '../../../support/databases.ts';
import { eventually } from '../../../support/eventually.ts';
import { upTo } from '../../../support/making.ts';
import { expectSound, expectWritten, statusesOf, storedIn } from '../sound.ts';
import { createWriter, type Writer } from '../writers.ts';

const WRITERS = 50;
/**
 * So many events are waited for before the database is ended: the other writers are in the middle of theirs. Few: all write
 * to the same venue and category, one after the other, and are given up after the time of a request.
 */
const IN_THE_MIDDLE = 5;

const env = { MONGODB_URI: newDatabase() };
const house = openHouse();
let servers: [Running, Running];

beforeAll(async () => {
  await server('start');
  servers = await Promise.all([house.start(env), house.start(env)]);
});
// The databases of the tests are dropped after this, by the server that is there again.
afterAll(async () => {
  await server('start');
  await house.remove();
});

const readyOf = async ({ url }: Running): Promise<number> => (await fetch(`${url}/ready`)).status;

const allAre = (status: number, among: readonly Running[] = servers) =>
  eventually(async () => expect(await Promise.all(among.map(readyOf))).toEqual(among.map(() => status)));

const answered = (writers: readonly Writer[]): number => writers.reduce((sum, { written }) => sum + written.length, 0);

/** Writes on both servers, ends the database in the middle of it and starts it again. */
async function writeThrough(end: 'stop' | 'kill', life: number): Promise<Writer[]> {
  const writers = upTo(WRITERS).map((number) => createWriter(number, servers));
  const writing = Promise.all(writers.map(({ write }) => write(life)));
  await eventually(() => expect(answered(writers)).toBeGreaterThanOrEqual(IN_THE_MIDDLE));
  await server(end);
  await allAre(503);
  await server('start');
  await allAre(200);
  await writing;
  return writers;
}

/** What a server has logged of faults of its own. */
const faultsOf = ({ printed }: Running): string[] =>
  printed()
    .split('\n')
    .filter((line) => line.includes('"err":'));

const written: Writer[] = [];

test.each([
  ['kill', 1],
  ['stop', 2],
] as const)(
  'a database that is ended (%s) under many writers loses no answered write, and nothing is half written',
  async (end, life) => {
    const writers = await writeThrough(end, life);
    written.push(...writers);
    expect(servers.flatMap(faultsOf)).toEqual([]);
    expect(statusesOf(writers).filter((status) => ![200, 201, 403, 503].includes(status))).toEqual([]);
    const { all } = await storedIn(env.MONGODB_URI);
    expectWritten(all, written);
    expectSound(all);
    // And they write again.
    const later = createWriter(0, servers);
    await later.write(life + 2);
    expect(later.written).toHaveLength(1);
    expect(statusesOf([later])).not.toContain(503);
    written.push(later);
  },
);

test('a server that is killed among many writers loses nothing that was answered, and the other one goes on', async () => {
  const place = { MONGODB_URI: newDatabase() };
  const [killed, other] = await Promise.all([house.start(place), house.start(place)]);
  const writers = upTo(WRITERS).map((number) => createWriter(number, [killed, other]));
  const writing = Promise.all(writers.map(({ write }) => write(1)));
  await eventually(() => expect(answered(writers)).toBeGreaterThanOrEqual(IN_THE_MIDDLE));
  killed.send('SIGKILL');
  await writing;
  // What it left open MongoDB ends after a minute; not every server that speaks like it does.
  await server('stop');
  await server('start');
  await allAre(200, [other]);
  const later = createWriter(0, [other, other]);
  await later.write(2);
  expect(later.written).toHaveLength(1);
  const { all, told } = await storedIn(place.MONGODB_URI);
  expectWritten(all, [...writers, later]);
  expect(told).toEqual(new Set(all.events.map(({ _id }) => _id)));
  expectSound(all);
});
