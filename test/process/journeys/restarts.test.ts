import { afterAll, expect, test } from 'vitest';
import { upTo } from '../../support/making.ts';
import { halfSent, openHouse, post, type Running, rest, stopping } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

const KEYS = Number(process.env.KEYS ?? 60);
const WRITERS = 4;
/** After how many answers each server ends, and how. */
const ENDS = [
  { after: 3, end: kill },
  { after: 12, end: restart },
  { after: 20, end: kill },
];

async function kill(server: Running): Promise<void> {
  server.send('SIGKILL');
  await server.ended;
}

/** As an update does it, while some clients have sent half of a request. */
async function restart(server: Running): Promise<void> {
  const slow = await Promise.all(upTo(6).map((at) => halfSent(server, `Slow Hall ${at}`)));
  server.send('SIGTERM');
  await stopping(server);
  for (const answer of await Promise.all(slow.map((finish) => finish()))) expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
}

const create = async (server: Running, key: string): Promise<{ status: number; id: number }> => {
  const event = { title: key, start_date: '2030-05-01 10:00:00', end_date: '2030-05-01 12:00:00' };
  // By a connection of its own, which the next process takes.
  const send = () => post(rest(server, '/events'), event, { 'Idempotency-Key': key, Connection: 'close' });
  let response = await send();
  while (response.status === 503) response = await send();
  return { status: response.status, id: ((await response.json()) as { id: number }).id };
};

/**
 * The keys again and again, so that writers go on until the server ends, however fast it is. It is no generator: the first writer that
 * fails would end that for all.
 */
function roundAndRound(keys: readonly string[]): IterableIterator<string> {
  let at = -1;
  const next = () => {
    at += 1;
    return { value: keys[at % keys.length]! };
  };
  return {
    next,
    [Symbol.iterator]() {
      return this;
    },
  };
}

test(
  'over a restart and kills under load no answered write is lost, and a request that is repeated by its key makes one event',
  async () => {
    const env = { ...house.place(), WORKERS: '2' };
    const keys = upTo(KEYS).map((number) => `key-${number}`);
    const ids = new Map<string, Set<number>>(keys.map((key) => [key, new Set()]));
    let server = await house.start(env);
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
    for (const { after, end } of ENDS) {
      let answered = 0;
      let ending: Promise<void> | undefined;
      const count = () => {
        answered += 1;
        if (answered === after) ending = end(server);
      };
      const writers = writing(roundAndRound(keys), count);
      await Promise.all(writers.map((writer) => expect(writer).rejects.toThrow(/fetch failed|terminated/)));
      await ending;
      server = await house.start(env);
    }
    await Promise.all(writing(keys.values()));
    expect([...ids.values()].map(({ size }) => size)).toEqual(keys.map(() => 1));
    const total = async (path: string) => ((await (await fetch(rest(server, path))).json()) as { total: number }).total;
    expect(await total('/events?start_date=2030-01-01&end_date=2031-01-01&per_page=1')).toBe(KEYS);
    expect(await total('/venues?search=slow')).toBe(6);
  },
  600_000 + KEYS * 2_000,
);
