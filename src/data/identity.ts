import { randomUUID } from 'node:crypto';
import type { Store, Stored } from './port.ts';
import { readSetting, SETTINGS } from './settings.ts';

const IDENTITY = 'identity';

export interface Identity extends Stored {
  /** Random, so no other calendar has it. */
  is: string;
}

/** The calendar's identity, if it has one yet. */
export const storedIdentity = (store: Store): Promise<Identity | undefined> => readSetting<Identity>(store, IDENTITY);

/** The calendar's unique identity, created on first use. */
export const identityOf = (store: Store): Promise<string> =>
  store.atomically(async () => {
    const stored = await storedIdentity(store);
    if (stored) return stored.is;
    const is = randomUUID();
    await store.insert<Identity>(SETTINGS.name, { _id: IDENTITY, is });
    return is;
  });
