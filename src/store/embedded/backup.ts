import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../data-folder.ts';
import { DATA_FILE } from '../embedded.ts';
import { storeRefused } from '../port.ts';
import { connect } from './sqlite.ts';

/**
 * Writes a copy of the data file to a new file, as of one moment, while a server may run. Gives its size in bytes.
 * @throws StoreRefused when there is nothing to copy, or something is in the way
 */
export function backUp(dir: string, to: string): number {
  const from = join(dir, DATA_FILE);
  if (!statSync(from, { throwIfNoEntry: false })?.size) throw storeRefused(`there is no calendar in ${dir}`);
  make(to);
  const connection = connect(from);
  try {
    connection.exec('PRAGMA busy_timeout=10000');
    connection.run('VACUUM INTO ?', [to]);
    return statSync(to).size;
  } catch (error) {
    rmSync(to, { force: true });
    throw storeRefused(`the backup could not be written: ${(error as Error).message}`);
  } finally {
    connection.close();
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
