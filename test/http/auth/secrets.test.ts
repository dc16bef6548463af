import { describe, expect, it } from 'vitest';
import {
  generateSecret,
  hashChosen,
  hashGenerated,
  matchesChosen,
  matchesGenerated,
} from '../../../src/data/users/secrets.ts';
import { countScrypt, hashCheaply } from './support.ts';

describe('a generated secret', () => {
  it('is six groups of four letters and digits, never the same twice', () => {
    const drawn = Array.from({ length: 500 }, generateSecret);
    for (const one of drawn) expect(one).toMatch(/^[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){5}$/);
    expect(new Set(drawn).size).toBe(500);
    // From enough characters for 120 bits, none of them easy to confuse.
    const seen = new Set(drawn.join('').replaceAll(' ', ''));
    expect(24 * Math.log2(seen.size)).toBeGreaterThan(120);
    expect([...seen].filter((character) => '0O1lI'.includes(character))).toEqual([]);
  });

  it('matches with spaces anywhere, and nothing else does', () => {
    const matching = (typed: string) => matchesGenerated(typed, hashGenerated('abcd efgh jkmn'));
    expect(['abcd efgh jkmn', 'abcdefghjkmn', ' ab cd\tefghjkm n '].map(matching)).toEqual([true, true, true]);
    expect(['abcd efgh jkmN', 'abcd efgh jkm', ''].map(matching)).toEqual([false, false, false]);
  });

  it('is kept as SHA-256', () => {
    expect(hashGenerated('abc')).toEqual({
      scheme: 'sha256',
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
  });
});

describe('a chosen password', () => {
  it('matches as it was chosen, and only so', async () => {
    const stored = await hashCheaply('correct horse');
    expect(await matchesChosen('correct horse', stored)).toBe(true);
    expect(await matchesChosen('correcthorse', stored)).toBe(false);
    expect(await matchesChosen('Correct horse', stored)).toBe(false);
  });

  it('matches however its accents and syllables are composed', async () => {
    const stored = await hashCheaply('contraseña 비밀번호'.normalize('NFD'));
    expect(await matchesChosen('contraseña 비밀번호'.normalize('NFC'), stored)).toBe(true);
  });

  it('has no NUL, which scrypt cannot tell from the end of a short password', async () => {
    await expect(hashChosen('correct\0horse')).rejects.toThrow(/^A password must not have the character NUL$/);
    const stored = await hashCheaply('correct horse');
    expect(await countScrypt(async () => expect(await matchesChosen('correct horse\0', stored)).toBe(false))).toBe(1);
  });

  it('has a salt of its own', async () => {
    const [first, second] = [await hashCheaply('the same'), await hashCheaply('the same')];
    expect(second.salt).not.toBe(first.salt);
    expect(second.hash).not.toBe(first.hash);
  });

  it('says what it cost', async () => {
    expect(await hashChosen('the same')).toMatchObject({ scheme: 'scrypt', N: 16_384, r: 8, p: 5 });
  });

  it('still matches a hash of another cost', async () => {
    const stored = {
      scheme: 'scrypt',
      salt: Buffer.from('NaCl').toString('hex'),
      // RFC 7914, section 12, the first 32 bytes.
      hash: 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162',
      N: 1024,
      r: 8,
      p: 16,
    } as const;
    expect(await matchesChosen('password', stored)).toBe(true);
  });
});
