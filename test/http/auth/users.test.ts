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

describe('users of an identity provider', () => {
  const ana = {
    issuer: 'https://login.example',
    subject: 'ana',
    issuedAt: 1000,
    role: 'editor',
    displayName: 'Ana Kim',
  } as const;

  it('are made at the first token with a role, once, whoever comes at once', async () => {
    const users = await build();
    expect(await users.vouch({ ...ana, role: undefined })).toBeUndefined();
    const made = await Promise.all(Array.from({ length: 40 }, () => users.vouch(ana)));
    expect(new Set(made.map((user) => user!.id)).size).toBe(1);
    const [user, ...more] = await users.list();
    expect([user, more]).toEqual([made[0], []]);
    expect(user).toMatchObject({ role: 'editor', displayName: 'Ana Kim', secrets: [] });
    expect(user!.name).toMatch(/^oidc-[0-9a-f]{16}$/);
  });

  it('are nobody else: no local user of that name, no other subject, and none of another issuer', async () => {
    const users = await build();
    const local = await users.add({ name: 'ana', role: 'administrator', secret });
    const all = [ana, { ...ana, subject: 'Ana' }, { ...ana, issuer: 'https://other.example' }];
    const ids = [];
    for (const vouched of all) ids.push((await users.vouch(vouched))!.id);
    expect(new Set([local.id, ...ids]).size).toBe(4);
    for (const [at, vouched] of all.entries()) expect(await users.byAccount(vouched)).toMatchObject({ id: ids[at] });
    expect(await users.byName('ana')).toEqual(local);
    // A subject is no secret.
    expect(await users.bySecretHash('ana')).toBeUndefined();
  });

  it('get a longer name when somebody here has theirs', async () => {
    const [there, users] = [await build(), await build()];
    const { name } = (await there.vouch(ana))!;
    await users.add({ name, role: 'subscriber', secret });
    expect((await users.vouch(ana))!.name).toMatch(new RegExp(`^${name}[0-9a-f]{16}$`));
  });

  it.each([
    ['a newer token', { issuedAt: 1001, role: 'author', displayName: 'Ana' }, 'author', 'Ana', undefined],
    ['a newer token without a name', { issuedAt: 1001, displayName: undefined }, 'editor', 'Ana Kim', undefined],
    ['a newer token without a role', { issuedAt: 1001, role: undefined }, 'subscriber', 'Ana Kim', 'no role'],
    ['an older token', { issuedAt: 999, role: 'administrator' }, 'editor', 'Ana Kim', undefined],
    ['an older token without a role', { issuedAt: 999, role: undefined }, 'editor', 'Ana Kim', undefined],
    ['one of the same second with less', { role: 'author' }, 'author', 'Ana Kim', undefined],
    ['one of the same second with more', { role: 'administrator' }, 'editor', 'Ana Kim', undefined],
    ['one of the same second without a role', { role: undefined }, 'subscriber', 'Ana Kim', 'no role'],
  ] as const)('are as the newest token says: %s', async (_, said, role, displayName, shut) => {
    const users = await build();
    await users.vouch(ana);
    const user = await users.vouch({ ...ana, ...said });
    expect(user).toMatchObject({ role, displayName, origin: { shut } });
    expect(await users.byAccount(ana)).toEqual(user);
  });

  it('lose their passwords with their role, and get the role again from a newer token', async () => {
    const users = await build();
    const { name } = (await users.vouch(ana))!;
    await users.setSecret(name, secret);
    await users.vouch({ ...ana, issuedAt: 1001, role: undefined });
    expect(await users.byName(name)).toMatchObject({ secrets: [] });
    expect(await users.bySecretHash(secret.hash)).toBeUndefined();
    expect(await users.vouch({ ...ana, issuedAt: 1002 })).toMatchObject({
      role: 'editor',
      origin: { shut: undefined },
    });
  });

  it('that are removed stay so whatever comes, until they are removed again', async () => {
    const users = await build();
    const { id, name } = (await users.vouch(ana))!;
    await users.setSecret(name, secret);
    await users.remove(name);
    expect([await users.byName(name), await users.byIds([id]), await users.bySecretHash(secret.hash)]).toEqual([
      undefined,
      [],
      undefined,
    ]);
    expect(await users.vouch({ ...ana, issuedAt: 2000 })).toMatchObject({ id, origin: { shut: 'removed' } });
    expect((await users.list()).map(({ origin }) => origin?.shut)).toEqual(['removed']);
    expect(await users.any()).toBe(true);
    // Somebody else may have the name meanwhile.
    await users.add({ name, role: 'editor', secret });
    await users.remove(name);
    expect(await users.list()).toHaveLength(1);
    await users.remove(name);
    expect(await users.list()).toEqual([]);
    expect(await users.vouch(ana)).toMatchObject({ name, origin: { shut: undefined } });
  });
});
