import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../data/open.ts';
import { type Log, storeRefused } from '../../data/port.ts';
import { DATA_FILE, refuseFiles } from '../../data/sqlite.ts';
import { collectionsOf, type Place, refuseUsersFile } from '../../kinds/database.ts';
import { holdsNothing } from './calendar.ts';

/** Parses a place: a MongoDB URI or a folder. Undefined for any other URI and for stores that keep nothing. */
export function readPlace(text: string): Place | undefined {
  if (/^mongodb(\+srv)?:\/\/./.test(text)) return { mongodbUri: text, dataDir: ':memory:' };
  // A single letter before a colon is a drive.
  const isOther = text === '' || text === ':memory:' || text.includes('://') || /^\w[\w+.-]+:/.test(text);
  return isOther ? undefined : { dataDir: text };
}

/** Whether both are the same folder. MongoDB URIs can only be compared once they are open. */
export const isSameFolder = (one: Place, other: Place): boolean =>
  !one.mongodbUri &&
  !other.mongodbUri &&
  existsSync(one.dataDir) &&
  existsSync(other.dataDir) &&
  realpathSync(one.dataDir) === realpathSync(other.dataDir);

/**
 * Checks that there is a calendar, without creating anything. Opening a store would create what is missing.
 * @throws StoreRefused if there is no calendar
 */
export async function refuseWithoutCalendar(place: Place, log: Log): Promise<void> {
  refuseUsersFile(place);
  if (!(await holdsCalendar(place, log))) throw storeRefused('there is no calendar');
}

async function holdsCalendar(place: Place, log: Log) {
  if (!place.mongodbUri) {
    refuseFiles(place.dataDir);
    return existsSync(join(place.dataDir, DATA_FILE));
  }
  const store = await openStore(place, collectionsOf(place), log);
  try {
    return !(await holdsNothing(store));
  } finally {
    await store.close();
  }
}
