import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openHouse } from './support.ts';

const house = openHouse();
afterAll(() => house.remove());

/** A port that another program has. */
const usedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const other = createServer().listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port));
    onTestFinished(() => void other.close());
  });

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: 'high' }, /^PORT is "high"; it must be a whole number from 0 /],
  [{ WORKERS: 'all' }, /^WORKERS is "all"; it must be a whole number from 1 to 64/],
  [{ WORKERS: '2', DATA_DIR: ':memory:' }, /^WORKERS is 2, and DATA_DIR is :memory:/],
  [{ WEBHOOKS: './nowhere.json' }, /^WEBHOOKS is "\.\/nowhere\.json"; it cannot be read \(ENOENT\)/],
  [{ MONGODB_URI: 'postgres://ana:secret@localhost' }, /^MONGODB_URI is not shown/],
])('a server with %o does not start and says why in one line', async (env, why) => {
  const data = house.dataFolder();
  const { code, error } = await house.run({ DATA_DIR: data, ...env });
  expect(code).toBe(1);
  expect(error).toMatch(/^[^\n]+\n$/);
  expect(error).toMatch(why);
  expect(readdirSync(data)).toEqual([]);
});

test.each([
  ['pictures', (path: string) => writeFileSync(path, ''), /pictures is no folder: move it away/],
  ['calendar.sqlite', (path: string) => mkdirSync(path), /calendar\.sqlite is no file: move it away/],
] as const)('a server whose %s is something else does not start and says why in one line', async (name, make, why) => {
  const data = house.dataFolder();
  make(join(data, name));
  const { code, error } = await house.run({ DATA_DIR: data });
  expect(code).toBe(1);
  expect(error).toMatch(/^[^\n]+\n$/);
  expect(error).toMatch(why);
  expect(readdirSync(data)).toEqual([name]);
});

test.each(['1', '2'])(
  '%s workers whose port is used do not start, say why in one line and let go of their data',
  async (WORKERS) => {
    const place = { ...house.place(), WORKERS };
    const port = await usedPort();
    const { code, error } = await house.run({ ...place, PORT: String(port) });
    expect(code).toBe(1);
    expect(error).toMatch(new RegExp(`^PORT is ${port}, where another program listens[^\\n]*\\n$`));
    const next = await house.start(place);
    expect((await fetch(`${next.url}/ready`)).status).toBe(200);
  },
);

// A link-local address needs an interface: `fe80::1%eth0`.
test.each(['192.0.2.1', 'fe80::1'])(
  'a server at %s, no address of this machine, does not start and says why in one line',
  async (HOST) => {
    const { code, error } = await house.run({ ...house.place(), HOST });
    expect(code).toBe(1);
    expect(error).toMatch(new RegExp(`^HOST is "${HOST}", which is no address of this machine[^\\n]*\\n$`));
  },
);

test('a server in production without users does not start, says how to add one and lets go of its data', async () => {
  const place = house.place();
  const { code, error } = await house.run({ ...place, NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(error).toMatch(/^[^\n]*npm run user -- add NAME --role administrator\n$/);
  const next = await house.start(place);
  expect((await fetch(`${next.url}/ready`)).status).toBe(200);
});
