import { expect } from 'vitest';
import type { Answered, Caller, TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { openHouse, type Running, user, workersOf } from '../support.ts';

export const CALLERS = ['anonymous', 'author', 'administrator'] as const satisfies readonly Caller[];

/** Two processes that serve one calendar: two servers on MongoDB, two workers of one on the embedded store. */
export interface Servers {
  /** Where the calendar is, for who reads it beside the servers. */
  place: Record<string, string>;
  /** The id of the author. */
  author: number;
  /** Addresses that are served; one may be away for a moment. */
  urls(): string[];
  /** Headers that sign a caller in. */
  headersOf(as: Caller): Record<string, string>;
  /** Ends a process in the midst of what it does, another one each time, and starts it again. */
  kill(): Promise<void>;
  /** What asks the servers in turn as tests ask an app. */
  app: Pick<TestApp, 'rest' | 'graphql' | 'clock'>;
  remove(): Promise<void>;
}

/** One address in all links, and no limit but that of streams at an address, which each client says for itself. */
const LIMITS = { SITE_URL: 'http://calendar.example', TRUST_PROXY: 'loopback', WORK_LIMIT: '0' };

/**
 * How servers on MongoDB end. A compatible server may keep for ever what a killed process has locked, for all who use it: there
 * they stop in order. `FOLLOW_KILLS=true` kills them, on a database of one's own that ends transactions by itself.
 */
const END_ON_MONGODB = process.env.FOLLOW_KILLS === 'true' ? 'SIGKILL' : 'SIGTERM';

export async function startServers(): Promise<Servers> {
  const house = openHouse();
  const place = house.place();
  const onMongodb = 'MONGODB_URI' in place;
  const env = { ...place, ...LIMITS, ...(onMongodb ? {} : { WORKERS: '2' }) };
  // Whoever looks after servers starts them again where they did not find their database in time.
  const start = (more = {}) => eventually(() => house.start({ ...env, ...more }));
  const first = await start();
  const running: Running[] = onMongodb ? [first, await start()] : [first];
  const secrets = new Map<Caller, string>();
  // The first user has the id 1.
  for (const role of ['administrator', 'author'] as const) {
    const { out } = await house.run(place, user('add', role, '--role', role, '--generate'));
    secrets.set(role, `${role}:${/shown only now: (.+)\n$/.exec(out)![1]}`);
  }

  async function again(number: number): Promise<void> {
    const killed = running[number]!;
    killed.send(onMongodb ? END_ON_MONGODB : 'SIGKILL');
    await killed.ended;
    running[number] = await start({ PORT: String(killed.port) });
  }

  /** One of two servers; or one of two workers, and every fifth time both of them with their primary. */
  const KILLS: ((time: number) => Promise<void>)[] = onMongodb
    ? [(time) => again(time % 2)]
    : [
        ...[0, 1, 0, 1].map((worker) => async () => {
          const there = () => eventually(() => expect(workersOf(running[0]!)).toHaveLength(2));
          await there();
          const killed = workersOf(running[0]!)[worker]!;
          process.kill(killed, 'SIGKILL');
          await eventually(() => expect(workersOf(running[0]!)).not.toContain(killed));
          await there();
        }),
        () => again(0),
      ];
  let kills = 0;
  /** Gives up what was asked before a kill: a worker that was killed before it took a connection answers nobody. */
  let before = new AbortController();

  const headersOf = (as: Caller): Record<string, string> => {
    const secret = secrets.get(as);
    return secret ? { Authorization: `Basic ${Buffer.from(secret).toString('base64')}` } : {};
  };
  const urls = () => running.map(({ url }) => url);
  let asked = 0;

  const fetchFrom: TestApp['fetch'] = async (path, { method = 'GET', as = 'anonymous', json, headers = {} } = {}) => {
    asked += 1;
    const response = await fetch(`${urls()[asked % running.length]}${path}`, {
      method,
      signal: before.signal,
      headers: { ...headersOf(as), ...(json ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };

  /** Sends a read again that got no answer: a client would. A write may have been done. */
  const twice = (send: () => Promise<Answered>): Promise<Answered> => send().catch(send);

  return {
    place,
    author: 2,
    urls,
    headersOf,
    async kill() {
      await KILLS[kills++ % KILLS.length]!(kills);
      before.abort();
      before = new AbortController();
    },
    app: {
      rest(method, path, more) {
        const send = () => fetchFrom(`/wp-json/calendar/events/v1${path}`, { ...more, method });
        return method === 'GET' ? twice(send) : send();
      },
      graphql(query, variables = {}, more = {}) {
        const send = () => fetchFrom('/graphql', { ...more, method: 'POST', json: { query, variables } });
        return query.trimStart().startsWith('mutation') ? send() : twice(send);
      },
      clock: {
        get now() {
          return Date.now();
        },
        // It goes by itself.
        set now(_) {},
      },
    },
    remove: () => house.remove(),
  };
}
