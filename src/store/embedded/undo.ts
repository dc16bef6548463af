import type { Before } from './journal.ts';
import type { Table } from './table.ts';

/** What must be put back, by document: each as it was before the unit first changed it. */
type Befores = Map<string, Before>;

const keyOf = ({ collection, id }: Before): string => JSON.stringify([collection, id]);

/** What a running unit can be undone from. */
export interface Undo {
  knows(before: Before): boolean;
  /** Before the document is changed for the first time. */
  remember(before: Before, table: Table): void;
  isNeeded(): boolean;
  /** Puts everything back, in memory and in the files. Needs no room on the disk. */
  run(): void;
}

/** One per unit. */
export function createUndo(): Undo {
  const known = new Set<string>();
  const touched = new Map<Table, { size: number; befores: Before[] }>();
  return {
    knows: (before) => known.has(keyOf(before)),
    remember(before, table) {
      known.add(keyOf(before));
      const { befores } = touched.get(table) ?? touched.set(table, { size: table.size(), befores: [] }).get(table)!;
      befores.push(before);
    },
    isNeeded: () => touched.size > 0,
    run() {
      for (const [table, { size, befores }] of touched) table.putBack(befores, size);
    },
  };
}

/** The first state of each document, from a list that is oldest first. */
export const firstOf = (befores: readonly Before[]): Befores =>
  new Map([...befores].reverse().map((before) => [keyOf(before), before]));

/**
 * Puts back what a killed process has left, through the files. Doing it twice, or again after it was cut short, gives the
 * same.
 */
export const undo = async (befores: Befores, tables: ReadonlyMap<string, Table>): Promise<void> => {
  // First everything is taken away, so that no unique key is in the way of what is put back.
  for (const { collection, id } of befores.values()) await tables.get(collection)!.remove(id);
  for (const { collection, document } of befores.values()) if (document) await tables.get(collection)!.insert(document);
};
