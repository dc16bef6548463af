import type { Stored } from '../store/port.ts';
import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

interface Before extends Stored {
  _id: number;
  version: number;
  search?: Record<string, string>;
}

/** A search asks for a text as it is: each run of white space in what it looks at is one space. */
export const searchLines: Migration = {
  version: 6,
  name: 'the texts that searches look at are one line each',
  run: (store, report) =>
    inBatches<Before>(store, report, {
      collections: ['events', 'venues', 'organizers', 'categories', 'tags'],
      change: (collection, records) => store.put(collection, records.map(inOneLine)),
    }),
};

const inOneLine = (record: Before): Before => ({
  ...record,
  version: record.version + 1,
  search: Object.fromEntries(
    Object.entries(record.search ?? {}).map(([language, text]) => [language, text.replace(/\s+/g, ' ').trim()]),
  ),
});
