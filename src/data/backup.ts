import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_KEY } from './changes/cursors.ts';
import { folderProblem, PICTURES_FOLDER, PRIVATE_FOLDER } from './data-folder.ts';
import type { Report } from './migrations/migration.ts';
import { storeRefused } from './port.ts';
import { SETTINGS } from './settings.ts';
import { named } from './sqlite/expressions.ts';
import { connect } from './sqlite/sqlite.ts';
import { connectToRead } from './sqlite/to-read.ts';
import { DATA_FILE, refuseFiles } from './sqlite.ts';
import { makeWhole, sync, syncFolder } from './whole-file.ts';

/** What was written, with sizes in bytes. */
interface BackedUp {
  bytes: number;
  /** Absent if there are no pictures. */
  pictures?: { folder: string; bytes: number };
}

/**
 * Writes a copy of the data file, as of one moment, to a new file, and the pictures to a folder beside it, which may hold some
 * already. The file gets its name last. A server may be running.
 * @throws StoreRefused when there is nothing to copy, the data cannot be read, or the target exists or has no room
 */
export function backUp(dir: string, to: string, report: Report = () => {}): BackedUp {
  refuseFiles(dir, true);
  if (existsSync(to)) throw storeRefused(`${to} is there already`);
  try {
    return makeWhole(to, (part) => {
      report('backup', 0, 1);
      copyCalendar(dir, part);
      const bytes = statSync(part).size;
      report('backup', 1, 1);
      // Each picture of the copy is there still.
      return { bytes, pictures: copyPictures(join(dir, PICTURES_FOLDER), `${to}.pictures`, report) };
    });
  } catch (error) {
    throw storeRefused(`the backup could not be written to ${to}: ${(error as Error).message}`);
  }
}

function copyCalendar(dir: string, part: string) {
  const connection = connectToRead(join(dir, DATA_FILE), folderProblem(dir)?.disk);
  try {
    connection.exec('PRAGMA busy_timeout=10000');
    connection.run('VACUUM INTO ?', [part]);
  } finally {
    connection.close();
  }
  forgetLog(part);
}

/** A server that starts from a backup continues from an older state, so clients' cursors must not be valid there. */
function forgetLog(file: string) {
  const copy = connect(file);
  try {
    copy.exec('PRAGMA journal_mode=DELETE; PRAGMA secure_delete=ON');
    copy.run(`DELETE FROM ${named(SETTINGS.name)} WHERE _id=?`, [LOG_KEY]);
  } finally {
    copy.close();
  }
}

/** Copies what the folder lacks: files of one name have the same bytes. */
function copyPictures(from: string, folder: string, report: Report) {
  if (!existsSync(from)) return undefined;
  mkdirSync(folder, { mode: PRIVATE_FOLDER, recursive: true });
  const names = readdirSync(from).filter((name) => !name.endsWith('.part'));
  let bytes = 0;
  for (const [at, name] of names.entries()) {
    bytes += copyPicture(join(from, name), join(folder, name));
    report('pictures', at + 1, names.length);
  }
  syncFolder(folder);
  return { folder, bytes };
}

/** Returns the size in bytes: 0 for a picture that was removed meanwhile. */
function copyPicture(from: string, to: string) {
  const size = statSync(from, { throwIfNoEntry: false })?.size ?? 0;
  if (statSync(to, { throwIfNoEntry: false })?.size === size) return size;
  const part = `${to}.part`;
  try {
    copyFileSync(from, part, constants.COPYFILE_FICLONE);
    sync(part, 'r+');
    renameSync(part, to);
    return size;
  } catch (error) {
    rmSync(part, { force: true });
    if (existsSync(from)) throw error;
    return 0;
  }
}
