import type { Collection, Index } from '../port.ts';
import { jsonPath, named, quoted, scalarOf } from './expressions.ts';
import { type ListIndex, listIndex, listParts, type Part } from './list-index.ts';

/** A collection's tables. */
export interface Table {
  /** The table's name, quoted for SQL. */
  name: string;
  /** The fields that have columns: `_id` and the fields of indexes that are not lists. */
  columns: ReadonlySet<string>;
  lists: readonly ListIndex[];
  /** The fields of each index by its name, in order. Fields with one value in all its documents come first. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** Sets of fields whose values together identify one document. */
  keys: readonly (readonly string[])[];
  /** Plain indexes by name, with their names in SQL. */
  plain: ReadonlyMap<string, string>;
  /** Plain unique indexes by the fields that SQLite names when it rejects a key. */
  unique: ReadonlyMap<string, string>;
  /** By field: the values that SQL must state for SQLite to use a partial index. */
  only: ReadonlyMap<string, unknown>;
  /** The searchable field, the table that holds its texts, and the table of its n-grams. */
  searched: { field: string; texts: string; table: string } | undefined;
  /** The field stored compressed in a column of its own. */
  packed: string | undefined;
  /** The fields whose numbers are stored only in their columns. */
  numbers: readonly string[];
  /** Everything that must exist besides the table itself: SQL by name. */
  parts: ReadonlyMap<string, Part>;
  /** Inserts the document whose body, packed field and numbers are bound; `replace` replaces one with the same id. */
  statements: Readonly<Record<'insert' | 'replace', string>>;
}

type TableParts = Omit<Table, 'statements'>;

export const COUNTERS_SQL =
  'CREATE TABLE IF NOT EXISTS counters (space TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID';

const SEARCHED = 'searched';
/** Starts like the names of FTS5's own tables. Like those it is never dropped, because only it holds the texts. */
const TEXTS = 'searched_texts';

/** Describes a collection and its indexes in SQL. */
export function tableOf(collection: Collection): Table {
  const { name, lists = [], searched, packed, numbers = [], indexes } = collection;
  const isList = (field: string) => lists.includes(field);
  const ofLists = indexes.filter(({ fields: [first] }) => isList(first![0])).map((index) => listIndex(name, index));
  const plain = indexes.filter(({ fields: [first] }) => !isList(first![0]));
  const fields = indexes.flatMap((index) => index.fields.map(([field]) => field)).filter((field) => !isList(field));
  const only = indexes.flatMap((index) => Object.entries(index.only ?? {}));
  const columns = new Set(['_id', ...fields, ...only.map(([field]) => field), ...numbers]);
  const parts = new Map<string, Part>();
  for (const index of [{ name: '_id_', fields: [['_id', 1]], unique: true } as const, ...plain])
    parts.set(`${name}.${index.name}`, { type: 'index', sql: indexSql(name, index) });
  for (const index of ofLists) for (const [key, part] of listParts(name, index)) parts.set(key, part);
  if (searched !== undefined) for (const [key, part] of searchParts(name, searched)) parts.set(key, part);
  const table: TableParts = {
    name: named(name),
    columns,
    lists: ofLists,
    fields: new Map([['_id_', ['_id']], ...indexes.map((index) => [index.name, fieldsOf(index)] as const)]),
    keys: [['_id'], ...indexes.filter(({ unique }) => unique).map((index) => index.fields.map(([field]) => field))],
    plain: new Map([...plain.map((index) => index.name), '_id_'].map((each) => [each, named(`${name}.${each}`)])),
    unique: new Map(
      plain
        .filter(({ unique }) => unique)
        .map((index) => [index.fields.map(([field]) => `${name}.${field}`).join(', '), index.name]),
    ),
    only: new Map(only),
    searched:
      searched === undefined
        ? undefined
        : { field: searched, texts: named(`${name}.${TEXTS}`), table: named(`${name}.${SEARCHED}`) },
    packed,
    numbers,
    parts,
  };
  return { ...table, statements: { insert: insertSql(table, false), replace: insertSql(table, true) } };
}

const fieldsOf = ({ fields, only = {} }: Index) => [
  ...new Set([...Object.keys(only), ...fields.map(([field]) => field)]),
];

/** The columns of every table besides its fields: the row number, the document, and its packed field. */
export const OWN_COLUMNS = ['_n', '_body', '_packed'] as const;

/** The fields that have columns, without `_id`. */
export const columnsOf = ({ columns }: TableParts): string[] => [...columns].filter((field) => field !== '_id');

/** The statement that creates the table itself. */
export const tableSql = (table: Table): string =>
  `CREATE TABLE ${table.name} (_n INTEGER PRIMARY KEY, _body TEXT NOT NULL, _packed BLOB, ${['_id', ...columnsOf(table)].map(named).join(', ')})`;

/** The SQL for a column's value in a document whose body, packed field and numbers are bound. */
const cellSql = (table: TableParts, field: string) => scalarOf(table.numbers.includes(field) ? '?3' : '?1', field);

