import type { Collection, Store, Stored } from '../store/port.ts';

/** Facts about the data as a whole, a document each. */
export const SETTINGS = { name: 'settings', indexes: [] } as const satisfies Collection;

/** The facts that a seed and a copy leave: whether they are finished, as `finished` says. */
export const [SEED, COPY] = ['seed', 'copy'] as const;

/** One fact; undefined when nobody has written it. */
export const readSetting = async <T extends Stored>(store: Store, id: string): Promise<T | undefined> =>
  (await store.byIds<T>(SETTINGS.name, [id]))[0];
