import { randomInt } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../src/data/sqlite/sqlite.ts';
import { DATA_FILE } from '../../../src/data/sqlite.ts';
import { EVENTS } from '../../../src/kinds/event/record.ts';
import { authorsOf, exported, fillCalendar } from '../../import/calendars.ts';
import { importInto, sourceAt } from '../../import/support.ts';
import { buildApp } from '../../support/app.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';
import { openHouse } from '../support.ts';

/** Where Node tells of each request that a server of this process gets. */
const REQUESTS = 'http.server.request.start';

const house = openHouse();
let served: ServedApp;
beforeAll(async () => {
  served = await serveApp();
  await fillCalendar(served.app, 300);
});
afterAll(async () => {
  await served.close();
  await house.remove();
});

/** How often the program is killed. */
const KILLS = process.env.DRAWS === 'all' ? 10 : 4;

/** The program knows no users, and lives now. */
const OTHERS = ['author', 'authorName', 'status'];

const ONCE_MORE = [process.execPath, 'dist/import.js'] as const;

/** When a program is killed: as soon as it has asked the source so often, and has then ended so many units. */
interface Moment {
  asked: number;
  units: number;
}

/** Runs the program until that moment, or to its end where that comes before. Gives its exit code or the signal. */
async function killedAt({ asked, units }: Moment, env: Record<string, string>): Promise<unknown> {
  const { kill, ended } = house.begin(env, [...ONCE_MORE, served.url]);
  let [requests, over] = [0, false];
  async function killAfterUnits(): Promise<void> {
    const file = connect(join(env.DATA_DIR!, DATA_FILE));
    const version = () => file.rows('PRAGMA data_version')[0]![0];
    for (let [left, last] = [units, version()]; left > 0 && !over; await nextTurn()) {
      left -= Number(version() !== last);
      last = version();
    }
    file.close();
    kill();
  }
  function heard(): void {
    requests += 1;
    if (requests === asked && units === 0) kill();
    if (requests === asked && units > 0) void killAfterUnits();
  }
  subscribe(REQUESTS, heard);
  const { code, signal } = await ended;
  over = true;
  unsubscribe(REQUESTS, heard);
  return code ?? signal;
}

test.each([
  ['an administrator', 'administrator'],
  ['a visitor', undefined],
] as const)(
  'the program, killed at random moments while it takes all that %s may have, ends as one that was not',
  async (_, as) => {
    const credentials = as && served.app.credentials(as);
    const place = house.place();
    const env = { ...place, ...(credentials && { IMPORT_CREDENTIALS: credentials }) };
    // Without the answer to what it has just asked, the first cannot end by itself; a later one may.
    const ends = [await killedAt({ asked: randomInt(2, 5), units: 0 }, env)];
    for (let kill = 1; kill < KILLS; kill += 1)
      ends.push(await killedAt({ asked: randomInt(1, 4), units: randomInt(0, 40) }, env));
    expect(ends[0]).toBe('SIGKILL');
    expect([0, 'SIGKILL']).toEqual(expect.arrayContaining(ends));
    const { code, error } = await house.run(env, [...ONCE_MORE, served.url]);
    expect([code, error.split('\n').filter((line) => /refused/i.test(line))]).toEqual([0, []]);

    const whole = await buildApp();
    const now = served.app.clock.now + 1000;
    const source = await sourceAt(served.url, credentials === undefined ? {} : { credentials });
    await importInto(whole.store, { source, authors: authorsOf(served.app), now });
    const killed = await buildApp({ env: place, users: [] });
    expect(await killed.store.count(EVENTS.name, {})).toBeGreaterThan(200);
    expect(await exported(killed, OTHERS)).toEqual(await exported(whole, OTHERS));
    await Promise.all([whole.close(), killed.close()]);
  },
);
