import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../../src/data/sqlite/sqlite.ts';
import { DATA_FILE, openEmbeddedStore } from '../../../src/data/sqlite.ts';
import { keepLog } from '../../support/kept-log.ts';
import { openHouse } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

const NOISE = Buffer.alloc(64, 0xa5);

/** Writes over bytes of the data file. */
function spoil(dir: string, at: number): void {
  const file = openSync(join(dir, DATA_FILE), 'r+');
  writeSync(file, NOISE, 0, NOISE.length, at);
  closeSync(file);
}

const SEED = ['--events', '40', '--around', '2026-11-20'];

const run = (DATA_DIR: string, name: string, ...args: string[]) =>
  house.run({ DATA_DIR }, [process.execPath, `dist/${name}.js`, ...args]);

test.each([8_192, 40_960])('check-data finds 64 bytes that are wrong at %i of the data file', async (at) => {
  const dir = house.dataFolder();
  await run(dir, 'seed', ...SEED);
  expect(await run(dir, 'check-data')).toMatchObject({ code: 0, out: 'No record is damaged.\n' });
  spoil(dir, at);
  const { code, out, error } = await run(dir, 'check-data');
  expect(code).toBe(1);
  expect(`${out}${error}`).toMatch(/Tree|page|malformed|cannot be read|damaged/);
  expect(out).not.toContain('right');
});

test('check-data names each document that cannot be read', async () => {
  const dir = house.dataFolder();
  await run(dir, 'seed', ...SEED);
  const file = connect(join(dir, DATA_FILE));
  const [[id]] = file.rows("UPDATE events SET _packed=x'00ff' WHERE _n=7 RETURNING _id") as [[number]];
  file.close();
  const { code, out, error } = await run(dir, 'check-data');
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`^events ${id}: cannot be read \\([^\\n]+\\)\\n$`));
  expect(error).toMatch(/\nDamaged: 1\. Put back a backup\.\n$/);
});

test('a damaged file is said once, refused as not available, and no store that is ready', async () => {
  const dir = house.dataFolder();
  const collections = [{ name: 'things', indexes: [] }];
  const kept = keepLog();
  const first = await openEmbeddedStore({ dir, collections, log: kept.log });
  await first.put(
    'things',
    Array.from({ length: 500 }, (_, _id) => ({ _id, text: 'x'.repeat(1000) })),
  );
  await first.close();
  const store = await openEmbeddedStore({ dir, collections, log: kept.log });
  expect([await store.ping(), readdirSync(dir).includes(`${DATA_FILE}-wal`)]).toEqual([true, true]);
  for (let page = 5; page < 40; page += 1) spoil(dir, page * 8192);
  for (const _ of 'ab') await expect(store.find('things', {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(store.updateMany('things', {}, { $set: { a: 1 } })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await store.ping()).toBe(false);
  expect(kept.lines.filter(({ level }) => level === 50).map(({ msg }) => msg)).toEqual([
    'the data file is damaged, and /ready says 503: npm run check-data says where; put back a backup',
  ]);
  await store.close();
});

test.each([
  ['seed', () => SEED, 'half seeded: finish it with npm run seed'],
  ['copy', (from: string, to: string) => ['--from', from, '--to', to], 'half of a copy: finish it with npm run copy'],
] as const)(
  'a server does not start on what a %s has left half made, and says how to finish it',
  async (name, args, line) => {
    const [source, dir] = [house.dataFolder(), house.dataFolder()];
    await run(source, 'seed', ...SEED);
    const fill = () => run(dir, name, ...args(source, dir));
    expect(await fill()).toMatchObject({ code: 0 });
    const file = connect(join(dir, DATA_FILE));
    file.exec(`UPDATE settings SET _body=json_set(_body, '$.finished', json('false')) WHERE _id='${name}'`);
    file.close();
    for (const WORKERS of ['1', '2']) {
      const { code, error } = await house.run({ DATA_DIR: dir, WORKERS });
      expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(`^the calendar is ${line}[^\\n]+\\n$`) });
    }
    expect(await fill()).toMatchObject({ code: 0 });
    await house.start({ DATA_DIR: dir });
  },
);
