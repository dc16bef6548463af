import { describe, expect, it } from 'vitest';
import { hashGenerated } from '../../../src/data/users/secrets.ts';
import { storeUsers } from '../../../src/data/users/store-users.ts';
import { newStore } from './support.ts';

const secret = hashGenerated('abcd');

const build = async () => storeUsers(await newStore());

describe('users', () => {
  it('are none at first', async () => {
    const users = await build();
    expect(await users.any()).toBe(false);
    expect(await users.list()).toEqual([]);
    expect(await users.byName('ana')).toBeUndefined();
  });

  it('come back as they were added, with ids from 1', async () => {
    const users = await build();
    const ana = await users.add({ name: 'Ana', role: 'administrator', secret });
    const bora = await users.add({ name: 'bora', role: 'author', secret: hashGenerated('efgh') });
    expect(ana).toEqual({ id: 1, name: 'Ana', role: 'administrator', secrets: [secret] });
    expect(await users.list()).toEqual([ana, bora]);
    expect(await users.any()).toBe(true);
  });

  it('are found by name in any case, by id and by the hash of a generated secret', async () => {
    const users = await build();
    const ana = await users.add({ name: 'Ana', role: 'editor', secret });
    const bora = await users.add({ name: 'bora', role: 'author', secret: hashGenerated('efgh') });
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

  it.each(['', 'two words', 'a:b', 'ñandú', 'a'.repeat(61), 'line\nbreak'])('are not called %j', async (name) => {
    const users = await build();
    const refused = expect(users.add({ name, role: 'editor', secret })).rejects;
    await refused.toThrow('is no name for a user: 1 to 60 letters (a to z), digits and . _ - @');
    expect(await users.any()).toBe(false);
  });

  it.each(['a', 'a'.repeat(60), 'ana.kim_2-x@example.org', '__proto__'])('may be called %s', async (name) => {
    const users = await build();
    await users.add({ name, role: 'editor', secret });
    expect(await users.byName(name)).toMatchObject({ id: 1, name });
  });

  it('get another role and keep everything else', async () => {
    const users = await build();
    const ana = await users.add({ name: 'Ana', role: 'editor', secret });
    expect(await users.setRole('ana', 'author')).toEqual({ ...ana, role: 'author' });
    expect(await users.byName('Ana')).toEqual({ ...ana, role: 'author' });
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

  it('added at once all get ids of their own', async () => {
    const users = await build();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const added = await Promise.all(names.map((name) => users.add({ name, role: 'editor', secret })));
    expect(new Set(added.map(({ id }) => id)).size).toBe(5);
    expect(await users.list()).toHaveLength(5);
  });

  it('added at once under one name are one user', async () => {
    const users = await build();
    const adds = ['ana', 'Ana', 'ANA'].map((name) => users.add({ name, role: 'editor', secret }));
    const results = await Promise.allSettled(adds);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await users.list()).toHaveLength(1);
  });
});
