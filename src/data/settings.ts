import type { Collection, Store, Stored } from './port.ts';

/** Facts about the data as a whole, one document each. */
export const SETTINGS = { name: 'settings', indexes: [] } as const satisfies Collection;

/** Facts stored by a seed and a copy; `finished` says whether they completed. */
export const [SEED, COPY] = ['seed', 'copy'] as const;

/** One fact; undefined if it was never stored. */
export const readSetting = async <T extends Stored>(store: Store, id: string): Promise<T | undefined> =>
  (await store.byIds<T>(SETTINGS.name, [id]))[0];
