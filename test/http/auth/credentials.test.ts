import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashGenerated } from '../../../src/data/users/secrets.ts';
import type { Users } from '../../../src/data/users/users.ts';
import { authenticatorOf, basic, countScrypt, frozenClock, hashCheaply, newUsers } from './support.ts';

const GENERATED = 'abcd efgh jkmn pqrs tuvw xyz2';
const CHOSEN = 'correct: horse';
const storedChosen = await hashCheaply(CHOSEN);

const closing: (() => Promise<void>)[] = [];
/** Users that no test changes. */
let shared: Users;
beforeAll(async () => {
  shared = await anaAndBora((close) => void closing.push(close));
});
afterAll(() => Promise.all(closing.map((close) => close())));

/** Ana with a generated secret, and Bora with a chosen password. */
async function anaAndBora(...until: Parameters<typeof newUsers>): Promise<Users> {
  const users = await newUsers(...until);
  await users.add({ name: 'Ana', role: 'editor', secret: hashGenerated(GENERATED) });
  await users.add({ name: 'bora@example.org', role: 'author', secret: storedChosen });
  return users;
}

function build(users = shared) {
  const clock = frozenClock();
  return { users, clock, authenticate: authenticatorOf(users, clock.now) };
}

/** The same words, whatever is wrong. They name the form in which each secret works. */
const refused = {
  name: 'DomainError',
  code: 'BAD_CREDENTIALS',
  message: `These credentials are not valid. Send Basic with a user name and a password, or Bearer with a password that was generated; one that was chosen needs the name there too: Bearer name:password.`,
};

describe('credentials', () => {
  it('may be absent: the caller is anonymous', async () => {
    expect(await build().authenticate()).toBeUndefined();
  });

  it.each([
    ['Basic, generated', basic('Ana', GENERATED), { id: 1, role: 'editor' }],
    ['Basic, generated, without spaces', basic('Ana', GENERATED.replaceAll(' ', '')), { id: 1, role: 'editor' }],
    ['Basic, name in another case', basic('ANA', GENERATED), { id: 1, role: 'editor' }],
    ['Basic, scheme in another case', basic('Ana', GENERATED).replace('Basic', 'bAsIc'), { id: 1, role: 'editor' }],
    ['Basic, without padding', basic('Ana', GENERATED).replace(/=+$/, ''), { id: 1, role: 'editor' }],
    ['Basic, chosen, colon in it', basic('bora@example.org', CHOSEN), { id: 2, role: 'author' }],
    ['Bearer, generated alone', `Bearer ${GENERATED.replaceAll(' ', '')}`, { id: 1, role: 'editor' }],
    ['Bearer, generated alone, with spaces', `Bearer ${GENERATED}`, { id: 1, role: 'editor' }],
    ['Bearer, generated with name', `Bearer ana:${GENERATED}`, { id: 1, role: 'editor' }],
    ['Bearer, chosen with name', `Bearer bora@example.org:${CHOSEN}`, { id: 2, role: 'author' }],
  ])('identify the user: %s', async (_how, header, viewer) => {
    expect(await build().authenticate(header)).toEqual(viewer);
  });

  // With a name, a refusal costs one scrypt whoever is meant: how long it takes tells nobody who there is.
  it.each([
    ['a wrong generated secret', basic('Ana', 'abcd'), 1],
    ['a wrong chosen password', basic('bora@example.org', 'wrong'), 1],
    ["another user's secret", basic('bora@example.org', GENERATED), 1],
    ['an empty secret', basic('bora@example.org', ''), 1],
    ['an unknown Bearer secret', 'Bearer abcd', 0],
    ['a chosen password as Bearer without the name', 'Bearer correct horse', 0],
    ['the stored hash as the secret', `Bearer ${hashGenerated(GENERATED).hash}`, 0],
  ])('are refused: %s', async (_what, header, cost) => {
    const { authenticate } = build();
    const asked = async () => expect(authenticate(header)).rejects.toMatchObject(refused);
    expect(await countScrypt(asked)).toBe(cost);
  });

  it.each([
    ['an empty one', ''],
    ['Basic alone', 'Basic'],
    ['Basic with nothing behind it', 'Basic '],
    ['Basic that is not base64', 'Basic %%%'],
    ['Basic without a colon', `Basic ${Buffer.from('Ana').toString('base64')}`],
    ['Basic with something after it', `${basic('Ana', GENERATED)} more`],
    ['Basic in the form of a list', `Basic ${basic('Ana', GENERATED)}`],
    ['Bearer alone', 'Bearer'],
    ['Bearer with nothing behind it', 'Bearer  '],
    ['another scheme', 'Digest username="Ana"'],
    ['a scheme that only begins like one of ours', basic('Ana', GENERATED).replace('Basic', 'Basics')],
    ['a secret without a scheme', GENERATED.replaceAll(' ', '')],
    ['Basic with a million blanks', `Basic${' '.repeat(1_000_000)}\u00a0`],
    ['Basic with a million signs of equality', `Basic a${'='.repeat(1_000_000)}x`],
  ])('are not meant by another header, whose sender is a visitor: %s', async (_what, header) => {
    const { authenticate } = build();
    expect(await countScrypt(async () => expect(await authenticate(header)).toBeUndefined())).toBe(0);
  });
});

