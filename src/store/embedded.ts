import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderProblem, keepPrivate, PRIVATE_FILE } from '../data-folder.ts';
import { patiently } from './embedded/busy.ts';
import { ensureSchema } from './embedded/ensure.ts';
import { isDamage, isFull } from './embedded/full.ts';
import { takeLock } from './embedded/lock.ts';
import { tableOf } from './embedded/schema.ts';
import { LONG_AT_ONCE } from './embedded/sliced.ts';
import { type Connection, connect } from './embedded/sqlite.ts';
import { embeddedStore } from './embedded/store.ts';
import { type Before, holdsBefore, readBefore, takeOver } from './embedded/takeover.ts';
import { createWal } from './embedded/wal.ts';
import { type Collection, type Log, type Store, storeRefused } from './port.ts';

/** The file that holds all records. */
export const DATA_FILE = 'calendar.sqlite';

/** Bytes of a page of a new file: what a write changes is logged by whole pages. */
const PAGE_SIZE = 4096;

/** Milliseconds that SQLite itself waits for another process; it holds up this one meanwhile. */
const BUSY_TIMEOUT = 5;

export interface EmbeddedStoreOptions {
  /** Made when missing; `:memory:` keeps nothing. */
  dir: string;
  collections: readonly Collection[];
  log: Log;
  /** Of a program that may run beside a server: it takes no lock, and writes in short units. */
  beside?: boolean;
}

/**
 * The store without a server of its own: SQLite in this process, in one file.
 * On a full disk what is there is only read.
 * @throws StoreRefused when the folder cannot hold files, when another server has it, or when the file is damaged
 */
export async function openEmbeddedStore({
  dir,
  collections,
  log,
  beside = false,
}: EmbeddedStoreOptions): Promise<Store> {
  if (dir === ':memory:') return openTemporary(collections, log);
  const problem = folderProblem(dir);
  if (problem?.noRoom && !beside && holdsRecords(dir)) return openToRead(dir, collections, log);
  if (problem) throw storeRefused(problem.line);
  const release = beside && !holdsBefore(dir) ? () => undefined : takeLock(dir);
  try {
    const open = keepPrivate(dir);
    if (open) log.warn({ dir }, open);
    const file = join(dir, DATA_FILE);
    const interrupted = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const lost = !beside && lacksLog(file);
    if (lost) log.error({ file: `${file}-wal` }, LOG_MISSING);
    // SQLite would make it for others to read.
    closeSync(openSync(file, 'a', PRIVATE_FILE));
    const check = (interrupted || lost) && !beside;
    const before = readBefore(dir);
    const opening = { collections, log, synchronous: 'FULL', check, release, before, alone: !beside } as const;
    // A program that has just ended may be the one that empties the log of SQLite.
    const store = await patiently(() => openFile(file, opening));
    if (!beside) log.info({ dir }, 'embedded store: one server only; set MONGODB_URI for more');
    return store;
  } catch (error) {
    release();
    if (isFull(error))
      throw storeRefused(`the disk of the data folder ${dir} is full: make room there, and start again`);
    if (isDamage(error)) throw storeRefused(`${join(dir, DATA_FILE)} is damaged: put back a backup of it`);
    throw error;
  }
}

