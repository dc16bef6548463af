import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../migrations/migration.ts';
import type { Stored } from '../store/port.ts';
import { batchesOf, type Calendar, COPIED, countOf, documentsOf, SPACES, usersOf } from './calendar.ts';

/** What differs between a calendar and its copy. */
export interface Differences {
  /** How many documents are in one only, or not the same in both, by collection; without those that have none. */
  documents: ReadonlyMap<string, number>;
  /** The id spaces in which the copy would give ids that the calendar has given already. */
  spaces: readonly string[];
}

/** Looks at every document, every user and every counter of both. */
export async function differences(from: Calendar, to: Calendar, report: Report): Promise<Differences> {
  const documents = new Map<string, number>();
  for (const collection of COPIED) documents.set(collection, await differing(from, to, collection, report));
  documents.set('users', unlike(await usersOf(from), await usersOf(to)));
  const spaces: string[] = [];
  for (const space of SPACES) if ((await to.store.lastId(space)) < (await from.store.lastId(space))) spaces.push(space);
  if ((await to.users.lastId()) < (await from.users.lastId())) spaces.push('users');
  return { documents: new Map([...documents].filter(([, count]) => count > 0)), spaces };
}

async function differing(from: Calendar, to: Calendar, collection: string, report: Report): Promise<number> {
  const total = await countOf(from.store, collection);
  let [done, found, different] = [0, 0, 0];
  for await (const batch of batchesOf(from.store, collection)) {
    const ids = batch.map(({ _id }) => _id);
    const copies = await documentsOf(to.store, collection, ids);
    different += unlike(batch, copies);
    found += copies.length;
    done += batch.length;
    report(`comparing ${collection}`, done, total);
  }
  return different + (await countOf(to.store, collection)) - found;
}

/** How many of both are in one list only, or not the same in both. */
function unlike<T extends Stored | { id: number }>(some: readonly T[], others: readonly T[]): number {
  const rest = new Map(others.map((other) => [idOf(other), other]));
  let count = 0;
  for (const one of some) {
    if (!isDeepStrictEqual(one, rest.get(idOf(one)))) count += 1;
    rest.delete(idOf(one));
  }
  return count + rest.size;
}

const idOf = (one: Stored | { id: number }): Stored['_id'] => ('_id' in one ? one._id : one.id);
