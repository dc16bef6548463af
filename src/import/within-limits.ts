import { tooMany } from '../domain/fields/limits.ts';
import { KIND, type KindName } from '../kinds/kinds.ts';
import type { Item } from './item.ts';

/**
 * The items of a part, without links beyond the limit of a write, which are told. What only those events mention that leave it
 * out is not made.
 */
export function withinLimits(items: readonly Item[]): Item[] {
  const left = new Set<string>();
  const kept = new Set<string>();
  const within = items.map((item) => {
    const notTaken = [...(item.notTaken ?? [])];
    const links = Object.entries(item.links ?? {}).map(([list, refs]) => {
      const { limit } = KIND.event.fields[list]!.kind;
      const most = tooMany(limit, refs.length) ? limit.values! : refs.length;
      if (most < refs.length) notTaken.push(`More than ${most} ${list}.`);
      const keyOf = (ref: string) => `${list} ${ref}`;
      for (const ref of refs.slice(0, most)) kept.add(keyOf(ref));
      for (const ref of refs.slice(most)) left.add(keyOf(ref));
      return [list, refs.slice(0, most)];
    });
    return item.links ? { ...item, links: Object.fromEntries(links), notTaken } : item;
  });
  if (left.size === 0) return [...items];
  const keyOf = ({ kind, ref }: Item) => `${KIND[kind as KindName]?.plural} ${ref}`;
  return within.filter((item) => item.byName !== 'mentioned' || !left.has(keyOf(item)) || kept.has(keyOf(item)));
}
