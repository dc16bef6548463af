import type { Item } from './item.ts';

/** Sorts items so that parents come before their children. Cycles keep their order. */
export function parentsFirst(items: readonly Item[]): Item[] {
  const byRef = new Map(items.map((item) => [item.ref, item]));
  const sorted = new Set<Item>();
  const open = new Set<Item>();
  const place = (item: Item): void => {
    if (sorted.has(item) || open.has(item)) return;
    open.add(item);
    const parent = item.parent == null ? undefined : byRef.get(item.parent);
    if (parent) place(parent);
    sorted.add(item);
  };
  for (const item of items) place(item);
  return [...sorted];
}
