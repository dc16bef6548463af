import { createChanges } from '../changes/changes.ts';
import type { Report } from '../migrations/migration.ts';
import { storeRefused } from '../store/port.ts';
import { batchesOf, type Calendar, COPIED, countOf, holdsNothing, SPACES, usersOf } from './calendar.ts';
import { type Differences, differences } from './differences.ts';
import { claim, identityOf, markFinished } from './mark.ts';

/** What is copied from where to where. Both in the newest form; nobody else writes to them meanwhile. */
export interface Copying {
  from: Calendar;
  to: Calendar;
  report: Report;
}

/** What came of it. */
export interface Copied {
  /** False when the target was a complete copy already, the same in all: then nothing was written. */
  copied: boolean;
  /** How many documents the target has now, by collection. */
  counts: ReadonlyMap<string, number>;
}

/**
 * Copies all records and users with their ids, and how far the ids are; never the settings, but for a mark in each of
 * the two by which they know each other again. What was interrupted goes on when it is called again; called on a
 * complete copy it compares. @throws StoreRefused with one line, having changed nothing, when there is nothing to copy,
 * the target holds anything else, or a complete copy or its source was changed since
 */
export async function copyCalendar({ from, to, report }: Copying): Promise<Copied> {
  if (await holdsNothing(from)) throw storeRefused('the source holds no calendar');
  const state = await claim(to, await identityOf(from.store));
  if (state === 'finished') {
    refuseDifferences(await differences(from, to, report));
    return { copied: false, counts: await countsOf(to) };
  }
  // First of all, so that nobody who finds half of a copy is given an id that comes with the other half.
  await raiseIds(from, to);
  for (const collection of COPIED) await putAll(from, to, collection, report);
  await to.users.put(await usersOf(from));
  await raiseIds(from, to);
  const counts = await countsOf(to);
  refuseOtherCounts(await countsOf(from), counts);
  await markFinished(to.store);
  return { copied: true, counts };
}

async function raiseIds(from: Calendar, to: Calendar): Promise<void> {
  for (const space of SPACES) await to.store.lastId(space, await from.store.lastId(space));
  await to.users.lastId(await from.users.lastId());
}

async function putAll(from: Calendar, to: Calendar, collection: string, report: Report): Promise<void> {
  const total = await countOf(from.store, collection);
  const changes = createChanges(to.store, Date.now);
  let done = 0;
  for await (const batch of batchesOf(from.store, collection)) {
    await changes.put(collection, batch);
    done += batch.length;
    report(collection, done, total);
  }
}

async function countsOf(calendar: Calendar): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const collection of COPIED) counts.set(collection, await countOf(calendar.store, collection));
  return counts.set('users', (await usersOf(calendar)).length);
}

function refuseDifferences({ documents, spaces }: Differences): void {
  if (documents.size === 0 && spaces.length === 0) return;
  const total = [...documents.values()].reduce((sum, count) => sum + count, 0);
  const where = total > 0 ? ` (${listed(documents)})` : '';
  const ids = spaces.length > 0 ? `, and the ids of ${spaces.join(', ')} are behind` : '';
  throw storeRefused(
    `the target is a complete copy, but it or the source was changed since: ${total} documents differ${where}${ids}; nothing is changed`,
  );
}

function refuseOtherCounts(wanted: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>): void {
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
