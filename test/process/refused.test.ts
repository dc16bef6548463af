import { readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildHouse, type House } from './support.ts';

let house: House;

beforeAll(async () => {
  house = await buildHouse();
});
afterAll(() => house.remove());

/** A port that another program has. */
const usedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const other = createServer().listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port));
    onTestFinished(() => void other.close());
  });

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: 'high' }, /^PORT is "high"; it must be a whole number from 0 /],
  [{ MONGODB_URI: 'postgres://ana:secret@localhost' }, /^MONGODB_URI is not shown/],
])('a server with %o does not start and says why in one line', async (env, why) => {
  const data = house.dataFolder();
  const { code, error } = await house.run({ DATA_DIR: data, ...env });
  expect(code).toBe(1);
  expect(error).toMatch(/^[^\n]+\n$/);
  expect(error).toMatch(why);
  expect(readdirSync(data)).toEqual([]);
});

test('a server whose port is used does not start, says why in one line and gives its folder back', async () => {
  const data = house.dataFolder();
  const port = await usedPort();
  const { code, error } = await house.run({ DATA_DIR: data, PORT: String(port) });
  expect(code).toBe(1);
  expect(error).toMatch(new RegExp(`^[^\\n]*address already in use 127\\.0\\.0\\.1:${port}\\n$`));
  expect(readdirSync(data)).not.toContain('lock');
});

test('a server in production without users does not start, says how to add one and gives its folder back', async () => {
  const data = house.dataFolder();
  const { code, error } = await house.run({ DATA_DIR: data, NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(error).toMatch(/^[^\n]*npm run user -- add NAME --role administrator\n$/);
  expect(readdirSync(data)).not.toContain('lock');
});

test('a server whose list of users is broken does not start and says why in one line', async () => {
  const data = house.dataFolder();
  writeFileSync(join(data, 'users.json'), '{');
  const { code, error } = await house.run({ DATA_DIR: data });
  expect(code).toBe(1);
  expect(error).toMatch(/^[^\n]*users\.json is not JSON[^\n]*\n$/);
});
