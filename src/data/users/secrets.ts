import { createHash, randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';

/** The hash of a generated secret: long and random, so one SHA-256 is enough and it can be looked up by its hash. */
interface GeneratedSecret {
  scheme: 'sha256';
  /** 64 hexadecimal digits. */
  hash: string;
}

/** The hash of a password that a person chose. Its cost is stored with it, so that new ones can cost more. */
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

/** The stored form of a secret. The secret itself is not stored anywhere. */
export type StoredSecret = GeneratedSecret | ChosenSecret;

const GROUPS = 6;
const GROUP_LENGTH = 4;
/** Letters and digits that are not easily confused (no 0 O 1 l I): 57, so 24 of them carry 139 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const KEY_BYTES = 32;
// The minimum that OWASP recommends, in the variant with the least memory (16 MB), because several run at once.
const COST = { N: 2 ** 14, r: 8, p: 5 };
/** Uses two of Node's four threads for such work; the others keep reading files and resolving addresses. */
const inTurn = pLimit(2);
/** Scrypt pads short passwords with NUL, so `secret` and `secret` followed by NULs would match. */
const NUL = '\0';

/** A new application password: 6 groups of 4 letters and digits, separated by spaces (139 bits). */
export const generateSecret = (): string => Array.from({ length: GROUPS }, randomGroup).join(' ');

const randomGroup = () =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** The stored form of a generated secret. White space is ignored, because people paste the groups with or without it. */
export const hashGenerated = (secret: string): GeneratedSecret => ({
  scheme: 'sha256',
  hash: createHash('sha256').update(secret.replace(/\s/g, '')).digest('hex'),
});

/**
 * The stored form of a chosen password: scrypt with a new salt. Deliberately takes a noticeable part of a second, unless a lower
 * cost is given.
 * @throws Error with one line when the password contains a NUL
 */
export async function hashChosen(password: string, cost: typeof COST = COST): Promise<ChosenSecret> {
  if (password.includes(NUL)) throw new Error('A password must not have the character NUL');
  const salt = randomBytes(16).toString('hex');
  const hash = await derive(password, { salt, ...cost });
  return { scheme: 'scrypt', salt, hash: hash.toString('hex'), ...cost };
}

/** Whether this is the stored generated secret. Fast, and takes the same time for each wrong one. */
export const matchesGenerated = (secret: string, { hash }: GeneratedSecret): boolean =>
  isSame(Buffer.from(hashGenerated(secret).hash, 'hex'), hash);

/** Whether this is the chosen password. Takes the same time for each wrong one. */
export async function matchesChosen(secret: string, stored: ChosenSecret): Promise<boolean> {
  const given = await derive(secret, stored);
  return !secret.includes(NUL) && isSame(given, stored.hash);
}

function isSame(given: Buffer, hash: string) {
  const expected = Buffer.from(hash, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Takes as long as checking a chosen password, but always fails: for unknown users. */
export const matchNothing = async (secret: string): Promise<false> => {
  await derive(secret, { salt: '', ...COST });
  return false;
};

function derive(password: string, { salt, N, r, p }: Omit<ChosenSecret, 'scheme' | 'hash'>): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        // The same password, however the keyboard composes its letters.
        scrypt(password.normalize('NFC'), Buffer.from(salt, 'hex'), KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
