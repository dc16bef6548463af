import { priceOf, searchedPrice } from '../../domain/prices.ts';
import type { Stored } from '../port.ts';
import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

const FREE = 'free';
const FIELDS = ['lowestPrice', 'priceCurrency'] as const;

type Event = Stored & { _id: number } & Partial<
    Record<'cost' | 'facets' | 'version' | (typeof FIELDS)[number], unknown>
  >;

const hasText = (cost: unknown): cost is { raw: string } => typeof (cost as { raw?: unknown } | null)?.raw === 'string';

/** Reads the cost of each event anew, as older programs took ages and counts for prices. */
export const rereadPrices: Migration = {
  version: 12,
  name: 'tell prices from other numbers',
  run: (store, report) =>
    inBatches<Event>(store, report, {
      collections: ['events'],
      only: ['cost', 'facets', 'version', ...FIELDS],
      async change(collection, events) {
        for (const { _id, cost, facets, version, ...event } of events) {
          // What is damaged stays as it is.
          if (!hasText(cost) || !Array.isArray(facets)) continue;
          const [searched, { isFree }] = [searchedPrice(cost), priceOf(cost)];
          const changed = FIELDS.filter((field) => searched[field] !== event[field]);
          if (changed.length === 0 && isFree === facets.includes(FREE)) continue;
          const others = facets.filter((facet) => facet !== FREE);
          const set = changed.flatMap((field) => (searched[field] === undefined ? [] : [[field, searched[field]]]));
          const unset = changed.filter((field) => searched[field] === undefined);
          await store.update(collection, _id, {
            $set: { facets: isFree ? [...others, FREE] : others, ...Object.fromEntries(set) },
            ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((field) => [field, true])) }),
            ...(Number.isSafeInteger(version) && { $inc: { version: 1 } }),
          });
        }
      },
    }),
};
