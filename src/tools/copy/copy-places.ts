import type { Report } from '../../data/migrations/migration.ts';
import { isStoreRefused, type Log, storeRefused } from '../../data/port.ts';
import { openDatabase, type Place } from '../../kinds/database.ts';
import { copyPictures } from '../kept-pictures.ts';
import { type Copied, copyCalendar } from './copy-calendar.ts';
import { isSameFolder } from './place.ts';

/**
 * Copies a calendar and its pictures from one place to another: opens and migrates both, then closes them.
 * @throws StoreRefused with the reason in one line, without credentials
 */
export async function copyPlaces(from: Place, to: Place, log: Log, report: Report): Promise<Copied> {
  if (isSameFolder(from, to)) throw storeRefused('--from and --to are the same folder');
  const open = (place: Place) => openDatabase({ ...place, beside: true }, log, report);
  const source = await at('--from', open({ ...from, isThere: true }));
  try {
    const target = await at('--to', open(to));
    try {
      const copied = await copyCalendar({ from: source, to: target, report });
      await copyPictures(source, target, report);
      return copied;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Adds to a refusal which of the two it concerns. */
async function at<T>(which: '--from' | '--to', work: Promise<T>) {
  try {
    return await work;
  } catch (error) {
    throw isStoreRefused(error) ? storeRefused(`${which}: ${error.message}`) : error;
  }
}
