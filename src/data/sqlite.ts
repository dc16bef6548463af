import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderProblem, keepPrivate, PICTURES_FOLDER, PRIVATE_FILE } from './data-folder.ts';
import { folderPictures } from './pictures/folder.ts';
import { type Collection, type Log, type Store, storeRefused } from './port.ts';
import { retryWhenBusy } from './sqlite/busy.ts';
import { ensureSchema } from './sqlite/ensure.ts';
import { isDamage, isFull } from './sqlite/full.ts';
import { takeLock } from './sqlite/lock.ts';
import { OWN_COLUMNS, type Table, tableOf } from './sqlite/schema.ts';
import { LONG_AT_ONCE } from './sqlite/sliced.ts';
import { type Connection, connect } from './sqlite/sqlite.ts';
import { embeddedStore } from './sqlite/store.ts';
import { createWal } from './sqlite/wal.ts';
import type { Time } from './time.ts';

/** The file that holds all records. */
export const DATA_FILE = 'calendar.sqlite';

/** Every data folder of a version before SQLite contains this file. */
const OLDER_FILE = 'events.db';

/** Milliseconds that SQLite itself waits for another process; it blocks this process meanwhile. */
const BUSY_TIMEOUT = 5;

export interface EmbeddedStoreOptions {
  /** Created when missing; `:memory:` stores nothing permanently. */
  dir: string;
  collections: readonly Collection[];
  log: Log;
  /** For a program that may run beside a server: it takes no lock and writes in short units. */
  beside?: boolean;
  time?: Time;
}

/**
 * The store without a database server: SQLite in this process, in one file. On a full disk it is read-only.
 * @throws StoreRefused when the folder cannot hold files, when another server uses it, or when the file is damaged
 */
