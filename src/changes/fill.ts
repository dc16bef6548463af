import { isDuplicateKey, type Store } from '../store/port.ts';
import { CHANGES, type Entry, firstRevision } from './record.ts';

/**
 * Says that a unit of this number wrote nothing, unless it did. It holds: a unit that still wants to write here finds its
 * revision taken, and runs again under another number.
 */
export async function fill(store: Store, unit: number, at: number): Promise<void> {
  try {
    await store.insert<Entry>(CHANGES.name, { _id: firstRevision(unit), void: true, at });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
