import { isDuplicateKey, type Store } from '../port.ts';
import { CHANGES, type Entry, firstRevision } from './record.ts';

/**
 * Marks a unit number as unused, unless the unit has written. The mark is final: a unit that still tries to write finds its
 * revision taken and runs again under a new number.
 */
export async function fill(store: Store, unit: number, at: number): Promise<void> {
  try {
    await store.insert<Entry>(CHANGES.name, { _id: firstRevision(unit), void: true, at });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
