import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openEmbeddedStore } from '../../src/data/sqlite.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { limiterInMemory } from '../../src/http/limiter.ts';
import { type CountPoints, createRate, type ExchangeCounts } from '../../src/http/rate.ts';
import { createCountsOfWorkers, createSharedCounts, REQUEST_COUNTS } from '../../src/http/shared-counts.ts';
import { quiet } from '../store/quiet.ts';
import { type Answered, buildApp, type TestApp } from '../support/app.ts';
import { upTo } from '../support/making.ts';
import { anewOn } from './support.ts';

const NOW = Date.parse('2026-11-20T11:30:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);

let first: TestApp;
beforeAll(async () => {
  first = await buildApp();
});
afterAll(() => first.close());

/** Runs work with an app that has counted nothing yet. */
const limited = (env: Record<string, string>, work: (app: TestApp) => Promise<void>): Promise<void> =>
  work(anewOn(first, env));

const list = (app: TestApp, peer = '203.0.113.7', headers = {}): Promise<Answered> =>
  app.rest('GET', '/tags', { sent: { peer }, headers });
const query = (app: TestApp, peer = '203.0.113.7'): Promise<Answered> =>
  app.graphql('{ tagPage { total } }', {}, { sent: { peer } });

test('an address has so many requests a minute, at both APIs together', () =>
  limited({ RATE_LIMIT: '3' }, async (app) => {
    expect([(await list(app)).status, (await query(app)).status, (await list(app)).status]).toEqual([200, 200, 200]);
    pass(20_000);
    const rest = await list(app, undefined, { Origin: 'https://a.example' });
    expect([rest.status, rest.body.code, rest.body.data.status]).toEqual([429, 'rest_too_many_requests', 429]);
    expect(Object.fromEntries(rest.headers)).toMatchObject({
      'retry-after': '40',
      'ratelimit-policy': '"minute";q=3;w=60',
      ratelimit: '"minute";r=0;t=40',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('Retry-After, RateLimit, RateLimit-Policy'),
    });
    const { status, body, headers } = await query(app);
    expect([status, headers.get('retry-after')]).toEqual([429, '40']);
    expect(body.errors[0].extensions).toEqual({ code: 'TOO_MANY_REQUESTS', retryAfter: 40, perMinute: 3 });
    expect((await list(app, '203.0.113.8')).status).toBe(200);
    pass(40_000);
    expect((await list(app)).status).toBe(200);
  }));

test('all networks of an IPv6 site together have 16 times the requests of one', () =>
  limited({ RATE_LIMIT: '2' }, async (app) => {
    const ask = async (network: number, site = 1) =>
      (await list(app, `2001:db8:${site}:${network.toString(16)}::1`)).status;
    expect([await ask(0), await ask(0), await ask(0)]).toEqual([200, 200, 429]);
    for (const more of upTo(15)) expect([await ask(1 + more), await ask(1 + more)]).toEqual([200, 200]);
    const refused = await list(app, '2001:db8:1:ffff::1');
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"minute";q=32;w=60']);
    expect(await ask(1, 2)).toBe(200);
  }));

test('who is logged in is counted as a user, wherever the requests come from', () =>
  limited({ RATE_LIMIT: '2' }, async (app) => {
    const ask = async (as: 'editor' | 'author', peer: string) =>
      (await app.rest('GET', '/events', { as, sent: { peer } })).status;
    expect([await ask('editor', '203.0.113.1'), await ask('editor', '203.0.113.2')]).toEqual([200, 200]);
    expect([await ask('editor', '203.0.113.3'), await ask('author', '203.0.113.3')]).toEqual([429, 200]);
  }));

test('behind a proxy that is trusted the address is what it says', () =>
  limited({ RATE_LIMIT: '1', TRUST_PROXY: 'loopback' }, async (app) => {
    const ask = async (from: string) => (await list(app, '127.0.0.1', { 'X-Forwarded-For': from })).status;
    expect([await ask('203.0.113.1'), await ask('203.0.113.2'), await ask('203.0.113.1')]).toEqual([200, 200, 429]);
  }));

test('requests whose log-in is refused count for their address', () =>
  limited({ RATE_LIMIT: '2' }, async (app) => {
    const headers = { Authorization: 'Bearer wrong' };
    expect([(await list(app)).status, (await list(app, undefined, headers)).status]).toEqual([200, 401]);
    expect([(await list(app, undefined, headers)).status, (await list(app)).status]).toEqual([429, 429]);
  }));

test('pages count too', () =>
  limited({ RATE_LIMIT: '1' }, async (app) => {
    const ask = () => app.fetch('/', { sent: { peer: '203.0.113.7' } });
    expect([(await ask()).status, (await list(app)).status]).toEqual([200, 429]);
    const { status, headers } = await ask();
    expect([status, headers.get('retry-after'), headers.has('ratelimit')]).toEqual([429, '60', true]);
  }));

test('without a limit nothing is counted, and what watches the service is never', () =>
  limited({}, async (app) => {
    for (const _ of upTo(5)) expect((await list(app)).status).toBe(200);
    const counting = anewOn(app, { RATE_LIMIT: '1' });
    for (const _ of upTo(3)) expect((await counting.fetch('/health')).status).toBe(200);
  }));

const rateOf = (perMinute: number, exchange: ExchangeCounts, report: (error: unknown) => void = () => {}) =>
  createRate({ of: 'requests', perMinute, exchange, report });

/** How many of so many requests are let pass. */
async function passed(count: CountPoints, requests: number): Promise<number> {
  let passing = 0;
  for (let number = 0; number < requests; number++) {
    if (!(await count('203.0.113.7', 1))) passing++;
  }
  return passing;
}

/** Two processes that share a store, which counts what is written there. */
async function twoProcesses(perMinute: number) {
  const store = await openEmbeddedStore({ dir: ':memory:', collections: [REQUEST_COUNTS], log: quiet });
  const put = vi.spyOn(store, 'put');
  let exchanged: Promise<unknown> = Promise.resolve();
  const process = (): CountPoints => {
    const exchange = createSharedCounts(store);
    return rateOf(perMinute, (own, now) => {
      const found = exchange(own, now);
      exchanged = found;
      return found;
    });
  };
  const [one, other] = [process(), process()];
  /** Waits until what was begun last has ended. */
  const over = async () => {
    await exchanged;
    await new Promise((resolve) => setImmediate(resolve));
  };
  /** A second on; what a request begins is waited for. */
  const next = async (count: CountPoints) => {
    const before = put.mock.calls.length;
    pass(1_001);
    await count('somebody else', 1);
    await over();
    expect(put.mock.calls.length).toBe(before + 1);
  };
  return { store, put, one, other, next, over };
}

test('processes that share a store count together, a second late', async () => {
  const { one, other, next } = await twoProcesses(10);
  await next(one);
  expect(await passed(one, 7)).toBe(7);
  await next(one);
  await next(other);
  expect(await passed(other, 10)).toBe(3);
  await next(other);
  await next(one);
  expect(await passed(one, 5)).toBe(0);
  pass(60_000);
  expect(await passed(one, 5)).toBe(5);
});

test('the store is written to once a second at the most, by requests only', async () => {
  const { put, one, over } = await twoProcesses(10);
  await passed(one, 100);
  await over();
  expect(put).toHaveBeenCalledTimes(1);
  await passed(one, 100);
  pass(900);
  await passed(one, 100);
  expect(put).toHaveBeenCalledTimes(1);
  pass(101);
  await passed(one, 100);
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(2));
});

