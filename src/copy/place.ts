import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { storeUsers } from '../auth/store-users.ts';
import { collectionsOf, type Place } from '../database.ts';
import { DATA_FILE } from '../store/embedded.ts';
import { openStore } from '../store/open.ts';
import { type Log, storeRefused } from '../store/port.ts';
import { holdsNothing } from './calendar.ts';

/** The place a text names: a URI of MongoDB, or a folder. Undefined for any other URI and for what keeps nothing. */
export function readPlace(text: string): Place | undefined {
  if (/^mongodb(\+srv)?:\/\/./.test(text)) return { mongodbUri: text, dataDir: ':memory:' };
  // One letter before a colon is a drive.
  const isOther = text === '' || text === ':memory:' || text.includes('://') || /^\w[\w+.-]+:/.test(text);
  return isOther ? undefined : { dataDir: text };
}

/** Whether both are one folder. What the URIs of MongoDB mean is known only when they are open. */
export const isSameFolder = (one: Place, other: Place): boolean =>
  !one.mongodbUri &&
  !other.mongodbUri &&
  existsSync(one.dataDir) &&
  existsSync(other.dataDir) &&
  realpathSync(one.dataDir) === realpathSync(other.dataDir);

/**
 * Opening makes what is missing: so this looks first, and makes nothing.
 * @throws StoreRefused when there is no calendar
 */
export async function refuseWithoutCalendar(place: Place, log: Log): Promise<void> {
  if (!(await holdsCalendar(place, log))) throw storeRefused('there is no calendar');
}

async function holdsCalendar(place: Place, log: Log): Promise<boolean> {
  if (!place.mongodbUri) {
    // Of this version, and of the one before.
    return ['users.json', DATA_FILE, 'events.db'].some((file) => existsSync(join(place.dataDir, file)));
  }
  const store = await openStore(place, collectionsOf(place), log);
  try {
    return !(await holdsNothing({ store, users: storeUsers(store) }));
  } finally {
    await store.close();
  }
}
