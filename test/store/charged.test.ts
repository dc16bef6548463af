import { setImmediate as turnOver } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { charged } from '../../src/data/charged.ts';
import type { Store } from '../../src/data/port.ts';
import { openEmbeddedStore } from '../../src/data/sqlite.ts';
import { currentWork, openWork, resume, turn } from '../../src/domain/event-loop.ts';
import { quiet } from './quiet.ts';

test('the time of what a database does is charged in equal parts to the work under way, which goes on afterwards', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const answers: (() => void)[] = [];
  const away: Store = {
    ...(await openEmbeddedStore({ dir: ':memory:', collections: [], log: quiet })),
    find: () => new Promise((resolve) => answers.push(() => resolve([]))),
    atomically: (unit) => unit(),
  };
  const store = charged(away);
  const goneOn: boolean[] = [];
  const ask = async (account: string, reading: () => Promise<unknown>) => {
    const work = openWork(account);
    await turn(work);
    await reading();
    goneOn.push(currentWork() === work);
    return work;
  };
  const find = () => store.find('events', {});
  const one = ask('a', find);
  const other = ask('b', () => store.atomically(find));
  await turnOver();
  now += 10;
  answers[0]!();
  expect((await one).spent).toBe(5);
  await turnOver();
  now += 2;
  answers[1]!();
  expect((await other).spent).toBe(12);
  expect(goneOn).toEqual([true, true]);

  resume(await one);
  now += 1;
  await turnOver();
  expect((await one).spent).toBe(6);
  await away.close();
});