test('what is far from the limit is not written', async () => {
  const { put, one } = await twoProcesses(1_000);
  await passed(one, 50);
  pass(2_000);
  await passed(one, 49);
  await new Promise((resolve) => setImmediate(resolve));
  expect(put).not.toHaveBeenCalled();
});

test('what ended processes have told is removed', async () => {
  const { store, one, other, next } = await twoProcesses(10);
  await next(one);
  pass(200_000);
  await next(other);
  expect(await store.count(REQUEST_COUNTS.name, {})).toBe(1);
});

test('what a process with a fast clock has told is over a minute later, and removed, though it ended', async () => {
  const { store, one, other, next } = await twoProcesses(10);
  vi.setSystemTime(NOW + 3_600_000);
  await next(one);
  await passed(one, 7);
  await next(one);
  vi.setSystemTime(NOW);
  await next(other);
  expect(await passed(other, 10)).toBe(3);
  pass(60_000);
  expect(await passed(other, 10)).toBe(10);
  expect(await store.count(REQUEST_COUNTS.name, {})).toBe(1);
});

test('who is refused waits a minute at most, also when the clock was set back', async () => {
  const count = createRate({ of: 'requests', perMinute: 1, report: () => {} });
  await passed(count, 2);
  vi.setSystemTime(NOW - 3_600_000);
  expect((await count('203.0.113.7', 1))!.facts.retryAfter).toBe(60);
});

