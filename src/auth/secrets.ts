import { createHash, randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';

/** The hash of a generated secret: long and random, so one SHA-256 is enough and it can be looked up by its hash. */
export interface GeneratedSecret {
  scheme: 'sha256';
  /** 64 hexadecimal digits. */
  hash: string;
}

/** The hash of a password that a person chose. The cost stands beside it, so it can rise for later ones. */
export interface ChosenSecret {
  scheme: 'scrypt';
  /** 32 hexadecimal digits. */
  salt: string;
  /** 64 hexadecimal digits. */
  hash: string;
  N: number;
  r: number;
  p: number;
}

/** What is kept of a secret. The secret itself is kept nowhere. */
export type StoredSecret = GeneratedSecret | ChosenSecret;

const GROUPS = 6;
const GROUP_LENGTH = 4;
/** Letters and digits that nobody confuses (no 0 O 1 l I): 57 of them, so 24 carry 139 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const KEY_BYTES = 32;
// The least OWASP recommends, in the variant that needs the least memory (16 MB): several run side by side.
const COST = { N: 2 ** 14, r: 8, p: 5 };
/** Two of the four threads that Node has for such work: the others go on reading files and addresses. */
const inTurn = pLimit(2);
/** Scrypt fills short passwords up with it: `secret` and `secret` with some more of these are the same to it. */
const NUL = '\0';

/** A new application password: 6 groups of 4 letters and digits with spaces between, 139 bits. */
export const generateSecret = (): string => Array.from({ length: GROUPS }, randomGroup).join(' ');

const randomGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** How a generated secret is kept. White space in it does not count: people paste the groups with or without it. */
export const hashGenerated = (secret: string): GeneratedSecret => ({
  scheme: 'sha256',
  hash: createHash('sha256').update(secret.replace(/\s/g, '')).digest('hex'),
});

/**
 * How a chosen password is kept: scrypt with a new salt. Takes a noticeable part of a second on purpose, but for a lower cost.
 * @throws Error with one line when it has the character NUL
 */
export async function hashChosen(password: string, cost: typeof COST = COST): Promise<ChosenSecret> {
  if (password.includes(NUL)) throw new Error('A password must not have the character NUL');
  const salt = randomBytes(16).toString('hex');
  const hash = await derive(password, { salt, ...cost });
  return { scheme: 'scrypt', salt, hash: hash.toString('hex'), ...cost };
}

/** Whether this is the generated secret that was stored. Takes the same time for each wrong one, and hardly any. */
export const matchesGenerated = (secret: string, { hash }: GeneratedSecret): boolean =>
  isSame(Buffer.from(hashGenerated(secret).hash, 'hex'), hash);

/** Whether this is the password that was chosen. Takes the same time for each wrong one. */
export async function matchesChosen(secret: string, stored: ChosenSecret): Promise<boolean> {
  const given = await derive(secret, stored);
  return !secret.includes(NUL) && isSame(given, stored.hash);
}

function isSame(given: Buffer, hash: string): boolean {
  const expected = Buffer.from(hash, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Takes as long as checking a chosen password and finds nothing: for users there are not. */
export const matchNothing = async (secret: string): Promise<false> => {
  await derive(secret, { salt: '', ...COST });
  return false;
};

function derive(password: string, { salt, N, r, p }: Omit<ChosenSecret, 'scheme' | 'hash'>): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        // One password, however the keyboard composes its letters.
        scrypt(password.normalize('NFC'), Buffer.from(salt, 'hex'), KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
