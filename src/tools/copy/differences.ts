import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../../data/migrations/migration.ts';
import type { Store, Stored } from '../../data/port.ts';
import { batchesOf, COPIED, countOf, documentsOf, SPACES } from './calendar.ts';

/** The differences between a calendar and its copy. */
export interface Differences {
  /** Documents that are in only one, or differ, by collection. Collections without any are left out. */
  documents: ReadonlyMap<string, number>;
  /** The id spaces in which the copy would reuse ids that the calendar has already assigned. */
  spaces: readonly string[];
}

/** Compares every document and every counter of both. */
export async function differences(from: Store, to: Store, report: Report): Promise<Differences> {
  const documents = new Map<string, number>();
  for (const collection of COPIED) documents.set(collection, await differing(from, to, collection, report));
  const spaces: string[] = [];
  for (const space of SPACES) if ((await to.lastId(space)) < (await from.lastId(space))) spaces.push(space);
  return { documents: new Map([...documents].filter(([, count]) => count > 0)), spaces };
}

async function differing(from: Store, to: Store, collection: string, report: Report) {
  const total = await countOf(from, collection);
  let [done, found, different] = [0, 0, 0];
  for await (const batch of batchesOf(from, collection)) {
    const ids = batch.map(({ _id }) => _id);
    const copies = await documentsOf(to, collection, ids);
    different += unlike(batch, copies);
    found += copies.length;
    done += batch.length;
    report(`comparing ${collection}`, done, total);
  }
  return different + (await countOf(to, collection)) - found;
}

/** Counts the documents that are in only one list, or differ. */
function unlike(some: readonly Stored[], others: readonly Stored[]) {
  const unmatched = new Map(others.map((other) => [other._id, other]));
  let count = 0;
  for (const one of some) {
    if (!isDeepStrictEqual(one, unmatched.get(one._id))) count += 1;
    unmatched.delete(one._id);
  }
  return count + unmatched.size;
}
