import type { Item, Source } from './item.ts';

/** Limits a source to its first `most` events and what comes before them. */
export const firstEvents = (source: Source, most: number): Source => ({
  ...source,
  complete: false,
  async *parts(isTold, place) {
    let count = 0;
    for await (const part of source.parts(isTold, place)) {
      const items: Item[] = [];
      for (const item of part.items) {
        if (item.kind === 'event') count += 1;
        if (count > most) break;
        items.push(item);
      }
      yield { ...part, items };
      if (count >= most) return;
    }
  },
});
