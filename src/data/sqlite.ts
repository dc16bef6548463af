import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DomainError } from '../domain/errors.ts';
import { type FolderProblem, folderProblem, keepPrivate, PICTURES_FOLDER, roomOn } from './data-folder.ts';
import { folderPictures } from './pictures/folder.ts';
import { type Collection, type Log, type Store, storeRefused } from './port.ts';
import { retryWhenBusy } from './sqlite/busy.ts';
import { ensureSchema } from './sqlite/ensure.ts';
import { isDamage, isFull } from './sqlite/full.ts';
import { holderOf, takeLock } from './sqlite/lock.ts';
import { createLongReads } from './sqlite/long-reads.ts';
import { OWN_COLUMNS, type Table, tableOf } from './sqlite/schema.ts';
import { type Connection, connect, connectOffLoop, LONG_AT_ONCE } from './sqlite/sqlite.ts';
import { embeddedStore } from './sqlite/store.ts';
import { connectAlone, isWithoutRoom, letGo, withoutChanges } from './sqlite/to-read.ts';
import { untilRoom } from './sqlite/until-room.ts';
import { createWal } from './sqlite/wal.ts';
import type { Time } from './time.ts';
import { makeWhole } from './whole-file.ts';

/** The file that holds all records. */
export const DATA_FILE = 'calendar.sqlite';

/** Every data folder of a version before SQLite contains this file. */
const OLDER_FILE = 'events.db';

/** Milliseconds that SQLite itself waits for another process; it blocks this process meanwhile. */
const BUSY_TIMEOUT = 5;

interface EmbeddedStoreOptions {
  /** Created when missing; `:memory:` stores nothing permanently. */
  dir: string;
  collections: readonly Collection[];
  log: Log;
  /** For a program that may run beside a server: it takes no lock and writes in short units. */
  beside?: boolean;
  /** Refuses a folder without a calendar. */
  isThere?: boolean;
  time?: Time;
}

/**
 * The store without a database server: SQLite in this process, in one file. Where the disk is full or read-only, it reads.
 * @throws StoreRefused when the folder cannot hold files, when another server uses it, or when the file is empty or damaged
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<Store> {
  const { dir, collections, log, beside, isThere, time } = options;
  if (dir === ':memory:') return openTemporary(collections, log, time);
  refuseFiles(dir, isThere);
  const problem = folderProblem(dir);
  if (problem && !(problem.disk && existsSync(join(dir, DATA_FILE)))) throw storeRefused(problem.line);
  try {
    return await openFolder({ ...options, problem });
  } catch (error) {
    if (isFull(error))
      throw storeRefused(problem?.line ?? `the disk of the data folder ${dir} is full. ${roomOn(dir)}`);
    if (isDamage(error)) throw storeRefused(`${join(dir, DATA_FILE)} is damaged: put back a backup of it`);
    if (!(error instanceof DomainError)) throw error;
    const holder = beside ? holderOf(dir) : 'one that is no server';
    throw storeRefused(
      `Another program is writing: the data folder ${dir} is in use by ${holder}. Try again when it is done`,
    );
  }
}

/** Opens a folder that may be on a disk without room. */
async function openFolder(options: EmbeddedStoreOptions & { problem: FolderProblem | undefined }) {
  const { dir, collections, log, beside = false, time, problem } = options;
  const file = join(dir, DATA_FILE);
  // Nobody writes on a disk that is read-only.
  if (problem?.disk === 'read-only') return openToRead(connect(withoutChanges(file)), options, problem);
  const release = beside ? () => undefined : takeLock(dir);
  try {
    const open = keepPrivate(dir);
    if (open) log.warn({ dir }, open);
    const interrupted = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const lost = !beside && lacksLog(file);
    if (lost) log.error({ file: `${file}-wal` }, LOG_MISSING);
    makeCalendar(file, collections, log);
    const check = (interrupted || lost) && !beside;
    const full = problem !== undefined;
    const opening = { collections, log, synchronous: 'FULL', check, release, alone: !beside, full, time } as const;
    // A program that has just ended may still be emptying SQLite's log.
    const store = await retryWhenBusy(() => openFile(file, opening), time);
    if (full) log.error({ dir }, `${problem.line}. Until then nothing is written`);
    else if (!beside) log.info({ dir }, 'embedded store: one server only; set MONGODB_URI for more');
    return store;
  } catch (error) {
    release();
    if (!problem || !isWithoutRoom(error)) throw error;
    return openAlone(options, problem);
  }
}

