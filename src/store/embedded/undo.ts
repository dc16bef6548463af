import type { Before } from './journal.ts';
import type { Table } from './table.ts';

/** What must be put back, by document: each as it was before the unit first changed it. */
export type Befores = Map<string, Before>;

/** The key of a document among the befores. */
export const keyOf = ({ collection, id }: Before): string => JSON.stringify([collection, id]);

/** The first state of each document, from a list that is oldest first. */
export const firstOf = (befores: readonly Before[]): Befores =>
  new Map([...befores].reverse().map((before) => [keyOf(before), before]));

/** Puts everything back. Doing it twice, or again after it was cut short, gives the same. */
export const undo = async (befores: Befores, tables: ReadonlyMap<string, Table>): Promise<void> => {
  // First everything is taken away, so that no unique key is in the way of what is put back.
  for (const { collection, id } of befores.values()) await tables.get(collection)!.remove(id);
  for (const { collection, document } of befores.values()) if (document) await tables.get(collection)!.insert(document);
};
