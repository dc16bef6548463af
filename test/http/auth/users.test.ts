import { describe, expect, it } from 'vitest';
import { hashGenerated } from '../../../src/data/users/secrets.ts';
import { storeUsers } from '../../../src/data/users/store-users.ts';
import { newStore } from './support.ts';

const secret = hashGenerated('abcd');

const build = async () => storeUsers(await newStore());

describe('users', () => {
  it('are none at first, and come back as they were added, with ids from 1', async () => {
    const users = await build();
    expect([await users.any(), await users.list(), await users.byName('ana')]).toEqual([false, [], undefined]);
    const ana = await users.add({ name: 'Ana', role: 'administrator', secret });
    const bora = await users.add({ name: 'bora', role: 'author', secret: hashGenerated('efgh') });
    expect(ana).toEqual({ id: 1, name: 'Ana', role: 'administrator', secrets: [secret] });
    expect([await users.any(), await users.list()]).toEqual([true, [ana, bora]]);
    // By name in any case, by id and by the hash of a generated secret.
    expect(await users.byName('aNA')).toEqual(ana);
    expect(await users.byIds([2, 7])).toEqual([bora]);
    expect(await users.bySecretHash(secret.hash)).toEqual(ana);
    expect(await users.bySecretHash(hashGenerated('other').hash)).toBeUndefined();
  });

  it('are not found by the hash of a chosen password', async () => {
    const users = await build();
    const chosen = { scheme: 'scrypt', salt: '00', hash: secret.hash, N: 2, r: 1, p: 1 } as const;
    await users.add({ name: 'ana', role: 'editor', secret: chosen });
    expect(await users.bySecretHash(secret.hash)).toBeUndefined();
  });

  it('have names of their own, whatever the case', async () => {
    const users = await build();
    await users.add({ name: 'ana', role: 'editor', secret });
    await expect(users.add({ name: 'ANA', role: 'editor', secret })).rejects.toThrow('There is already a user ANA');
    expect(await users.list()).toHaveLength(1);
    expect(await users.add({ name: 'bora', role: 'editor', secret })).toMatchObject({ id: 2 });
  });

  it('have names of 1 to 60 letters, digits and signs', async () => {
    const users = await build();
    for (const name of ['', 'two words', 'a:b', 'ñandú', 'a'.repeat(61), 'line\nbreak']) {
      const refused = expect(users.add({ name, role: 'editor', secret }), name).rejects;
      await refused.toThrow('is no name for a user: 1 to 60 letters (a to z), digits and . _ - @');
    }
    expect(await users.any()).toBe(false);
    for (const name of ['a', 'a'.repeat(60), 'ana.kim_2-x@example.org', '__proto__']) {
      await users.add({ name, role: 'editor', secret });
      expect(await users.byName(name)).toMatchObject({ name });
    }
  });

  it('get another role and keep everything else', async () => {
    const users = await build();
    const ana = await users.add({ name: 'Ana', role: 'editor', secret });
    expect(await users.setRole('ana', 'author')).toEqual({ ...ana, role: 'author' });
    expect(await users.byName('Ana')).toEqual({ ...ana, role: 'author' });
  });

  it('get another name that nobody else has, and another secret, and keep everything else', async () => {
    const users = await build();
    const ana = await users.add({ name: 'Ana', role: 'editor', secret });
    await users.add({ name: 'bora', role: 'editor', secret });
    await expect(users.rename('ana', 'BORA')).rejects.toThrow('There is already a user BORA');
    await expect(users.rename('ana', 'b c')).rejects.toThrow('is no name for a user');
    await expect(users.rename('nobody', 'carla')).rejects.toThrow('There is no user "nobody"');
    expect(await users.rename('ana', 'ANA')).toEqual({ ...ana, name: 'ANA' });
    expect(await users.rename('Ana', 'carla')).toEqual({ ...ana, name: 'carla' });
    expect(await users.byName('ana')).toBeUndefined();
    const other = hashGenerated('other');
    expect(await users.setSecret('carla', other)).toEqual({ ...ana, name: 'carla', secrets: [other] });
    expect(await users.bySecretHash(other.hash)).toMatchObject({ id: ana.id });
    await expect(users.setSecret('nobody', other)).rejects.toThrow('There is no user "nobody"');
  });

  it('that are removed are gone, and their ids are never given again', async () => {
    const users = await build();
    await users.add({ name: 'ana', role: 'editor', secret });
    await users.add({ name: 'bora', role: 'editor', secret });
    await users.remove('BORA');
    expect(await users.byName('bora')).toBeUndefined();
    expect(await users.add({ name: 'bora', role: 'editor', secret })).toMatchObject({ id: 3 });
    await users.remove('ana');
    await users.remove('bora');
    expect(await users.any()).toBe(false);
    expect(await users.add({ name: 'carla', role: 'editor', secret })).toMatchObject({ id: 4 });
  });

  it('that are unknown cannot be changed or removed', async () => {
    const users = await build();
    await expect(users.setRole('nobody', 'editor')).rejects.toThrow('There is no user "nobody"');
    await expect(users.remove('nobody')).rejects.toThrow('There is no user "nobody"');
  });

  it('added at once get ids of their own, under one name are one user', async () => {
    const users = await build();
    const names = ['a', 'b', 'c', 'ana', 'Ana', 'ANA'];
    const added = await Promise.allSettled(names.map((name) => users.add({ name, role: 'editor', secret })));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(new Set((await users.list()).map(({ id }) => id)).size).toBe(4);
  });
});