/** Inserts a document; `orReplace` replaces one with the same id. */
function insertSql(table: TableParts, orReplace: boolean) {
  const columns = ['_id', ...columnsOf(table)];
  const replaced = ['_body', '_packed', ...columnsOf(table).map(named)].map((column) => `${column}=excluded.${column}`);
  return `INSERT INTO ${table.name} (_body,_packed,${columns.map(named)}) VALUES (?1,?2,${columns.map((field) => cellSql(table, field))})${
    orReplace ? ` ON CONFLICT (_id) DO UPDATE SET ${replaced}` : ''
  } RETURNING _n`;
}

/**
 * Replaces a stored document that differs in these columns only. SQLite rewrites every index of a column that the statement
 * names, even if its value is unchanged.
 */
export function replaceSql(table: Table, columns: readonly string[], packed: boolean): string {
  const set = columns.map((field) => `${named(field)}=${cellSql(table, field)}`);
  return `UPDATE ${table.name} SET ${['_body=?1', ...(packed ? ['_packed=?2'] : []), ...set]} WHERE _id=?4 RETURNING _n`;
}

/** The columns of a whole document, as `fromRow` takes them. Texts left out by `without` are not read. */
export const documentColumns = (
  { searched, numbers, name }: Table,
  { of = name, without = [] }: { of?: string; without?: readonly string[] } = {},
): string[] => [
  ...['_body', '_packed'].map((column) => `${of}.${column}`),
  searched && !without.includes(searched.field) ? `(SELECT body FROM ${searched.texts} WHERE n=${of}._n)` : 'NULL',
  ...numbers.map((field) => `${of}.${named(field)}`),
];

/** Reads the whole document with an id. */
export const documentSql = (table: Table): string => `SELECT ${documentColumns(table)} FROM ${table.name} WHERE _id=?`;

/**
 * Adds to these fields, which are columns, of one document, if each holds a number. Bound are what is added, as text, so that
 * integers stay integers, then the id. Returns the whole document.
 */
export function sumsSql(table: Table, fields: readonly string[]): string {
  const sums = fields.map((field) => `${named(field)}=${named(field)}+CAST(? AS NUMERIC)`);
  const numbers = fields.map((field) => ` AND typeof(${named(field)}) IN ('integer','real')`);
  return `UPDATE ${table.name} SET ${sums} WHERE _id=?${numbers.join('')} RETURNING ${documentColumns(table)}`;
}

/** Stores a row's texts, as JSON. Returns a row if they changed. */
export const textsSql = ({ texts }: NonNullable<Table['searched']>): string =>
  `INSERT INTO ${texts} (n, body) VALUES (?, ?) ON CONFLICT (n) DO UPDATE SET body=excluded.body WHERE body<>excluded.body RETURNING n`;

/** Stores the n-grams of a row; bound are the row's number, then the n-grams. */
export const ngramsSql = ({ table }: NonNullable<Table['searched']>): string =>
  `INSERT OR REPLACE INTO ${table} (rowid, ngrams) VALUES (?, ?)`;

/** Fills new columns from the existing documents. */
export function fillSql(table: Table, columns: readonly string[]): string {
  const set = columns.map((field) => `${named(field)}=${scalarOf('_body', field)}`);
  return `UPDATE ${table.name} SET ${set}`;
}

function indexSql(collection: string, { name, fields, unique, sparse, only = {} }: Index) {
  const columns = fields.map(([field, direction]) => `${named(field)}${direction < 0 ? ' DESC' : ''}`);
  const where = [
    ...Object.entries(only).map(([field, value]) => `${named(field)}=${literal(value)}`),
    ...(sparse ? [`${named(fields[0]![0])} IS NOT NULL`] : []),
  ];
  return `CREATE${unique ? ' UNIQUE' : ''} INDEX ${named(`${collection}.${name}`)} ON ${named(collection)} (${columns})${
    where.length ? ` WHERE ${where.join(' AND ')}` : ''
  }`;
}

/** A value as an SQL literal. */
export const literal = (value: unknown): string =>
  typeof value === 'boolean'
    ? `x'0${Number(value)}'`
    : typeof value === 'number'
      ? String(value)
      : quoted(String(value));

/** Searchable texts have a table of their own: bodies are read without them, and they are searched without bodies. */
function searchParts(collection: string, field: string): [string, Part][] {
  const name = `${collection}.${SEARCHED}`;
  const texts = `${collection}.${TEXTS}`;
  const options = `tokenize='ascii', detail=none, content='', contentless_delete=1`;
  const drop = `DELETE FROM ${named(texts)} WHERE n=old._n; DELETE FROM ${named(name)} WHERE rowid=old._n;`;
  return [
    [
      texts,
      {
        type: 'table',
        sql: `CREATE TABLE ${named(texts)} (n INTEGER PRIMARY KEY, body TEXT NOT NULL)`,
        fill: `INSERT INTO ${named(texts)} SELECT _n, json_object(${quoted(field)}, _body->${jsonPath(field)}) FROM ${named(collection)}`,
      },
    ],
    [name, { type: 'search', sql: `CREATE VIRTUAL TABLE ${named(name)} USING fts5(ngrams, ${options})` }],
    [
      `${name}.DELETE`,
      {
        type: 'trigger',
        sql: `CREATE TRIGGER ${named(`${name}.DELETE`)} AFTER DELETE ON ${named(collection)} BEGIN ${drop} END`,
      },
    ],
  ];
}
