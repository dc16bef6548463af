import { afterAll, expect, test } from 'vitest';
import { VERSIONS } from '../../src/data/migrations/all.ts';
import { openStore } from '../../src/data/open.ts';
import type { Stored } from '../../src/data/port.ts';
import { SETTINGS } from '../../src/data/settings.ts';
import { collectionsOf, openDatabase } from '../../src/kinds/database.ts';
import { quiet } from '../store/quiet.ts';
import { openHouse } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

type Variables = Record<string, string>;

const placeOf = (env: Variables) => ({ mongodbUri: env.MONGODB_URI, dataDir: env.DATA_DIR ?? '' });

/** A place with a record, written in a version; without one it names none. */
async function dataOf(version?: number): Promise<Variables> {
  const env = house.place();
  const store = await openDatabase(placeOf(env), quiet);
  await store.insert('tags', { _id: 1 });
  await store.delete(SETTINGS.name, 'schema');
  if (version !== undefined) await store.insert(SETTINGS.name, { _id: 'schema', version } as Stored);
  await store.close();
  return env;
}

/** All documents that lie there. */
async function contents(env: Variables): Promise<unknown> {
  const place = placeOf(env);
  const store = await openStore(place, collectionsOf(place), quiet);
  const all = await Promise.all(
    collectionsOf(place).map(async ({ name }) => [name, await store.find(name, {}, { sort: [['_id', 1]] })]),
  );
  await store.close();
  return Object.fromEntries(all);
}

const NEWEST = VERSIONS.migrations.at(-1)?.version ?? VERSIONS.baseline;
const [OLDER, NEWER] = [VERSIONS.baseline - 1, NEWEST + 1];
const NEEDED = [...new Set([VERSIONS.baseline, NEWEST])].join(' to ');

const node = (name: string, ...args: string[]): [string, ...string[]] => [process.execPath, `dist/${name}.js`, ...args];
const named = (env: Variables): string => env.MONGODB_URI ?? env.DATA_DIR ?? '';

/** Each with one of the versions: what is refused is tested in `test/store/migrations/migrate.test.ts`. */
const ENTRIES: [entry: string, version: number | undefined, start: (env: Variables) => ReturnType<typeof house.run>][] =
  [
    ['the server', OLDER, (env) => house.run(env)],
    ['the server', NEWER, (env) => house.run(env)],
    ['the server', undefined, (env) => house.run(env)],
    ['a server with two workers', OLDER, (env) => house.run({ ...env, WORKERS: '2' })],
    ['npm run migrate', OLDER, (env) => house.run(env, node('migrate'))],
    ['npm run seed', undefined, (env) => house.run(env, node('seed', '--events', '5'))],
    ['npm run check-data', NEWER, (env) => house.run(env, node('check-data'))],
    ['npm run copy', OLDER, (env) => house.run({}, node('copy', '--from', named(env), '--to', named(house.place())))],
  ];

test.each(ENTRIES)('%s ends on data of version %s with one line, and writes nothing', async (_, version, start) => {
  const env = await dataOf(version);
  const before = await contents(env);
  const { code, error } = await start(env);
  const has = version === undefined ? 'no version' : `version ${version}`;
  expect(error).toMatch(
    new RegExp(`^(--from: )?the stored data has ${has}, this program needs version ${NEEDED}: run the [^\\n]+\\n$`),
  );
  expect(code).toBe(1);
  expect(await contents(env)).toEqual(before);
});

test('npm run copy to data of another version ends with one line, and writes nothing', async () => {
  const [from, to] = [house.place(), await dataOf(NEWER)];
  await house.run(from, node('seed', '--events', '5'));
  const before = await contents(to);
  const { code, error } = await house.run({}, node('copy', '--from', named(from), '--to', named(to)));
  expect(code).toBe(1);
  expect(error).toMatch(
    new RegExp(`--to: the stored data has version ${NEWER}, this program needs version ${NEEDED}: `),
  );
  expect(await contents(to)).toEqual(before);
});