/** Refuses files that must not look like an empty calendar and, if one has to be there, a folder without one. @throws StoreRefused */
export function refuseFiles(dir: string, isThere = false): void {
  const [older, file, pictures] = [OLDER_FILE, DATA_FILE, PICTURES_FOLDER].map((name) => join(dir, name));
  if (existsSync(older!))
    throw storeRefused(`${older} is of a version before SQLite, this program needs a ${DATA_FILE}: ${HELP}`);
  const size = existsSync(file!) ? statSync(file!).size : undefined;
  if (size === 0)
    throw storeRefused(`${file} is empty, and no calendar is: put back a backup of it, or remove it to begin anew`);
  if (size === undefined && existsSync(pictures!) && readdirSync(pictures!).length > 0)
    throw storeRefused(
      `there are pictures in ${pictures}, but no ${DATA_FILE}: put back a backup of that file, or move the pictures away to begin anew`,
    );
  if (size === undefined && isThere) throw storeRefused(`there is no calendar in the folder ${dir} (DATA_DIR)`);
}

/** Makes the file, with its tables, unless there is one. */
function makeCalendar(file: string, collections: readonly Collection[], log: Log) {
  if (existsSync(file)) return;
  try {
    makeWhole(file, (part) => {
      const connection = connect(part);
      try {
        connection.exec('BEGIN');
        ensureSchema(connection, tablesOf(collections), log);
        connection.exec('COMMIT');
      } finally {
        connection.close();
      }
    });
  } catch (error) {
    // Another program has just made it.
    if (!existsSync(file)) throw error;
  }
}

const tablesOf = (collections: readonly Collection[]): ReadonlyMap<string, Table> =>
  new Map(collections.map((collection) => [collection.name, tableOf(collection)]));

/** @throws StoreRefused when this program cannot read the tables at all, not even their version */
function refuseOtherTables(connection: Connection, tables: ReadonlyMap<string, Table>, file: string) {
  const columns = [...tables.values()].map(({ name }) =>
    connection.rows(`PRAGMA table_info(${name})`).map(([, column]) => column),
  );
  const found = columns.filter(({ length }) => length > 0);
  const isOurs = found.every((names) => OWN_COLUMNS.every((name) => names.includes(name)));
  if (found.length === 0 || !isOurs)
    throw storeRefused(`${file} is of another version, this program needs one with its own tables: ${HELP}`);
}

const HELP = 'run the version of the program that wrote it, or set DATA_DIR to another folder';

/**
 * Opens a folder on a full disk to read, by one connection that has the file for itself: there is no room for the memory that
 * connections share. @throws StoreRefused when another program has the file open
 */
async function openAlone(options: EmbeddedStoreOptions, problem: FolderProblem) {
  const { dir, time } = options;
  const release = takeLock(dir);
  try {
    const connection = await retryWhenBusy(() => connectAlone(join(dir, DATA_FILE)), time);
    return openToRead(connection, options, problem, release);
  } catch (error) {
    release();
    throw error;
  }
}

