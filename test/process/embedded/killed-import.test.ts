import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENTS } from '../../../src/kinds/event/record.ts';
import { authorsOf, exported, fillCalendar } from '../../import/calendars.ts';
import { importInto, sourceAt } from '../../import/support.ts';
import { buildApp } from '../../support/app.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';
import { openHouse } from '../support.ts';
import { killedAt } from './killing.ts';

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

test.each([
  ['an administrator', 'administrator'],
  ['a visitor', undefined],
] as const)(
  'the program, killed at random moments while it takes all that %s may have, ends as one that was not',
  async (_, as) => {
    const credentials = as && served.app.credentials(as);
    const place = house.place();
    const env = { ...place, ...(credentials && { IMPORT_CREDENTIALS: credentials }) };
    const killing = { house, env, call: ['dist/import.js', served.url] };
    // Without the answer to what it has just asked, the first cannot end by itself; a later one may.
    const ends = [await killedAt({ asked: randomInt(2, 5), units: 0 }, killing)];
    for (let kill = 1; kill < KILLS; kill += 1)
      ends.push(await killedAt({ asked: randomInt(1, 4), units: randomInt(0, 40) }, killing));
    expect(ends[0]).toBe('SIGKILL');
    expect([0, 'SIGKILL']).toEqual(expect.arrayContaining(ends));
    const { code, error } = await house.run(env, [process.execPath, ...killing.call]);
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
