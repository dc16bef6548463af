import { join } from 'node:path';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/data/open.ts';
import type { Store } from '../../../src/data/port.ts';
import { connect } from '../../../src/data/sqlite/sqlite.ts';
import { DATA_FILE } from '../../../src/data/sqlite.ts';
import { openUsers } from '../../../src/data/users/open-users.ts';
import { hashGenerated } from '../../../src/data/users/secrets.ts';
import { storeUsers, USERS } from '../../../src/data/users/store-users.ts';
import { createIdentify } from '../../../src/http/auth/identify.ts';
import { readConfig } from '../../../src/process/config.ts';
import { senderOf, temporaryDirectory } from '../../http/auth/support.ts';
import { quiet } from '../quiet.ts';

const THINGS = { name: 'things', indexes: [] };
const secret = hashGenerated('abcd');

/** The users of a server whose clock stands, and those of another process on the same file. */
async function build() {
  const dataDir = temporaryDirectory();
  const open = async (beside: boolean): Promise<Store> => {
    const store = await openStore({ dataDir, beside }, [USERS, THINGS], quiet);
    onTestFinished(() => store.close());
    return store;
  };
  const store = await open(false);
  const reads: string[] = [];
  const find: Store['find'] = (collection, ...rest) => {
    reads.push(collection);
    return store.find(collection, ...rest);
  };
  const clock = { now: 0 };
  const server = openUsers({ ...store, find }, { clock: () => clock.now });
  return { dataDir, clock, server, reads, store, command: storeUsers(await open(true)) };
}

test('what another process does to users is seen a second later', async () => {
  const { clock, server, command } = await build();
  /** Requests of one turn of the loop share one look. */
  const passes = async (now: number): Promise<void> => {
    await turnOfTheLoop();
    clock.now = now;
  };
  expect(await server.any()).toBe(false);
  const ana = await command.add({ name: 'Ana', role: 'editor', secret });
  await passes(999);
  expect(await server.any()).toBe(false);
  await passes(1000);
  expect([await server.any(), await server.byName('aNA'), await server.byIds([1, 2])]).toEqual([true, ana, [ana]]);
  expect([await server.bySecretHash(secret.hash), await server.bySecretHash('other')]).toEqual([ana, undefined]);
  await command.setRole('ana', 'author');
  await passes(2000);
  expect(await server.byName('ana')).toMatchObject({ role: 'author' });
  await command.remove('ana');
  await passes(3000);
  expect([await server.byName('ana'), await server.bySecretHash(secret.hash)]).toEqual([undefined, undefined]);
});

test('users are read once while nobody writes, and once a second while somebody does', async () => {
  const { clock, server, reads, store } = await build();
  const ask = () => Promise.all([server.any(), server.byName('ana'), server.byIds([1]), server.bySecretHash('x')]);
  await server.any();
  for (clock.now = 0; clock.now < 5000; clock.now += 500) await ask();
  expect(reads).toEqual([USERS.name]);
  for (clock.now = 5000; clock.now < 10_000; clock.now += 100) {
    await store.put(THINGS.name, [{ _id: clock.now }]);
    // Requests of one turn share one look.
    await turnOfTheLoop();
    await server.byName('ana');
  }
  expect(reads).toHaveLength(6);
});

test('users that are found by the hash of a generated secret are not found by that of a chosen one', async () => {
  const { server, command } = await build();
  const chosen = { scheme: 'scrypt', salt: '00', hash: secret.hash, N: 2, r: 1, p: 1 } as const;
  await command.add({ name: 'ana', role: 'editor', secret: chosen });
  expect(await server.bySecretHash(secret.hash)).toBeUndefined();
});

test('users whose table is lost make nobody the administrator', async () => {
  const { dataDir, server, command } = await build();
  await command.add({ name: 'ana', role: 'editor', secret });
  const file = connect(join(dataDir, DATA_FILE));
  file.run('DROP TABLE users');
  file.close();
  const identify = createIdentify({ users: server, config: readConfig({}), clock: () => 0, log: quiet });
  await expect(identify(senderOf({ host: '127.0.0.1:4000' }))).rejects.toThrow('users');
});
