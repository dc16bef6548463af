import { describe, expect, it } from 'vitest';
import { hashGenerated } from '../../../src/data/users/secrets.ts';
import { authenticatorOf, basic, countScrypt, frozenClock, hashCheaply, newUsers } from './support.ts';

const GENERATED = 'abcd efgh jkmn pqrs tuvw xyz2';
const CHOSEN = 'correct: horse';
const storedChosen = await hashCheaply(CHOSEN);

async function build() {
  const users = await newUsers();
  const clock = frozenClock();
  await users.add({ name: 'Ana', role: 'editor', secret: hashGenerated(GENERATED) });
  await users.add({ name: 'bora@example.org', role: 'author', secret: storedChosen });
  return { users, clock, authenticate: authenticatorOf(users, clock.now) };
}

const refused = { name: 'DomainError', code: 'BAD_CREDENTIALS' };

describe('credentials', () => {
  it('may be absent: the caller is anonymous', async () => {
    const { authenticate } = await build();
    expect(await authenticate()).toBeUndefined();
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
    const { authenticate } = await build();
    expect(await authenticate(header)).toEqual(viewer);
  });

  it.each([
    ['an unknown user', basic('nobody', GENERATED)],
    ['a wrong generated secret', basic('Ana', 'abcd')],
    ['a wrong chosen password', basic('bora@example.org', 'wrong')],
    ["another user's secret", basic('bora@example.org', GENERATED)],
    ['an empty secret', basic('Ana', '')],
    ['an empty name', basic('', GENERATED)],
    ['nothing but a colon', basic('', '')],
    ['an unknown Bearer secret', 'Bearer abcd'],
    ['a chosen password as Bearer without the name', 'Bearer correct horse'],
    ['the stored hash as the secret', `Bearer ${hashGenerated(GENERATED).hash}`],
  ])('are refused: %s', async (_what, header) => {
    const { authenticate } = await build();
    await expect(authenticate(header)).rejects.toMatchObject(refused);
  });

  it('are refused in words that name the form in which they work', async () => {
    const { authenticate } = await build();
    const words = expect.stringContaining('Bearer name:password');
    await expect(authenticate(`Bearer ${CHOSEN}`)).rejects.toMatchObject({ message: words });
    expect(await authenticate(`Bearer bora@example.org:${CHOSEN}`)).toEqual({ id: 2, role: 'author' });
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
  ])('are not meant by a header in another form, and its sender is a visitor: %s', async (_what, header) => {
    const { authenticate } = await build();
    expect(await countScrypt(async () => expect(await authenticate(header)).toBeUndefined())).toBe(0);
  });

  it('are refused in the same words whatever is wrong', async () => {
    const { authenticate } = await build();
    const headers = [basic('nobody', 'x'), basic('Ana', 'x'), basic('bora@example.org', 'x'), 'Bearer x'];
    const messages = await Promise.all(headers.map((header) => authenticate(header).catch(({ message }) => message)));
    expect(new Set(messages).size).toBe(1);
  });

  it.each([
    ['an unknown user', 'nobody'],
    ['a user with a generated secret', 'Ana'],
    ['a user with a chosen password', 'bora@example.org'],
  ])('cost one scrypt when they are refused, as for %s', async (_who, name) => {
    const { authenticate } = await build();
    const cost = await countScrypt(() => authenticate(basic(name, 'wrong')).catch(() => undefined));
    expect(cost).toBe(1);
  });
});

describe('a change of a user takes effect at once', () => {
  it.each([
    ['Ana', GENERATED],
    ['bora@example.org', CHOSEN],
  ])('when the role of %s changes', async (name, secret) => {
    const { users, authenticate } = await build();
    await authenticate(basic(name, secret));
    await users.setRole(name, 'subscriber');
    expect(await authenticate(basic(name, secret))).toMatchObject({ role: 'subscriber' });
  });

  it.each([
    ['Ana', GENERATED],
    ['bora@example.org', CHOSEN],
  ])('when %s is removed', async (name, secret) => {
    const { users, authenticate } = await build();
    await authenticate(basic(name, secret));
    await users.remove(name);
    await expect(authenticate(basic(name, secret))).rejects.toMatchObject(refused);
    await expect(authenticate(`Bearer ${name}:${secret}`)).rejects.toMatchObject(refused);
  });

  it('when the secret changes: that the old one matched is worth nothing', async () => {
    const { users, authenticate } = await build();
    await authenticate(basic('bora@example.org', CHOSEN));
    await users.remove('bora@example.org');
    await users.add({ name: 'bora@example.org', role: 'author', secret: await hashCheaply('another one') });
    await expect(authenticate(basic('bora@example.org', CHOSEN))).rejects.toMatchObject(refused);
    expect(await authenticate(basic('bora@example.org', 'another one'))).toEqual({ id: 3, role: 'author' });
  });
});

describe('that a chosen password matched', () => {
  it('is remembered for five minutes, not longer', async () => {
    const { clock, authenticate } = await build();
    const ask = () => authenticate(basic('bora@example.org', CHOSEN));
    expect(await countScrypt(ask)).toBe(1);
    clock.pass(5 * 60_000 - 1);
    expect(await countScrypt(ask)).toBe(0);
    clock.pass(1);
    expect(await countScrypt(ask)).toBe(1);
  });

  it('says nothing about another password', async () => {
    const { authenticate } = await build();
    await authenticate(basic('bora@example.org', CHOSEN));
    await expect(authenticate(basic('bora@example.org', `${CHOSEN} `))).rejects.toMatchObject(refused);
  });

  it('is not remembered when it did not', async () => {
    const { authenticate } = await build();
    const ask = () => authenticate(basic('bora@example.org', 'wrong')).catch(() => undefined);
    expect(await countScrypt(ask)).toBe(1);
    expect(await countScrypt(ask)).toBe(1);
  });
});
