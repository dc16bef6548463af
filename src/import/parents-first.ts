import type { Item } from './item.ts';

/** Sorts items so that parents come before their children, however deep. Of a cycle, the parent of the first comes first. */
export function parentsFirst(items: readonly Item[]): Item[] {
  const byRef = new Map(items.map((item) => [item.ref, item]));
  const placed = new Set<Item>();
  const sorted: Item[] = [];
  for (const item of items) {
    const chain: Item[] = [];
    for (let each: Item | undefined = item; each && !placed.has(each); each = byRef.get(each.parent ?? '')) {
      placed.add(each);
      chain.push(each);
    }
    for (const each of chain.reverse()) sorted.push(each);
  }
  return sorted;
}
