import { isDuplicateKey, type Store } from '../port.ts';
import { CHANGES, type Entry, firstRevision } from './record.ts';

/**
 * Marks unit numbers as unused, unless their units have written. The mark is final: a unit that still tries to write finds its
 * revision taken and runs again under a new number.
 */
export async function fill(store: Store, units: readonly number[], clock: () => number): Promise<void> {
  for (const unit of units)
    try {
      await store.insert<Entry>(CHANGES.name, { _id: firstRevision(unit), void: true, at: clock() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
}

/** Runs in the background. If it fails, readers or the next run do it; the store logs when it is unreachable. */
export const afterwards = (work: () => Promise<void>): Promise<void> => work().catch(() => undefined);
