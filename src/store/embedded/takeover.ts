import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../../data-folder.ts';
import { type Log, type Stored, storeRefused } from '../port.ts';
import { createIds } from './ids.ts';
import { keep } from './keep.ts';
import type { Table } from './schema.ts';
import type { Connection } from './sqlite.ts';

/** Where the files of the version before are moved to. */
const KEPT_IN = 'before-sqlite';

const COUNTERS = 'counters';

/** What the version before kept in a folder: a file of JSON lines for each collection, and what was to be undone. */
export interface Before {
  /** Documents by the names of their collections. */
  collections: ReadonlyMap<string, readonly Stored[]>;
  /** The last id of each space. */
  counters: readonly Stored[];
  /** Moves the files out of the way. */
  putAway(log: Log): void;
}

type Documents = Map<Stored['_id'], Stored>;

/** Writes all of it, within the transaction that is open. */
export function takeOver(writer: Connection, { before, tables, log }: TakingOver): void {
  for (const [name, documents] of before.collections) {
    const table = tables.get(name);
    if (!table) continue;
    log.info({ collection: name, documents: documents.length }, 'taking over the data of the version before');
    for (const document of documents) keep(writer, table, { document, orReplace: false });
  }
  const ids = createIds(writer);
  for (const { _id: space, value } of before.counters as (Stored & { value: number })[]) ids.last(String(space), value);
}

interface TakingOver {
  before: Before;
  tables: ReadonlyMap<string, Table>;
  log: Log;
}

/** Whether the folder is one of the version before. */
export const holdsBefore = (dir: string): boolean => readdirSync(dir).some((name) => name.endsWith('.db'));

/** Reads a folder of the version before; undefined when it is none. @throws StoreRefused when a line is damaged */
export function readBefore(dir: string): Before | undefined {
  const files = readdirSync(dir).filter((name) => name.endsWith('.db'));
  if (files.length === 0) return undefined;
  const read = new Map(files.map((file) => [file.slice(0, -'.db'.length), readDocuments(join(dir, file))]));
  for (const { collection, id, document } of readJournal(join(dir, 'journal')).reverse()) {
    const documents = read.get(collection);
    if (document) documents?.set(id, document);
    if (!document) documents?.delete(id);
  }
  const collections = new Map([...read].map(([name, documents]) => [name, [...documents.values()]]));
  const counters = collections.get(COUNTERS) ?? [];
  collections.delete(COUNTERS);
  return { collections, counters, putAway: (log) => putAway(dir, log) };
}

function putAway(dir: string, log: Log): void {
  const to = join(dir, KEPT_IN);
  if (!existsSync(to)) mkdirSync(to, { mode: PRIVATE_FOLDER });
  for (const name of readdirSync(dir).filter((name) => /\.db~?$|^journal$/.test(name)))
    renameSync(join(dir, name), join(to, name));
  log.info({ dir: to }, 'the files of the version before were moved; remove them when all is well');
}

/** The last line of an id is what counts. A torn last line is of a write that was never answered. */
function readDocuments(file: string): Documents {
  const documents: Documents = new Map();
  for (const line of readLines(file)) {
    const { $$deleted: deleted, ...document } = line as Stored & { $$deleted?: true };
    if (deleted) documents.delete(document._id);
    else if (document._id !== undefined) documents.set(document._id, document);
  }
  return documents;
}

/** What an unfinished unit changed, as it was before: oldest first. */
const readJournal = (file: string) =>
  readLines(file) as { collection: string; id: Stored['_id']; document: Stored | null }[];

function readLines(file: string): unknown[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  const last = lines.pop()!;
  return [...lines.filter((line) => line !== ''), ...(isJson(last) ? [last] : [])].map((line) => {
    if (!isJson(line))
      throw storeRefused(`${file} is damaged: put back a copy of the file, or remove this line: ${line.slice(0, 60)}`);
    return JSON.parse(line);
  });
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