const holdsRecords = (dir: string): boolean =>
  !holdsBefore(dir) && (statSync(join(dir, DATA_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * The store of a folder on a full disk, for reading only. There is no room for the memory that connections share, nor for a
 * lock of ours: one connection holds the file for itself.
 * @throws StoreRefused when another program has the file open, or when it is damaged
 */
async function openToRead(dir: string, collections: readonly Collection[], log: Log): Promise<Store> {
  const tables = new Map(collections.map((collection) => [collection.name, tableOf(collection)]));
  const connection = connect(join(dir, DATA_FILE));
  try {
    connection.exec(`PRAGMA locking_mode=EXCLUSIVE; PRAGMA query_only=ON; PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
    // The file is held from the first look on.
    await patiently(() => connection.rows('SELECT 1 FROM sqlite_master LIMIT 1'));
    // Left by a process that died, and used by nobody now: beside no write-ahead log it would look like a loss.
    rmSync(`${join(dir, DATA_FILE)}-shm`, { force: true });
    log.error({ dir }, 'the disk is full: the calendar is only read, by this process alone, until it is started again');
    const nothing = () => undefined;
    const only = { prepare: nothing, release: nothing, connected: () => connection, spare: [], onlyReads: true };
    return embeddedStore({ tables, writer: connection, reader: connection, log, ...only });
  } catch (error) {
    connection.close();
    if (isDamage(error)) throw storeRefused(`${join(dir, DATA_FILE)} is damaged: put back a backup of it`);
    throw storeRefused(`the disk of the data folder ${dir} is full: make room there, and start again`);
  }
}

/** Said when the write-ahead log is not there. */
const LOG_MISSING =
  'the write-ahead log is missing after a crash: what was written last may be lost. Look at what is there with npm run check-data';

/**
 * Whether the write-ahead log was taken away after a crash. SQLite makes it before the memory that connections share
 * (`-shm`) and removes it after that: this file alone is none of its doing.
 */
const lacksLog = (file: string): boolean =>
  // Another program may open or close the file between two looks.
  !existsSync(`${file}-wal`) && existsSync(`${file}-shm`) && !existsSync(`${file}-wal`);

interface Opening {
  collections: readonly Collection[];
  log: Log;
  synchronous: 'FULL' | 'OFF';
  /** Whether the file is looked through first. */
  check: boolean;
  before?: Before | undefined;
  /** Whether this process looks after the write-ahead log, for all that open the file. */
  alone?: boolean;
  /** Whether the file is soon without a name, and can be opened no more. */
  nameless?: boolean;
  release(): void;
}

/** @throws the error of SQLite, with nothing left open */
function openFile(file: string, opening: Opening): Store {
  const connections: Connection[] = [];
  const connected = (): Connection => {
    const connection = connect(file);
    connections.push(connection);
    return connection;
  };
  try {
    return openWith(connected, { ...opening, file });
  } catch (error) {
    for (const connection of connections) connection.close();
    throw error;
  }
}

function openWith(connected: () => Connection, opening: Opening & { file: string }): Store {
  const { file, collections, log, synchronous, check, release, before, alone = false, nameless = false } = opening;
  const tables = new Map(collections.map((collection) => [collection.name, tableOf(collection)]));
  const pragmas = `PRAGMA page_size=${PAGE_SIZE}; PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; PRAGMA busy_timeout=${BUSY_TIMEOUT}`;
  const writer = connected();
  writer.exec(pragmas);
  if (check) refuseDamaged(writer);
  const reader = connected();
  reader.exec(pragmas);
  const prepare = () => ensureSchema(writer, tables, log);
  // A file of another version is left as it is until it is known to be none of a newer one.
  if (reader.rows('SELECT 1 FROM sqlite_master LIMIT 1').length === 0) {
    writer.exec('BEGIN IMMEDIATE');
    prepare();
    if (before) takeOver(writer, { before, tables, log });
    writer.exec('COMMIT');
  }
  before?.putAway(log);
  const another = (): Connection => {
    const connection = connected();
    connection.exec(pragmas);
    return connection;
  };
  const wal = alone ? createWal(file, log) : undefined;
  // What is committed from now on is told to nobody before it is on the disk.
  if (wal) writer.exec('PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0');
  const spare = Array.from({ length: nameless ? LONG_AT_ONCE : 0 }, another);
  return embeddedStore({ tables, writer, reader, connected: another, spare, wal, log, prepare, release });
}

/** A file that has no name any more as soon as it is open. */
function openTemporary(collections: readonly Collection[], log: Log): Store {
  const dir = mkdtempSync(join(tmpdir(), 'calendar-'));
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  const store = openFile(join(dir, DATA_FILE), {
    ...{ collections, log, synchronous: 'OFF', check: false },
    nameless: true,
    release: remove,
  });
  if (process.platform !== 'win32') remove();
  return store;
}

function refuseDamaged(connection: Connection): void {
  const [[said]] = connection.rows('PRAGMA quick_check(1)') as [[string]];
  if (said !== 'ok') throw Object.assign(new Error(said), { code: 'SQLITE_CORRUPT' });
}
