import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderProblem, keepPrivate } from '../data-folder.ts';
import { repairDataFile } from './embedded/files.ts';
import { createRoom, isFull } from './embedded/full.ts';
import { type Journal, noJournal, openJournal, readJournal } from './embedded/journal.ts';
import { takeLock } from './embedded/lock.ts';
import { embeddedStore, type Health } from './embedded/store.ts';
import { openTable, type Table } from './embedded/table.ts';
import { firstOf, undo } from './embedded/undo.ts';
import { type Collection, type Log, type Store, storeRefused } from './port.ts';

const COUNTERS: Collection = { name: 'counters', indexes: [] };

/**
 * The store for trying out, tests and small sites: nedb in this process, one file per collection in `dir` (made when
 * missing), or `:memory:` to keep nothing. Undoes what a killed process left unfinished before it serves anything.
 * @throws StoreRefused when the folder cannot hold files, when another process has it, or when a file is damaged
 */
export async function openEmbeddedStore(options: {
  dir: string;
  collections: readonly Collection[];
  log: Log;
}): Promise<Store> {
  const { dir, collections, log } = options;
  const inMemory = dir === ':memory:';
  const problem = inMemory ? undefined : folderProblem(dir);
  if (problem) throw storeRefused(problem);
  const release = inMemory ? () => undefined : takeLock(dir);
  const open = inMemory ? undefined : keepPrivate(dir);
  if (open) log.warn({ dir }, open);
  const health: Health = { failure: undefined };
  const broken = (error: unknown) => {
    health.failure ??= new Error('the data files could not be written: start again when the disk is well');
    log.error({ err: error }, 'a data file could not be written; nothing is served until the next start');
  };

  const openFile = async (collection: Collection): Promise<Table> => {
    if (inMemory) return openTable(collection, undefined, broken);
    const file = join(dir, `${collection.name}.db`);
    repairDataFile(file, log);
    try {
      return await openTable(collection, file, broken);
    } catch (error) {
      // The half of a new file that nedb leaves on a full disk; the old one is as it was.
      rmSync(`${file}~`, { force: true });
      throw error;
    }
  };

  try {
    const tables = new Map<string, Table>();
    for (const collection of collections) tables.set(collection.name, await openFile(collection));
    const counters = await openFile(COUNTERS);
    const journal = inMemory ? noJournal : await recover(join(dir, 'journal'), tables, log);
    for (const table of tables.values()) await table.createIndexes();
    log.info({ dir }, 'embedded store: one process only; set MONGODB_URI for anything larger');
    return embeddedStore({ tables, counters, journal, health, room: createRoom(log), broken, release });
  } catch (error) {
    release();
    throw isFull(error)
      ? storeRefused(`the disk of the data folder ${dir} is full: make room there, and start again`)
      : error;
  }
}

const recover = async (path: string, tables: ReadonlyMap<string, Table>, log: Log): Promise<Journal> => {
  const left = readJournal(path);
  const unknown = left.find(({ collection }) => !tables.has(collection));
  if (unknown)
    throw storeRefused(`${path} names the collection ${unknown.collection}, which this version does not know`);
  const journal = openJournal(path);
  if (left.length > 0) {
    await undo(firstOf(left), tables);
    log.warn({ file: path, documents: firstOf(left).size }, 'a unit that a killed process left unfinished was undone');
  }
  journal.clear();
  return journal;
};
