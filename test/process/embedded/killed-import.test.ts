import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENTS } from '../../../src/kinds/event/record.ts';
import { authorsOf, exported, fillCalendar } from '../../import/calendars.ts';
import { importInto, sourceAt } from '../../import/support.ts';
import { buildApp } from '../../support/app.ts';
import { type ServedApp, serveApp } from '../../support/served-app.ts';
import { openHouse } from '../support.ts';

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

/** How often the program is killed, and after how many milliseconds at the most: it needs some 700 to begin. */
const [KILLS, LONGEST] = [process.env.DRAWS === 'all' ? 10 : 4, 2_500];

/** The program knows no users, and lives now. */
const OTHERS = ['author', 'authorName', 'status'];

const ONCE_MORE = [process.execPath, 'dist/import.js'] as const;

test.each([
  ['an administrator', 'administrator'],
  ['a visitor', undefined],
] as const)(
  'the program, killed at random moments while it takes all that %s may have, ends as one that was not',
  async (_, as) => {
    const credentials = as && served.app.credentials(as);
    const place = house.place();
    const env = { ...place, ...(credentials && { IMPORT_CREDENTIALS: credentials }) };
    const ends: unknown[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const timeout = String(randomInt(500, LONGEST) / 1000);
      const { code, signal } = await house.run(env, ['timeout', '-s', 'KILL', timeout, ...ONCE_MORE, served.url]);
      ends.push(code ?? signal);
    }
    // The first is always in time; of what is left to the later ones, a fast machine may have taken all.
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
