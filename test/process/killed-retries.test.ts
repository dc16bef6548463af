import { afterAll, expect, test } from 'vitest';
import { upTo } from '../support/making.ts';
import { databaseServer, openHouse, post, type Running, rest } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

const KEYS = Number(process.env.KEYS ?? 60);
const WRITERS = 4;
/** How many answers each server gives before it is killed. */
const KILLED_AFTER = [3, 20];

const create = async (server: Running, key: string): Promise<{ status: number; id: number }> => {
  const event = { title: key, start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' };
  // By a connection of its own, which the next process takes.
  const send = () => post(rest(server, '/events'), event, { 'Idempotency-Key': key, Connection: 'close' });
  let response = await send();
  // A database that is slow for a moment is no answer.
  while (response.status === 503) response = await send();
  return { status: response.status, id: ((await response.json()) as { id: number }).id };
};

test(
  'each key makes one event, though each request is sent twice at once and the processes are killed again and again',
  async () => {
    const env = { ...house.place(), WORKERS: '2' };
    const keys = upTo(KEYS).map((number) => `key-${number}`);
    const ids = new Map<string, Set<number>>(keys.map((key) => [key, new Set()]));
    let server = await house.start(env);
    let answered = 0;
    /** Sends the keys, each twice at once, and notes the ids of the answers. */
    const sendAll = async (pending: Iterable<string>, onAnswer: () => void): Promise<void> => {
      for (const key of pending) {
        const twice = await Promise.all([create(server, key), create(server, key)]);
        const done = twice.filter(({ status }) => status === 201);
        // One of two may be refused while the other runs.
        expect(twice.map(({ status }) => status).sort()).toEqual([201, done.length === 2 ? 201 : 409]);
        for (const { id } of done) ids.get(key)!.add(id);
        onAnswer();
      }
    };
    const writing = (pending: Iterator<string> & Iterable<string>, onAnswer = () => {}) =>
      upTo(WRITERS).map(() => sendAll(pending, onAnswer));
    for (const killedAfter of KILLED_AFTER) {
      answered = 0;
      const kill = () => {
        answered += 1;
        if (answered === killedAfter) server.send('SIGKILL');
      };
      const writers = writing(keys.values(), kill);
      await Promise.all(writers.map((writer) => expect(writer).rejects.toThrow(/fetch failed|terminated/)));
      await server.ended;
      // A database that is compatible may keep for ever what a killed process has locked: it ends, too.
      await databaseServer('kill');
      await databaseServer('start');
      server = await house.start(env);
    }
    await Promise.all(writing(keys.values()));
    expect([...ids.values()].map(({ size }) => size)).toEqual(keys.map(() => 1));
    const listed = await fetch(rest(server, '/events?start_date=2030-01-01&end_date=2031-01-01&per_page=1'));
    expect(((await listed.json()) as { total: number }).total).toBe(KEYS);
  },
  600_000 + KEYS * 2_000,
);
