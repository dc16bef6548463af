import { isDeepStrictEqual } from 'node:util';
import { eventFacets, venueFacets } from '../rules/facets.ts';
import type { Stored } from '../store/port.ts';
import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

interface Before extends Stored {
  _id: number;
  version: number;
}

const FACETS: Readonly<Record<string, (record: never) => object>> = {
  events: eventFacets,
  venues: (venue) => ({ facets: venueFacets(venue) }),
};

/** Filters and orders ask for what follows from other fields. What is damaged stays as it is. */
export const keepFacets: Migration = {
  version: 7,
  name: 'events and venues keep what filters ask of them',
  run: (store, report) =>
    inBatches<Before>(store, report, {
      collections: Object.keys(FACETS),
      async change(collection, records) {
        const changed = records.flatMap((record) => {
          const after = withFacets(record, FACETS[collection]!);
          return isDeepStrictEqual(after, record) ? [] : [{ ...after, version: record.version + 1 }];
        });
        if (changed.length) await store.put(collection, changed);
      },
    }),
};

function withFacets(record: Before, facetsOf: (record: never) => object): Before {
  try {
    const facets = Object.entries(facetsOf(record as never)).filter(([, value]) => value !== undefined);
    return { ...record, ...Object.fromEntries(facets) };
  } catch {
    return record;
  }
}
