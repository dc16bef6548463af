import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { LOG_KEY } from './changes/cursors.ts';
import { PICTURES_FOLDER, PRIVATE_FILE, PRIVATE_FOLDER } from './data-folder.ts';
import { storeRefused } from './port.ts';
import { SETTINGS } from './settings.ts';
import { named } from './sqlite/expressions.ts';
import { connect } from './sqlite/sqlite.ts';
import { DATA_FILE, refuseOlderFiles } from './sqlite.ts';

/**
 * Copies the files of pictures to a new folder beside a backup, if there are any. Call it after the backup: each picture of that is
 * there still. Returns their size in bytes, and undefined if there are none. @throws StoreRefused
 */
export function backUpPictures(dir: string, to: string): { folder: string; bytes: number } | undefined {
  const from = join(dir, PICTURES_FOLDER);
  const folder = `${to}.pictures`;
  if (!existsSync(from)) return undefined;
  let bytes = 0;
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
    for (const name of readdirSync(from).filter((each) => !each.endsWith('.part'))) {
      copyFileSync(join(from, name), join(folder, name), constants.COPYFILE_FICLONE);
      bytes += statSync(join(folder, name)).size;
    }
    return { folder, bytes };
  } catch (error) {
    throw storeRefused(`the pictures could not be written: ${(error as Error).message}`);
  }
}

/**
 * Writes a copy of the data file, as of one moment, to a new file. A server may be running. Returns the copy's size in bytes.
 * @throws StoreRefused when there is nothing to copy, the data cannot be read, or the target exists
 */
export function backUp(dir: string, to: string): number {
  refuseOlderFiles(dir);
  const from = join(dir, DATA_FILE);
  if (!statSync(from, { throwIfNoEntry: false })?.size) throw storeRefused(`there is no calendar in ${dir}`);
  make(to);
  const connection = connect(from);
  try {
    connection.exec('PRAGMA busy_timeout=10000');
    connection.run('VACUUM INTO ?', [to]);
    forgetLog(to);
    return statSync(to).size;
  } catch (error) {
    rmSync(to, { force: true });
    throw storeRefused(`the backup could not be written: ${(error as Error).message}`);
  } finally {
    connection.close();
  }
}

/** A server that starts from a backup continues from an older state, so clients' cursors must not be valid there. */
function forgetLog(file: string): void {
  const copy = connect(file);
  try {
    copy.exec('PRAGMA journal_mode=DELETE; PRAGMA secure_delete=ON');
    copy.run(`DELETE FROM ${named(SETTINGS.name)} WHERE _id=?`, [LOG_KEY]);
  } finally {
    copy.close();
  }
}

function make(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE_FILE));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw storeRefused(code === 'EEXIST' ? `${file} is there already` : `${file} cannot be made (${code})`);
  }
}
