import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import own from '../../package.json' with { type: 'json' };
import { basic } from '../http/auth/support.ts';
import { eventually } from '../support/eventually.ts';
import { upTo } from '../support/making.ts';
import { openHouse, type Running, rest, user, workersOf } from './support.ts';

const house = openHouse();
const place = house.place();
let server: Running;

beforeAll(async () => {
  server = await house.start({ ...place, WORKERS: '2', METRICS: 'true', LOGIN_FAILURES: '3' });
});
afterAll(() => house.remove());

interface Asked {
  method?: string;
  json?: object;
  headers?: Record<string, string>;
  /** Gives the request up. */
  signal?: AbortSignal;
}

/** Asks by a new connection, which the next worker takes. */
const ask = (address: string, { method = 'GET', json, headers = {}, signal }: Asked = {}) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const body = json && JSON.stringify(json);
    const type = body ? { 'Content-Type': 'application/json' } : {};
    const sent = request(address, { method, signal, agent: false, headers: { ...type, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (more) => {
        text += more;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
      response.on('error', reject);
    });
    sent.on('error', reject).end(body);
  });

const create = (venue: string, signal?: AbortSignal) =>
  ask(rest(server, '/venues'), { method: 'POST', json: { venue }, signal });

/** Looks until it is seen; once on the store that tells at once. */
const seenSoon = process.env.MONGODB_URI ? eventually : (look: () => Promise<unknown>) => look();

/** MongoDB keeps for a while what a killed process has locked: there it is killed between writes, not in the midst of some. */
const answeredBefore = (writes: Promise<unknown>[]): Promise<unknown> =>
  process.env.MONGODB_URI ? Promise.all(writes) : Promise.race(writes);

test('what is written through one worker is seen by all, as soon as the docs say', async () => {
  const { id } = JSON.parse((await create('Before')).text);
  const address = rest(server, `/venues/${id}`);
  for (const title of ['First', 'Second', 'Third']) {
    for (const _ of upTo(6)) await ask(address);
    expect((await ask(address, { method: 'PUT', json: { venue: title } })).status).toBe(200);
    await seenSoon(async () => {
      for (const _ of upTo(6)) expect(JSON.parse((await ask(address)).text).venue).toBe(title);
    });
  }
});

test('metrics are those of all workers', async () => {
  const counted = async (): Promise<number> => {
    const { text } = await ask(`${server.url}/metrics`);
    return Number(/^http_request_duration_seconds_count\{row="ReadTag".*\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const before = await counted();
  for (const _ of upTo(4)) await ask(rest(server, '/tags/1'));
  expect(await counted()).toBe(before + 4);
});

test('the version is said once, not added up over the workers, and what is being answered is', async () => {
  const { text } = await ask(`${server.url}/metrics`);
  expect(text).toMatch(/^http_requests_in_flight \d+$/m);
  expect(text.match(/^calendar_build_info.*$/gm)).toEqual([`calendar_build_info{version="${own.version}"} 1`]);
});

test('metrics do without a worker that does not answer', async () => {
  const [stopped] = workersOf(server);
  process.kill(stopped!, 'SIGSTOP');
  // A connection that is handed to the stopped worker waits.
  const scrapes = upTo(4).map(() => ask(`${server.url}/metrics`));
  const { status, text } = await Promise.any(scrapes);
  process.kill(stopped!, 'SIGCONT');
  expect([status, text.match(/^calendar_build_info/gm)]).toEqual([200, ['calendar_build_info']]);
  await Promise.all(scrapes);
});

/** Kills so many of the workers; gives what waits until others have taken their places. */
function kill(count: number): () => Promise<void> {
  const killed = workersOf(server).slice(0, count);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  return () =>
    eventually(() => {
      expect(workersOf(server)).toHaveLength(2);
      expect(workersOf(server).filter((pid) => killed.includes(pid))).toEqual([]);
    });
}

test('a worker that is killed is replaced, and nothing that was answered is lost', async () => {
  expect(workersOf(server)).toHaveLength(2);
  const givenUp = new AbortController();
  const writes = upTo(40).map((number) => create(`Hall ${number}`, givenUp.signal));
  await answeredBefore(writes);
  await kill(1)();
  // The new one has begun to answer.
  await eventually(async () => {
    await ask(rest(server, '/tags/1'));
    expect(server.printed()).toMatch(/"worker":3,.*"request completed"/);
  });
  // A connection that was handed to a worker which was killed before it took it is answered by nobody.
  givenUp.abort();
  const answered = (await Promise.allSettled(writes)).flatMap((end) =>
    end.status === 'fulfilled' ? [JSON.parse(end.value.text).id] : [],
  );
  expect(answered.length).toBeGreaterThan(0);
  for (const id of answered) expect((await ask(rest(server, `/venues/${id}`))).status).toBe(200);
});

test('workers count log-ins that failed together', async () => {
  await house.run(place, user('add', 'ana', '--role', 'administrator', '--generate'));
  await eventually(async () => {
    for (const _ of upTo(4)) expect((await create('Hall')).status).toBe(401);
  });
  const headers = { Authorization: basic('ana', 'wrong') };
  const statuses: unknown[] = [];
  for (const _ of upTo(6)) statuses.push((await ask(rest(server, '/venues'), { headers })).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
});

test('a stop ends all of them, and each line of the log says which has written it', async () => {
  const processes = workersOf(server);
  server.send('SIGTERM');
  const { code, out } = await server.ended;
  expect(code).toBe(0);
  for (const pid of processes) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const by = (msg: string): Set<number> =>
    new Set(lines.filter((line) => line.msg === msg).map(({ worker }) => worker));
  expect([1, 2, 3].filter((worker) => !by('request completed').has(worker))).toEqual([]);
  expect(by('stopped').size).toBe(3);
  expect(by('stopped')).toContain(undefined);
  expect(by('a worker died and is replaced').size).toBe(1);
});

test('when the last user is removed workers that come instead of others make nobody the administrator', async () => {
  // With a port of its own choice another one would be chosen.
  server = await house.start({ ...place, WORKERS: '2', PORT: String(server.port) });
  await house.run(place, user('remove', 'ana'));
  await kill(2)();
  const created = await eventually(() => create('Hall'));
  expect(created.status).toBe(401);
});

/** Lets the first workers of a server die before they listen. */
function firstDie(workers: number): Record<string, string> {
  const file = join(house.dataFolder(), 'die.cjs');
  writeFileSync(file, `if (require('cluster').worker?.id <= ${workers}) process.kill(process.pid, 'SIGKILL')`);
  return { WORKERS: '2', NODE_OPTIONS: `--require ${file}` };
}

test('workers that die while they start are replaced', async () => {
  const late = await house.start({ ...house.place(), ...firstDie(3) });
  expect(workersOf(late)).toHaveLength(2);
  expect((await ask(`${late.url}/ready`)).status).toBe(200);
});

test('a server whose workers all die while they start ends with one line', async () => {
  const { code, error } = await house.run({ ...house.place(), ...firstDie(100) });
  expect({ code, error }).toEqual({ code: 1, error: 'workers die while they start (SIGKILL)\n' });
});
