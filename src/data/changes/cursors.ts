import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Key } from '../../domain/cursor.ts';
import type { Store, Stored } from '../port.ts';
import { readSetting, SETTINGS } from '../settings.ts';
import type { Position } from './read.ts';

/** A reader's place in the log, and all that a cursor contains. */
export interface Place extends Position {
  /** The audience that reads: it decides which changes were reported so far. */
  audience: string;
  /** The minute, since the epoch, in which the reader got this place. */
  minute: number;
  /** The last record reported among those that follow from the change at this revision; absent if all were. */
  within?: Key;
}

/**
 * Makes opaque texts of places for clients. Clients cannot read or forge one, or tell from two of them how much was written in
 * between.
 */
export interface Cursors {
  /** The same place always gives the same text, unless `unlike` asks for a unique one. */
  seal(place: Place, how?: { unlike: true }): Promise<string>;
  /** The place; `'other_log'` for a text of another calendar, and undefined for anything else. */
  open(text: string): Promise<Place | 'other_log' | undefined>;
}

/** Identifies this calendar's log, and holds the secret that seals its cursors. */
interface LogKey extends Stored {
  mark: string;
  key: string;
}

/** The id of the setting that holds it. */
export const LOG_KEY = 'changes';

const CIPHER = 'aes-256-gcm';
/** Lengths in bytes. */
const [MARK, KEY_HALF, NONCE, TAG] = [8, 32, 12, 16];
/** Places are padded to this many bytes, so that their lengths reveal nothing. */
const PADDED = 96;

/** One per process. The key is stored with the calendar, so cursors are valid on all servers, and after a restore. */
export function createCursors(store: Store): Cursors {
  let loaded: Promise<{ mark: Buffer; key: Buffer }> | undefined;

  async function load(): Promise<{ mark: Buffer; key: Buffer }> {
    const { mark, key } = await keyOf(store);
    return { mark: Buffer.from(mark, 'base64url'), key: Buffer.from(key, 'base64url') };
  }
  function keys() {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  }

  return {
    async seal({ revision, at, minute, audience, within }, how) {
      const { mark, key } = await keys();
      const text = JSON.stringify([revision, at, minute, audience, ...(within ? [within] : [])]).padEnd(PADDED);
      const derived = () => createHmac('sha256', key.subarray(KEY_HALF)).update(text).digest().subarray(0, NONCE);
      const nonce = how ? randomBytes(NONCE) : derived();
      const cipher = createCipheriv(CIPHER, key.subarray(0, KEY_HALF), nonce);
      return Buffer.concat([mark, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    async open(text) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.toString('base64url') !== text || bytes.length < MARK + NONCE + PADDED + TAG) return undefined;
      const { mark, key } = await keys();
      if (!bytes.subarray(0, MARK).equals(mark)) return 'other_log';
      const sealed = bytes.subarray(MARK);
      const decipher = createDecipheriv(CIPHER, key.subarray(0, KEY_HALF), sealed.subarray(0, NONCE));
      decipher.setAuthTag(sealed.subarray(-TAG));
      try {
        const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
        const [revision, at, minute, audience, within] = JSON.parse(opened.toString());
        return { revision, at, minute, audience, ...(within && { within }) };
      } catch {
        return undefined;
      }
    },
  };
}

/** Starts a new log, which invalidates all cursors. Call it after replacing the data with older data. No server may run. */
export async function renewLog(store: Store): Promise<void> {
  await store.delete(SETTINGS.name, LOG_KEY);
}

/** The calendar's key, created on first use. Without room for a write, the key of before is still read. */
export const keyOf = async (store: Store): Promise<LogKey> =>
  (await readSetting<LogKey>(store, LOG_KEY)) ?? createKey(store);

const createKey = (store: Store) =>
  store.atomically(async () => {
    const stored = await readSetting<LogKey>(store, LOG_KEY);
    if (stored) return stored;
    const [mark, key] = [MARK, 2 * KEY_HALF].map((length) => randomBytes(length).toString('base64url'));
    const made: LogKey = { _id: LOG_KEY, mark: mark!, key: key! };
    await store.insert<LogKey>(SETTINGS.name, made);
    return made;
  });
