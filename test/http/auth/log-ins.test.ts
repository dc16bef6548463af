import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashGenerated } from '../../../src/data/users/secrets.ts';
import type { UserLookup, Users } from '../../../src/data/users/users.ts';
import { createIdentify } from '../../../src/http/auth/identify.ts';
import { createLogInLimit } from '../../../src/http/auth/log-in-limit.ts';
import { readConfig } from '../../../src/process/config.ts';
import { upTo } from '../../support/making.ts';
import { basic, countScrypt, hashCheaply, newUsers, senderOf, watchScrypt } from './support.ts';

const GENERATED = 'abcd efgh jkmn pqrs tuvw xyz2';
const CHOSEN = 'correct horse';
const storedChosen = await hashCheaply(CHOSEN);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse('2026-11-20T11:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

async function build(env: Record<string, string> = {}, found = (users: Users): UserLookup => users) {
  const users = await newUsers();
  await users.add({ name: 'ana', role: 'editor', secret: storedChosen });
  await users.add({ name: 'bora', role: 'author', secret: hashGenerated(GENERATED) });
  const warned: object[] = [];
  const log = { warn: (fields: object, text: string) => warned.push({ ...fields, text }) };
  const identify = createIdentify({ users: found(users), config: readConfig(env), clock: Date.now, log });
  /** The role of who asks, or the code of the refusal. */
  const ask = async (authorization: string, network = '203.0.113.7') => {
    const client = { address: network, network };
    const answered = identify(senderOf({ authorization }, { client }));
    return answered.then(
      ({ viewer }) => viewer?.role,
      ({ code }) => code,
    );
  };
  return { users, ask, warned };
}

const wrong = (name: string, number: number): string => basic(name, `wrong ${number}`);

/** Asks so many times with different wrong passwords, all at once; how often each answer came. */
async function guess(ask: (authorization: string) => Promise<string>, name: string, times: number) {
  const answers = await Promise.all(Array.from({ length: times }, (_, number) => ask(wrong(name, number))));
  return { refused: answers.filter((one) => one === 'BAD_CREDENTIALS').length, answers };
}

/** Attempts where so many may fail a minute: whether they are counted, or how they are refused. */
function attempts(failures: number) {
  const countAttempt = createLogInLimit(failures);
  return (network: string, name: string, site?: string): Promise<string> =>
    countAttempt({ address: '', network, ...(site !== undefined && { site }) }, name).then(
      () => 'counted',
      ({ code }) => code,
    );
}

describe('failed log-ins', () => {
  it('of a name from an address are looked at so often a minute, however many come at once', async () => {
    const { ask } = await build({ LOGIN_FAILURES: '3' });
    const cost = await countScrypt(async () => {
      expect((await guess(ask, 'ana', 5)).refused).toBe(3);
    });
    expect(cost).toBe(3);
    expect(await ask(wrong('ANA', 99))).toBe('TOO_MANY_REQUESTS');
    vi.advanceTimersByTime(60_001);
    expect(await ask(wrong('ana', 99))).toBe('BAD_CREDENTIALS');
  });

  it('say after how many seconds to try again', async () => {
    const countAttempt = createLogInLimit(1);
    const attempt = () => countAttempt({ address: '', network: 'a' }, 'ana');
    await attempt();
    vi.advanceTimersByTime(15_000);
    await expect(attempt()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', facts: { retryAfter: 45 } });
  });

  it('under many names from an address are looked at ten times as often', async () => {
    const attempt = attempts(1);
    // Those that are refused unseen take nothing from what others of that address have.
    const same = await Promise.all(upTo(30).map(() => attempt('203.0.113.7', 'ana')));
    expect(same.filter((one) => one === 'counted')).toHaveLength(1);
    const others = await Promise.all(upTo(11).map((number) => attempt('203.0.113.7', `name${number}`)));
    expect(others.filter((one) => one === 'counted')).toHaveLength(9);
    expect(await attempt('203.0.113.8', 'another')).toBe('counted');
  });

  it('from all networks of a site are looked at 16 times as often as from one', async () => {
    const tried = attempts(1);
    const attempt = (network: number, name: number, site = 'a') => tried(`${site}:${network}`, `name${name}`, site);
    const counted = await Promise.all(upTo(16).flatMap((network) => upTo(10).map((name) => attempt(network, name))));
    expect(new Set(counted)).toEqual(new Set(['counted']));
    expect([await attempt(16, 0), await attempt(16, 0, 'b')]).toEqual(['TOO_MANY_REQUESTS', 'counted']);
  });

  it('lock nobody out: right ones pass from elsewhere, and where they are known to be right', async () => {
    const { ask } = await build({ LOGIN_FAILURES: '1' });
    const elsewhere = '203.0.113.8';
    expect(await ask(basic('ana', CHOSEN), elsewhere)).toBe('editor');
    await guess(ask, 'ana', 30);
    for (const code of ['BAD_CREDENTIALS', 'TOO_MANY_REQUESTS']) expect(await ask('Bearer wrong')).toBe(code);
    expect(await ask(basic('ana', CHOSEN), elsewhere)).toBe('editor');
    expect(await ask(basic('ana', CHOSEN))).toBe('editor');
    expect(await ask(`Bearer ${GENERATED}`)).toBe('author');
  });

  it('keep nobody waiting who was right before, however long ago', async () => {
    const { ask } = await build({ LOGIN_FAILURES: '1' });
    expect(await ask(basic('ana', CHOSEN))).toBe('editor');
    vi.advanceTimersByTime(6 * 60_000);
    await guess(ask, 'ana', 3);
    expect(await countScrypt(async () => expect(await ask(basic('ana', CHOSEN))).toBe('editor'))).toBe(1);
  });

  it('under names that no user can have are counted as well', async () => {
    const attempt = attempts(1);
    const name = 'n'.repeat(1_000);
    expect([await attempt('a', `${name}1`), await attempt('a', `${name}2`)]).toEqual(['counted', 'TOO_MANY_REQUESTS']);
  });

  it('are not looked at even with the right password, when nobody knows yet that it is', async () => {
    const { ask } = await build({ LOGIN_FAILURES: '1' });
    await ask(wrong('ana', 1));
    expect(await countScrypt(async () => expect(await ask(basic('ana', CHOSEN))).toBe('TOO_MANY_REQUESTS'))).toBe(0);
  });

  it('are not what right ones are: many at once cost one look and count nothing', async () => {
    const { ask } = await build({ LOGIN_FAILURES: '1' });
    const cost = await countScrypt(async () => {
      const all = await Promise.all(Array.from({ length: 24 }, () => ask(basic('ana', CHOSEN))));
      expect(new Set(all)).toEqual(new Set(['editor']));
    });
    expect(cost).toBe(1);
    expect(await ask(wrong('ana', 1))).toBe('BAD_CREDENTIALS');
  });

  it('are as many as come with LOGIN_FAILURES=0', async () => {
    const { ask } = await build({ LOGIN_FAILURES: '0' });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, number) => ask(`Bearer wrong${number}`)));
    expect(new Set(answers)).toEqual(new Set(['BAD_CREDENTIALS']));
  });

  it('are logged each with address and name, and never with what was tried', async () => {
    // Whatever the name, Ana is found, whose password is cheap to compare.
    const { ask, warned } = await build({}, (users) => ({ ...users, byName: () => users.byName('ana') }));
    await ask(basic('ana', 'my secret'));
    await ask('Bearer my-secret');
    await ask(basic('n'.repeat(1_000), 'my secret'));
    expect(warned).toEqual([
      { address: '203.0.113.7', name: 'ana', text: 'a log-in failed' },
      { address: '203.0.113.7', name: undefined, text: 'a log-in failed' },
      { address: '203.0.113.7', name: 'n'.repeat(100), text: 'a log-in failed' },
    ]);
  });
});

it('at most two passwords are worked on at a time', async () => {
  const { ask } = await build();
  expect(await watchScrypt(() => guess(ask, 'ana', 6))).toEqual({ count: 6, atOnce: 2 });
});