describe('a change of a user takes effect at once', () => {
  it.each([
    ['Ana', basic('Ana', GENERATED)],
    ['bora@example.org', basic('bora@example.org', CHOSEN)],
  ])('when the role of %s changes', async (name, header) => {
    const { users, authenticate } = build(await anaAndBora());
    await authenticate(header);
    await users.setRole(name, 'subscriber');
    expect(await authenticate(header)).toMatchObject({ role: 'subscriber' });
  });

  // Bora is unknown then, which costs what a wrong password does.
  it.each([
    ['Ana', `Bearer ${GENERATED}`, 0],
    ['bora@example.org', basic('bora@example.org', CHOSEN), 1],
  ])('when %s is removed', async (name, header, cost) => {
    const { users, authenticate } = build(await anaAndBora());
    await authenticate(header);
    await users.remove(name);
    const asked = async () => expect(authenticate(header)).rejects.toMatchObject(refused);
    expect(await countScrypt(asked)).toBe(cost);
  });

  it('when the secret changes: that the old one matched is worth nothing', async () => {
    const { users, authenticate } = build(await anaAndBora());
    await authenticate(basic('bora@example.org', CHOSEN));
    await users.remove('bora@example.org');
    await users.add({ name: 'bora@example.org', role: 'author', secret: await hashCheaply('another one') });
    await expect(authenticate(basic('bora@example.org', CHOSEN))).rejects.toMatchObject(refused);
    expect(await authenticate(basic('bora@example.org', 'another one'))).toEqual({ id: 3, role: 'author' });
  });
});

describe('that a chosen password matched', () => {
  it('is remembered for five minutes, not longer', async () => {
    const { clock, authenticate } = build();
    const ask = () => authenticate(basic('bora@example.org', CHOSEN));
    expect(await countScrypt(ask)).toBe(1);
    clock.pass(5 * 60_000 - 1);
    expect(await countScrypt(ask)).toBe(0);
    clock.pass(1);
    expect(await countScrypt(ask)).toBe(1);
  });

  it('says nothing about another password', async () => {
    const { authenticate } = build();
    await authenticate(basic('bora@example.org', CHOSEN));
    await expect(authenticate(basic('bora@example.org', `${CHOSEN} `))).rejects.toMatchObject(refused);
  });

  it('is not remembered when it did not', async () => {
    const { authenticate } = build();
    const ask = () => authenticate(basic('bora@example.org', 'wrong')).catch(() => undefined);
    expect(await countScrypt(ask)).toBe(1);
    expect(await countScrypt(ask)).toBe(1);
  });
});