export async function openEmbeddedStore({
  dir,
  collections,
  log,
  beside = false,
  time,
}: EmbeddedStoreOptions): Promise<Store> {
  if (dir === ':memory:') return openTemporary(collections, log, time);
  refuseOlderFiles(dir);
  const problem = folderProblem(dir);
  if (problem?.noRoom && !beside && holdsRecords(dir)) return openToRead(dir, collections, log);
  if (problem) throw storeRefused(problem.line);
  const release = beside ? () => undefined : takeLock(dir);
  try {
    const open = keepPrivate(dir);
    if (open) log.warn({ dir }, open);
    const file = join(dir, DATA_FILE);
    const interrupted = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const lost = !beside && lacksLog(file);
    if (lost) log.error({ file: `${file}-wal` }, LOG_MISSING);
    // SQLite would create a file that others can read.
    closeSync(openSync(file, 'a', PRIVATE_FILE));
    const check = (interrupted || lost) && !beside;
    const opening = { collections, log, synchronous: 'FULL', check, release, alone: !beside, time } as const;
    // A program that has just ended may still be emptying SQLite's log.
    const store = await retryWhenBusy(() => openFile(file, opening), time);
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

/** Refuses the files of an older version, which must not look like an empty calendar. @throws StoreRefused */
export function refuseOlderFiles(dir: string): void {
  const file = join(dir, OLDER_FILE);
  if (existsSync(file))
    throw storeRefused(`${file} is of a version before SQLite, this program needs a ${DATA_FILE}: ${HELP}`);
}

/** @throws StoreRefused when this program cannot read the tables at all, not even their version */
function refuseOtherTables(connection: Connection, tables: ReadonlyMap<string, Table>, file: string): void {
  const columns = [...tables.values()].map(({ name }) =>
    connection.rows(`PRAGMA table_info(${name})`).map(([, column]) => column),
  );
  const found = columns.filter(({ length }) => length > 0);
  const isOurs = found.every((names) => OWN_COLUMNS.every((name) => names.includes(name)));
  if (found.length === 0 || !isOurs)
    throw storeRefused(`${file} is of another version, this program needs one with its own tables: ${HELP}`);
}

const HELP = 'run the version of the program that wrote it, or set DATA_DIR to another folder';

const holdsRecords = (dir: string): boolean =>
  (statSync(join(dir, DATA_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Opens a folder on a full disk, read-only. There is no room for the memory that connections share, or for our lock, so one
 * connection locks the file exclusively.
 * @throws StoreRefused when another program has the file open, or when it is damaged
 */
async function openToRead(dir: string, collections: readonly Collection[], log: Log): Promise<Store> {
  const tables = new Map(collections.map((collection) => [collection.name, tableOf(collection)]));
  const connection = connect(join(dir, DATA_FILE));
  try {
    connection.exec(`PRAGMA locking_mode=EXCLUSIVE; PRAGMA query_only=ON; PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
    // The first read locks the file.
    await retryWhenBusy(() => connection.rows('SELECT 1 FROM sqlite_master LIMIT 1'));
    // A dead process left it, and nobody uses it now. Without a write-ahead log it would look like data loss.
    rmSync(`${join(dir, DATA_FILE)}-shm`, { force: true });
    log.error({ dir }, 'the disk is full: the calendar is only read, by this process alone, until it is started again');
    const nothing = () => undefined;
    const only = { prepare: nothing, release: nothing, connected: () => connection, spare: [], onlyReads: true };
    const pictures = folderPictures(join(dir, PICTURES_FOLDER));
    return embeddedStore({ tables, writer: connection, reader: connection, log, pictures, ...only });
  } catch (error) {
    connection.close();
    if (isDamage(error)) throw storeRefused(`${join(dir, DATA_FILE)} is damaged: put back a backup of it`);
    throw storeRefused(`the disk of the data folder ${dir} is full: make room there, and start again`);
  }
}

/** Logged when the write-ahead log is missing. */
const LOG_MISSING =
  'the write-ahead log is missing after a crash: what was written last may be lost. Look at what is there with npm run check-data';

/**
 * Whether the write-ahead log was removed after a crash. SQLite creates it before the memory that connections share (`-shm`) and
 * removes it after that, so it never leaves `-shm` alone.
 */
const lacksLog = (file: string): boolean =>
  // Another program may open or close the file between two checks.
  !existsSync(`${file}-wal`) && existsSync(`${file}-shm`) && !existsSync(`${file}-wal`);

interface Opening {
  collections: readonly Collection[];
  log: Log;
  synchronous: 'FULL' | 'OFF';
  /** Whether to check the file for damage first. */
  check: boolean;
  /** Whether this process manages the write-ahead log for every program that opens the file. */
  alone?: boolean;
  /** Whether the file soon has no name, so it cannot be opened again. */
  nameless?: boolean;
  release(): void;
  time?: Time;
}

/** Closes every connection when it fails. @throws the error of SQLite */
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
  const { file, collections, log, synchronous, check, release, alone = false, nameless = false, time } = opening;
  const tables = new Map(collections.map((collection) => [collection.name, tableOf(collection)]));
  const pragmas = `PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; PRAGMA busy_timeout=${BUSY_TIMEOUT}`;
  const writer = connected();
  const isNew = writer.rows('SELECT 1 FROM sqlite_master LIMIT 1').length === 0;
  if (!isNew) refuseOtherTables(writer, tables, file);
  writer.exec(pragmas);
  if (check) refuseDamaged(writer);
  const reader = connected();
  reader.exec(pragmas);
  const prepare = () => ensureSchema(writer, tables, log);
  // An existing file stays unchanged until its version is known.
  if (isNew) {
    writer.exec('BEGIN IMMEDIATE');
    prepare();
    writer.exec('COMMIT');
  }
  const another = (): Connection => {
    const connection = connected();
    // It only reads. The version is no part of the schema, which takes some milliseconds to parse, but opens the log of a file that loses its name.
    connection.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}; PRAGMA user_version`);
    return connection;
  };
  const wal = alone ? createWal(file, log, time) : undefined;
  // From now on, nobody hears of a commit before it is on the disk.
  if (wal) writer.exec('PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0');
  const spare = Array.from({ length: nameless ? LONG_AT_ONCE : 0 }, another);
  const pictures = folderPictures(nameless ? undefined : join(dirname(file), PICTURES_FOLDER));
  return embeddedStore({
    tables,
    writer,
    reader,
    connected: another,
    spare,
    wal,
    log,
    pictures,
    prepare,
    release,
    time,
  });
}

/** Opens a temporary file and removes its name at once. */
function openTemporary(collections: readonly Collection[], log: Log, time?: Time): Store {
  const dir = mkdtempSync(join(tmpdir(), 'calendar-'));
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  const store = openFile(join(dir, DATA_FILE), {
    collections,
    log,
    synchronous: 'OFF',
    check: false,
    time,
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