test('a store that cannot be reached stops nobody, and the counts of the process hold; a fault is reported', async () => {
  const away = new DomainError('UNAVAILABLE', 'The server stops.');
  const fault = new TypeError('a fault');
  for (const [error, reported] of [
    [away, []],
    [fault, [[fault]]],
  ] as const) {
    const report = vi.fn();
    expect(
      await passed(
        rateOf(3, () => Promise.reject(error), report),
        5,
      ),
    ).toBe(3);
    expect(report.mock.calls).toEqual(reported);
  }
});

test('a count may be of many points, and looking counts none', async () => {
  const count = createRate({ of: 'milliseconds of work', perMinute: 100, report: () => {} });
  expect(await count('a', 0)).toBeUndefined();
  for (const points of [98.5, 0.7, 0.7]) expect(await count('a', points)).toBeUndefined();
  pass(20_000);
  expect(await count('a', 0)).toBeUndefined();
  const { message, facts } = (await count('a', 1.2))!;
  expect(message).toBe('More than 100 milliseconds of work in a minute. Please try again later.');
  expect(facts).toEqual({ retryAfter: 40, workPerMinute: 100 });
  expect(await count('a', 0)).toBeDefined();
  expect(await count('a', 0, 2)).toBeUndefined();
  expect(await count('b', 1)).toBeUndefined();
  pass(40_000);
  expect(await count('a', 0)).toBeUndefined();
});

test('workers count together, a second late', async () => {
  const all = limiterInMemory('all', { points: 1, duration: 60 });
  const worker = () => {
    const exchange = createCountsOfWorkers(() => all, 'all');
    const count = rateOf(100, exchange);
    return async (points: number): Promise<boolean> => {
      const refused = await count('a', points);
      await new Promise((resolve) => setImmediate(resolve));
      return refused !== undefined;
    };
  };
  const [one, other] = [worker(), worker()];
  expect([await one(70), await other(20)]).toEqual([false, false]);
  expect([await other(10), await other(1)]).toEqual([false, true]);
  pass(60_000);
  expect([await one(30), await other(10)]).toEqual([false, false]);
  pass(1_001);
  // What was told before is not told again.
  expect([await other(0), await one(0)]).toEqual([false, false]);
  expect([await one(60), await one(1)]).toEqual([false, true]);
});

test('too many wrong log-ins are 429 at both APIs, with the seconds to wait', () =>
  limited({ LOGIN_FAILURES: '2' }, async (app) => {
    const headers = { Authorization: 'Bearer wrong' };
    for (let count = 0; count < 2; count++) expect((await app.rest('GET', '/tags', { headers })).status).toBe(401);
    pass(20_000);
    for (const { status, headers: told } of [
      await app.rest('GET', '/tags', { headers }),
      await app.graphql('{ tagPage { total } }', {}, { headers }),
    ]) {
      expect([status, told.get('retry-after'), told.has('ratelimit')]).toEqual([429, '40', false]);
    }
    expect((await app.rest('GET', '/tags', { headers, sent: { peer: '203.0.113.7' } })).status).toBe(401);
  }));

test.each([
  ['/wp-json/calendar/events/v1/events', 'rest_unavailable'],
  ['/graphql?query={eventPage{total}}', 'UNAVAILABLE'],
  ['/', 'Too many requests'],
])('%s is 503 at once while too many are being answered', (path, code) =>
  limited({ MAX_IN_FLIGHT: '3' }, async (app) => {
    expect((await app.fetch(path, { sent: { load: { inFlight: 2 } } })).status).toBe(200);
    const { status, text, headers } = await app.fetch(path, { sent: { load: { inFlight: 3 } } });
    expect([status, headers.get('retry-after'), headers.get('access-control-allow-origin')]).toEqual([503, '5', '*']);
    expect(text).toContain(code);
    expect((await app.fetch('/health', { sent: { load: { inFlight: 3 } } })).status).toBe(200);
  }),
);
