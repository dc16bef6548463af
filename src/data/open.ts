import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURES_FOLDER } from './data-folder.ts';
import { type Collection, type Log, type Store, storeRefused } from './port.ts';
import { DATA_FILE, openEmbeddedStore } from './sqlite.ts';
import type { Time } from './time.ts';

/** Where a store is, and who opens it. */
export interface StorePlace {
  mongodbUri?: string;
  dataDir: string;
  /** For a program that may run beside a server. */
  beside?: boolean;
  /** For a program that needs a calendar: it refuses a place without one, and makes none. */
  isThere?: boolean;
  /** Tests have their own. */
  time?: Time;
}

/**
 * Opens MongoDB if a URI is given, or else the embedded store in `dataDir` (`:memory:` stores nothing permanently).
 * @throws StoreRefused with a one-line reason
 */
export async function openStore(
  { mongodbUri, dataDir, ...opening }: StorePlace,
  collections: readonly Collection[],
  log: Log,
): Promise<Store> {
  if (!mongodbUri) {
    refuseUnusable(join(dataDir, DATA_FILE), 'file');
    refuseUnusable(join(dataDir, PICTURES_FOLDER), 'folder');
    return openEmbeddedStore({ dir: dataDir, collections, log, ...opening });
  }
  // Load the driver only if it is needed.
  const { openMongoStore } = await import('./mongodb.ts');
  return openMongoStore({ uri: mongodbUri, collections, log });
}

/** Refuses what is there but is no such thing, or is of another user: at the start, as later it would fail each request. */
function refuseUnusable(path: string, wanted: 'file' | 'folder') {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory() !== (wanted === 'folder'))
    throw storeRefused(`${path} is no ${wanted}: move it away, or set DATA_DIR to another folder`);
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (wanted === 'folder' ? constants.X_OK : 0));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A disk that cannot be written may still be read.
    if (code === 'EACCES' || code === 'EPERM')
      throw storeRefused(
        `this user may not read and write ${path} (${code}): run this program as the user who owns it, or give it to this one with chown`,
      );
  }
}