function openToRead(
  connection: Connection,
  options: EmbeddedStoreOptions,
  { line, disk }: FolderProblem,
  release: () => void = () => undefined,
) {
  const { dir, collections, log, beside, time } = options;
  connection.exec(`PRAGMA query_only=ON; PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
  if (!beside) log.error({ dir }, `${line}. Until then the calendar is only read, by this process alone`);
  const only = { prepare: () => undefined, release, onlyReads: true };
  const pictures = folderPictures(join(dir, PICTURES_FOLDER));
  const parts = { tables: tablesOf(collections), writer: connection, reader: connection, log, pictures, ...only };
  const store = embeddedStore(parts);
  const waiting = {
    hasRoom: () => !folderProblem(dir),
    letGo: () => (disk === 'full' ? letGo(connection) : undefined),
    reopen: () => openEmbeddedStore(options),
    ...{ log, time },
  };
  return beside ? store : untilRoom(store, waiting);
}

/** Logged when the write-ahead log is missing. */
const LOG_MISSING =
  'the write-ahead log is missing after a crash: what was written last may be lost. Look at what is there with npm run check-data';

/**
 * Whether the write-ahead log was removed after a crash. SQLite creates it before the memory that connections share (`-shm`) and
 * removes it after that, so it never leaves `-shm` alone.
 */
const lacksLog = (file: string) =>
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
  /** Whether the disk had no room when the folder was opened. */
  full?: boolean;
  /** Whether the file soon has no name, so it cannot be opened again. */
  nameless?: boolean;
  release(): void;
  time?: Time;
}

/** Closes every connection when it fails. @throws the error of SQLite */
async function openFile(file: string, opening: Opening) {
  const connections: Connection[] = [];
  const connected = (): Connection => {
    const connection = connect(file);
    connections.push(connection);
    return connection;
  };
  try {
    return await openWith(connected, { ...opening, file });
  } catch (error) {
    for (const connection of connections) connection.close();
    throw error;
  }
}

async function openWith(connected: () => Connection, opening: Opening & { file: string }) {
  const { file, collections, log, synchronous, check, release, alone = false, full, nameless = false, time } = opening;
  const tables = tablesOf(collections);
  const pragmas = `PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; PRAGMA busy_timeout=${BUSY_TIMEOUT}`;
  const writer = connected();
  if (!nameless) refuseOtherTables(writer, tables, file);
  writer.exec(pragmas);
  if (check) refuseDamaged(writer);
  const reader = connected();
  reader.exec(pragmas);
  const prepare = () => ensureSchema(writer, tables, log);
  // An existing file stays unchanged until its version is known.
  if (nameless) {
    writer.exec('BEGIN IMMEDIATE');
    prepare();
    writer.exec('COMMIT');
  }
  const forLong = async () => {
    const connection = connectOffLoop(file);
    // It only reads. The version is no part of the schema, which takes some milliseconds to parse, but opens the log of a file that loses its name.
    await connection.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}; PRAGMA user_version`);
    return connection;
  };
  const wal = alone ? createWal(file, log, time) : undefined;
  // From now on, nobody hears of a commit before it is on the disk.
  if (wal) writer.exec('PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0');
  const spare = await Promise.all(Array.from({ length: nameless ? LONG_AT_ONCE : 0 }, forLong));
  const pictures = folderPictures(nameless ? undefined : join(dirname(file), PICTURES_FOLDER));
  return embeddedStore({
    tables,
    writer,
    reader,
    long: createLongReads(forLong, spare),
    wal,
    log,
    full,
    pictures,
    prepare,
    release,
    time,
  });
}

/** Opens a temporary file and removes its name at once. */
async function openTemporary(collections: readonly Collection[], log: Log, time?: Time) {
  const dir = mkdtempSync(join(tmpdir(), 'calendar-'));
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  const store = await openFile(join(dir, DATA_FILE), {
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

function refuseDamaged(connection: Connection) {
  const [[said]] = connection.rows('PRAGMA quick_check(1)') as [[string]];
  if (said !== 'ok') throw Object.assign(new Error(said), { code: 'SQLITE_CORRUPT' });
}
