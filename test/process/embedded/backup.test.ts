import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/kinds/database.ts';
import { quiet } from '../../store/quiet.ts';
import { openHouse } from '../support.ts';

const house = openHouse();
afterAll(() => house.remove());

const backup = (env: object, to: string) =>
  house.run(env as Record<string, string>, [process.execPath, 'dist/backup.js', '--to', to]);

test('a backup has its name when it is whole: one that fails leaves none, and does not stand in the way of the next', async () => {
  const env = { DATA_DIR: house.dataFolder() };
  await (await openDatabase({ dataDir: env.DATA_DIR }, quiet)).close();
  const pictures = join(env.DATA_DIR, 'pictures');
  mkdirSync(pictures);
  for (const name of ['a', 'b']) writeFileSync(join(pictures, name), name);
  // As one that `pictures prune` removes between the list and the copy.
  symlinkSync('/nowhere', join(pictures, 'gone'));
  const folder = house.dataFolder();
  const file = join(folder, 'backup.sqlite');
  // A file in the place of the folder of pictures, and what killed ones left.
  writeFileSync(`${file}.pictures`, '');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  for (const end of ['', '-journal']) writeFileSync(`${file}.${pid}.part${end}`, '');
  expect(await backup(env, file)).toMatchObject({ code: 1, out: '' });
  expect(readdirSync(folder)).toEqual(['backup.sqlite.pictures']);
  rmSync(`${file}.pictures`);
  mkdirSync(`${file}.pictures`);
  writeFileSync(join(`${file}.pictures`, 'a'), 'a');
  expect(await backup(env, file)).toMatchObject({ code: 0 });
  expect([readdirSync(folder), readdirSync(`${file}.pictures`)]).toEqual([
    ['backup.sqlite', 'backup.sqlite.pictures'],
    ['a', 'b'],
  ]);
});
