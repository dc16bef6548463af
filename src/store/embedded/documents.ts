import { frozen } from '../frozen.ts';
import type { Stored } from '../port.ts';
import type { Table } from './schema.ts';
import type { Cell } from './sqlite.ts';

/** What a column holds, as JSON; undefined where nothing is. */
export const cellValue = (cell: Cell): string | number | boolean | undefined => {
  if (cell === null || cell === Number.NEGATIVE_INFINITY) return undefined;
  return cell instanceof Uint8Array ? cell[0] === 1 : cell;
};

/** Parts of a document, from the columns of `_id` and of these fields. */
export function partial(table: Table, only: readonly string[], [id, ...cells]: Cell[]): Stored {
  const document: Record<string, unknown> = { _id: id };
  for (const [at, field] of only.entries()) {
    const cell = cells[at]!;
    const value = table.columns.has(field) ? cellValue(cell) : cell === null ? undefined : JSON.parse(cell as string);
    if (value === undefined) continue;
    const keys = field.split('.');
    const last = keys.pop()!;
    let parent = document;
    for (const key of keys) {
      parent[key] ??= {};
      parent = parent[key] as Record<string, unknown>;
    }
    parent[last] = value;
  }
  return frozen(document) as unknown as Stored;
}
