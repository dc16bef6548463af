import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_KEY } from './changes/cursors.ts';
import { PRIVATE_FILE } from './data-folder.ts';
import { storeRefused } from './port.ts';
import { SETTINGS } from './settings.ts';
import { named } from './sqlite/expressions.ts';
import { connect } from './sqlite/sqlite.ts';
import { DATA_FILE, refuseOlderFiles } from './sqlite.ts';

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
