import { createChanges } from '../../data/changes/changes.ts';
import { identityOf } from '../../data/identity.ts';
import type { Report } from '../../data/migrations/migration.ts';
import { type Store, storeRefused } from '../../data/port.ts';
import { batchesOf, COPIED, countOf, holdsNothing, SPACES } from './calendar.ts';
import { type Differences, differences } from './differences.ts';
import { claim, markFinished } from './mark.ts';

/** The source and the target. Both must be fully migrated, and nobody else may write to them during the copy. */
interface Copying {
  from: Store;
  to: Store;
  report: Report;
}

/** The result of a copy. */
export interface Copied {
  /** False if the target was already a complete, identical copy, so that nothing was written. */
  copied: boolean;
  /** Documents now in the target, by collection. */
  counts: ReadonlyMap<string, number>;
}

/**
 * Copies all records and users with their ids, and the id counters. Of the settings, only the seed is copied. A mark in each
 * store identifies the pair later. Call it again to resume an interrupted copy; on a complete copy it compares the two.
 * @throws StoreRefused with one line, before any change, if there is nothing to copy, if the target holds anything else, or
 * if a complete copy or its source has changed since
 */
export async function copyCalendar({ from, to, report }: Copying): Promise<Copied> {
  if (await holdsNothing(from)) throw storeRefused('the source holds no calendar');
  const state = await claim(to, await identityOf(from));
  if (state === 'finished') {
    refuseDifferences(await differences(from, to, report));
    return { copied: false, counts: await countsOf(to) };
  }
  // Ids are raised first: anyone who writes to half a copy must not get an id that the other half brings.
  await raiseIds(from, to);
  for (const collection of COPIED) await putAll(from, to, collection, report);
  await raiseIds(from, to);
  const counts = await countsOf(to);
  refuseOtherCounts(await countsOf(from), counts);
  await markFinished(from, to);
  return { copied: true, counts };
}

async function raiseIds(from: Store, to: Store) {
  for (const space of SPACES) await to.lastId(space, await from.lastId(space));
}

async function putAll(from: Store, to: Store, collection: string, report: Report) {
  const total = await countOf(from, collection);
  const changes = createChanges(to, Date.now);
  let done = 0;
  for await (const batch of batchesOf(from, collection)) {
    await changes.put(collection, batch);
    done += batch.length;
    report(collection, done, total);
  }
}

async function countsOf(store: Store) {
  const counts = new Map<string, number>();
  for (const collection of COPIED) counts.set(collection, await countOf(store, collection));
  return counts;
}

function refuseDifferences({ documents, spaces }: Differences) {
  if (documents.size === 0 && spaces.length === 0) return;
  const total = [...documents.values()].reduce((sum, count) => sum + count, 0);
  const where = total > 0 ? ` (${listed(documents)})` : '';
  const ids = spaces.length > 0 ? `, and the ids of ${spaces.join(', ')} are behind` : '';
  throw storeRefused(
    `the target is a complete copy, but it or the source was changed since: ${total} documents differ${where}${ids}; nothing is changed`,
  );
}

function refuseOtherCounts(wanted: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>) {
  const wrong = [...counts].filter(([name, count]) => count !== wanted.get(name));
  if (wrong.length === 0) return;
  const found = wrong.map(([name, count]) => `${name} ${count} of ${wanted.get(name)}`).join(', ');
  throw storeRefused(
    `the target has other numbers than the source (${found}): somebody writes to one of them, or did since the copying began; empty the target and copy again`,
  );
}

/** `events 2, venues 1` */
export const listed = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
