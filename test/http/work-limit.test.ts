import { setImmediate as turnOver } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { charge, openWork, turn } from '../../src/domain/event-loop.ts';
import { createRate, type RateOptions } from '../../src/http/rate.ts';
import { rateStep } from '../../src/http/steps/rate.ts';
import { type Answered, type Asked, buildApp, type TestApp } from '../support/app.ts';
import { upTo } from '../support/making.ts';
import { forgetWaits } from '../support/waits.ts';
import { anewOn } from './support.ts';

/** Later than the clock of any other file: by its clock, the process remembers for a second who has waited. */
let now = 1e9;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse('2026-11-20T11:30:00Z') });
  // Every piece of work takes a millisecond at least.
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  // By this clock, work that another file left has waited for long. It ends first, and is forgotten.
  for (const _ of upTo(20)) await turnOver();
  now += 100_000;
});
afterEach(async () => {
  await forgetWaits((milliseconds) => {
    now += milliseconds;
  });
  vi.restoreAllMocks();
  vi.useRealTimers();
});

let first: TestApp;
beforeAll(async () => {
  first = await buildApp();
});
afterAll(() => first.close());

/** Runs work with an app where nobody has done any yet. */
const limited = (env: Record<string, string>, work: (app: TestApp) => Promise<void>): Promise<void> =>
  work(anewOn(first, env));

const list = (app: TestApp, peer: string, asked: Omit<Asked, 'method'> = {}): Promise<Answered> =>
  app.rest('GET', '/tags', { ...asked, sent: { peer } });

/** How many lists were answered with each status. */
async function statuses(app: TestApp, peer: string, lists: number): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  for (const _ of upTo(lists)) {
    const { status } = await list(app, peer);
    seen[status] = (seen[status] ?? 0) + 1;
  }
  return seen;
}

/** Lets an account wait for its turn for longer than nobody minds. */
async function wait(account: string): Promise<void> {
  await turn(openWork('somebody'));
  const second = turn(openWork(account));
  now += 100;
  await second;
  await turnOver();
}

const [DEAR, OTHER] = ['203.0.113.7', '203.0.113.8'];

test('who has used too much work is refused at every API while others wait, and nobody else is', () =>
  limited({ WORK_LIMIT: '3' }, async (app) => {
    expect(await statuses(app, DEAR, 5)).toEqual({ 200: 5 });
    await wait(OTHER);
    vi.advanceTimersByTime(20_000);
    const rest = await list(app, DEAR);
    expect([rest.status, rest.body.code, rest.body.message]).toEqual([
      429,
      'rest_too_many_requests',
      'More than 3 milliseconds of work in a minute. Please try again later.',
    ]);
    expect(Object.fromEntries(rest.headers)).toMatchObject({
      'retry-after': '40',
      'ratelimit-policy': '"work";q=3;qu="milliseconds";w=60',
      ratelimit: '"work";r=0;t=40',
    });
    const { status, body } = await app.graphql('{ tagPage { total } }', {}, { sent: { peer: DEAR } });
    const extensions = { code: 'TOO_MANY_REQUESTS', retryAfter: 40, workPerMinute: 3 };
    expect([status, body.errors[0].extensions]).toEqual([429, extensions]);
    expect((await app.fetch('/', { sent: { peer: DEAR } })).status).toBe(429);
    expect((await app.fetch('/health', { sent: { peer: DEAR } })).status).toBe(200);
    expect((await list(app, OTHER)).status).toBe(200);
    vi.advanceTimersByTime(40_000);
    expect((await list(app, DEAR)).status).toBe(200);
  }));

test('who waits only behind what the same address asks for is not refused', () =>
  limited({ WORK_LIMIT: '3' }, async (app) => {
    await statuses(app, DEAR, 5);
    await wait(DEAR);
    expect(await statuses(app, DEAR, 3)).toEqual({ 200: 3 });
  }));

test('while nobody waits but who has used too much, nobody is refused', () =>
  limited({ WORK_LIMIT: '3' }, async (app) => {
    const [dear, other] = [await statuses(app, DEAR, 5), await statuses(app, OTHER, 5)];
    await wait(OTHER);
    expect([dear, other, await statuses(app, DEAR, 3)]).toEqual([{ 200: 5 }, { 200: 5 }, { 200: 3 }]);
    await wait('203.0.113.9');
    expect([await statuses(app, DEAR, 3), await statuses(app, OTHER, 3)]).toEqual([{ 429: 3 }, { 429: 3 }]);
    await turnOver();
    vi.advanceTimersByTime(60_000);
    now += 61_000;
    await statuses(app, DEAR, 5);
    await wait(OTHER);
    expect(await statuses(app, DEAR, 3)).toEqual({ 429: 3 });
  }));

test('without a limit nobody is refused', () =>
  limited({ WORK_LIMIT: '0' }, async (app) => {
    await statuses(app, DEAR, 5);
    await wait(OTHER);
    expect((await list(app, DEAR)).status).toBe(200);
  }));

test('the work of who is logged in is paid for by the user, that of a refused log-in by its address', () =>
  limited({ WORK_LIMIT: '3' }, async (app) => {
    for (const _ of upTo(5)) await list(app, '203.0.113.1', { as: 'editor' });
    for (const _ of upTo(5)) await list(app, '203.0.113.2', { headers: { Authorization: 'Bearer wrong' } });
    await wait(OTHER);
    const status = async (peer: string, asked = {}) => (await list(app, peer, asked)).status;
    expect(await status('203.0.113.9', { as: 'editor' })).toBe(429);
    expect(await status('203.0.113.1')).toBe(200);
    expect(await status('203.0.113.2')).toBe(429);
  }));

test('all networks of an IPv6 site together have 16 times the work of one', async () => {
  const rate = (of: RateOptions['of'], perMinute: number) => createRate({ of, perMinute, report() {} });
  const step = rateStep({ requests: rate('requests', 0), work: rate('milliseconds of work', 10) });
  const ask = async (network: string, site = 'site') => {
    const work = openWork(site);
    await step({ client: { address: network, network, site }, work });
    return work;
  };
  for (const network of upTo(16)) charge(await ask(String(network)), 9.5);
  await wait(OTHER);
  charge(await ask('another'), 9.5);
  await expect(ask('one more')).rejects.toMatchObject({ facts: { workPerMinute: 160 } });
  await ask('elsewhere', 'another site');
});
