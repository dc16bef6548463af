import { openUsers } from '../auth/open-users.ts';
import { openDatabase, type Place } from '../database.ts';
import type { Report } from '../migrations/migration.ts';
import { isStoreRefused, type Log, storeRefused } from '../store/port.ts';
import { type Copied, copyCalendar } from './copy-calendar.ts';
import { isSameFolder, refuseWithoutCalendar } from './place.ts';

/**
 * `copyCalendar` from one place to another: opens both, brings both to the newest form, and closes them.
 * @throws StoreRefused with one line that says why, without credentials
 */
export async function copyPlaces(from: Place, to: Place, log: Log, report: Report): Promise<Copied> {
  if (isSameFolder(from, to)) throw storeRefused('--from and --to are the same folder');
  const open = (place: Place) => openDatabase({ ...place, beside: true }, log, report);
  await at('--from', refuseWithoutCalendar(from, log));
  const source = await at('--from', open(from));
  try {
    const target = await at('--to', open(to));
    try {
      return await copyCalendar({
        from: { store: source, users: openUsers(from, source) },
        to: { store: target, users: openUsers(to, target) },
        report,
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Says which of the two was refused. */
async function at<T>(which: '--from' | '--to', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isStoreRefused(error) ? storeRefused(`${which}: ${error.message}`) : error;
  }
}
