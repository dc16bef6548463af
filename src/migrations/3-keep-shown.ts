import { readCost } from '../rules/cost.ts';
import { plainText } from '../rules/html.ts';
import { inBatches } from './batches.ts';
import type { Migration } from './migration.ts';

interface Before {
  _id: number;
  cost?: unknown;
  text: Record<string, Record<string, unknown>>;
}

/** A cost is kept with its reading, and HTML with what it says: an answer only shows them. */
export const keepShown: Migration = {
  version: 3,
  name: 'costs and texts are kept as they are shown',
  run: (store, report) =>
    inBatches<Before>(store, report, {
      collections: ['events', 'venues', 'organizers'],
      change: (collection, records) => store.put(collection, records.map(withShown)),
    }),
};

const withShown = (record: Before): Before => ({
  ...record,
  ...(typeof record.cost === 'string' ? { cost: { raw: record.cost, ...readCost(record.cost) } } : {}),
  text: withPlain(record.text),
});

const withPlain = (text: Before['text']): Before['text'] => each(text, (said) => each(said, read));

function read(value: unknown): unknown {
  const html = (value as { html?: unknown } | null)?.html;
  return typeof html === 'string' ? { ...(value as object), plain: plainText(html) } : value;
}

const each = <V>(values: Record<string, V>, change: (value: V) => V): Record<string, V> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [key, change(value)]));
