import { randomUUID } from 'node:crypto';
import type { Store, Stored } from './port.ts';
import { readSetting, SETTINGS } from './settings.ts';

const IDENTITY = 'identity';

interface Identity extends Stored {
  /** Random, so no other calendar has it. */
  is: string;
}

/** The calendar's identity, if it has one yet. */
export const storedIdentity = (store: Store): Promise<Identity | undefined> => readSetting<Identity>(store, IDENTITY);

/** The calendar's unique identity, created on first use. Without room for a write, the one of before is still read. */
export const identityOf = async (store: Store): Promise<string> =>
  ((await storedIdentity(store)) ?? (await createIdentity(store))).is;

const createIdentity = (store: Store) =>
  store.atomically(async () => {
    const stored = await storedIdentity(store);
    if (stored) return stored;
    const made: Identity = { _id: IDENTITY, is: randomUUID() };
    await store.insert<Identity>(SETTINGS.name, made);
    return made;
  });
