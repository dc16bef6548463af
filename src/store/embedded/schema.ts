import type { Collection, Index } from '../port.ts';
import { ABSENT, elementOf, jsonPath, named, quoted, scalarOf } from './expressions.ts';

/** An index of a list: a table with a row for each different element of each document. */
export interface ListIndex {
  /** The table, as SQL writes it. */
  table: string;
  /** The name of the index. */
  name: string;
  list: string;
  /** The other fields, `_id` among them: columns of their own names. */
  fields: readonly string[];
  unique: boolean;
}

/** A collection as tables. */
export interface Table {
  /** As SQL writes it. */
  name: string;
  /** The fields that are columns: those of the indexes that hold no lists, and `_id`. */
  columns: ReadonlySet<string>;
  lists: readonly ListIndex[];
  /** The fields of all indexes by their names, in their order; first those of which all its documents have one value. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** Fields of which a value is that of one document. */
  keys: ReadonlySet<string>;
  /** Names of plain indexes, with what SQL calls them. */
  plain: ReadonlyMap<string, string>;
  /** Plain unique indexes by the fields that SQLite names when it refuses a key. */
  unique: ReadonlyMap<string, string>;
  /** Values that SQL has to name for a partial index to be used, by field. */
  only: ReadonlyMap<string, unknown>;
  /** The field whose texts are searched, the table that holds it, and the table of its n-grams. */
  searched: { field: string; texts: string; table: string } | undefined;
  /** The field that lies in a column of its own, compressed. */
  packed: string | undefined;
  /** The fields whose numbers lie in their columns, and nowhere else. */
  numbers: readonly string[];
  /** All that is to be there besides the table itself: SQL by name. */
  parts: ReadonlyMap<string, Part>;
  /** Inserts the document whose body, packed field and numbers are bound; `replace` in the place of the one with its id. */
  statements: Readonly<Record<'insert' | 'replace', string>>;
}

type TableParts = Omit<Table, 'statements'>;

/** Something that is made of a table. */
interface Part {
  /** `search`: a table that this program fills. */
  type: 'index' | 'table' | 'trigger' | 'search';
  sql: string;
  /** What fills it from the documents that are there. */
  fill?: string;
}

export const COUNTERS =
  'CREATE TABLE IF NOT EXISTS counters (space TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID';

const SEARCHED = 'searched';
/** Begins as the tables of FTS5 itself do: like those it is never dropped, since the texts lie nowhere else. */
const TEXTS = 'searched_texts';

/** What a collection is in SQL, with its indexes. */
export function tableOf({ name, indexes, lists = [], searched, packed, numbers = [] }: Collection): Table {
  const isList = (field: string): boolean => lists.includes(field);
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
    keys: new Set([
      '_id',
      ...indexes.flatMap((index) => (index.unique && index.fields.length === 1 ? [index.fields[0]![0]] : [])),
    ]),
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

const fieldsOf = ({ fields, only = {} }: Index): string[] => [
  ...new Set([...Object.keys(only), ...fields.map(([field]) => field)]),
];

/** The fields that have columns besides `_id`. */
export const columnsOf = ({ columns }: TableParts): string[] => [...columns].filter((field) => field !== '_id');

/** The statement that makes the table itself. */
export const tableSql = (table: Table): string =>
  `CREATE TABLE ${table.name} (_n INTEGER PRIMARY KEY, _body TEXT NOT NULL, _packed BLOB, ${['_id', ...columnsOf(table)].map(named).join(', ')})`;

/** What a column holds of a document whose body, packed field and numbers are bound. */
const cellSql = ({ numbers }: TableParts, field: string): string =>
  scalarOf(numbers.includes(field) ? '?3' : '?1', field);

/** Inserts a document; with `orReplace` in the place of the one with its id. */
function insertSql(table: TableParts, orReplace: boolean): string {
  const columns = ['_id', ...columnsOf(table)];
  const replaced = ['_body', '_packed', ...columnsOf(table).map(named)].map((column) => `${column}=excluded.${column}`);
  return `INSERT INTO ${table.name} (_body,_packed,${columns.map(named)}) VALUES (?1,?2,${columns.map((field) => cellSql(table, field))})${
    orReplace ? ` ON CONFLICT (_id) DO UPDATE SET ${replaced}` : ''
  } RETURNING _n`;
}

/**
 * Writes a document in the place of the one with its id, which differs in these columns: SQLite writes every index of a
 * column that is named, whether its value is another one or not.
 */
export function replaceSql(table: Table, columns: readonly string[], packed: boolean): string {
  const set = columns.map((field) => `${named(field)}=${cellSql(table, field)}`);
  return `UPDATE ${table.name} SET ${['_body=?1', ...(packed ? ['_packed=?2'] : []), ...set]} WHERE _id=?4 RETURNING _n`;
}

/** The columns of a whole document, as `fromRow` takes them; the texts that are searched are not read where they are left out. */
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

/** What numbers are, as SQLite names their types, in columns and in JSON. */
const NUMBER = "IN ('integer','real')";

/**
 * Adds to numbers of the documents with some ids, and sets others, where all that are added to are numbers already: columns
 * that hold nothing else, and so many `paths` within the body. Bound are, in this order: for each column what is added or set,
 * for each path the path and what is added, and the ids as JSON; numbers as text, so that whole ones stay whole. Gives the id
 * of each that it found, and with `whole` the columns of the document behind it.
 */
export function numbersSql(
  table: Table,
  { added, set, paths, whole }: { added: readonly string[]; set: readonly string[]; paths: number; whole: boolean },
): string {
  const number = (at: number): string => `CAST(?${at} AS NUMERIC)`;
  const columns = [
    ...added.map((field, at) => `${named(field)}=${named(field)}+${number(at + 1)}`),
    ...set.map((field, at) => `${named(field)}=${number(added.length + at + 1)}`),
  ];
  const first = columns.length + 1;
  const places = Array.from({ length: paths }, (_, at) => first + 2 * at);
  const sums = places.map((at) => `?${at},json_extract(_body,?${at})+${number(at + 1)}`);
  const where = [
    `_id IN (SELECT value FROM json_each(?${first + 2 * paths}))`,
    ...added.map((field) => `typeof(${named(field)}) ${NUMBER}`),
    ...places.map((at) => `json_type(_body,?${at}) ${NUMBER}`),
  ];
  return `UPDATE ${table.name} SET ${[...columns, ...(paths ? [`_body=json_set(_body,${sums})`] : [])]} WHERE ${where.join(' AND ')} RETURNING ${['_id', ...(whole ? documentColumns(table) : [])]}`;
}

/** Keeps the texts of a row, as JSON, and gives a row when they are not what they were. */
export const textsSql = ({ texts }: NonNullable<Table['searched']>): string =>
  `INSERT INTO ${texts} (n, body) VALUES (?, ?) ON CONFLICT (n) DO UPDATE SET body=excluded.body WHERE body<>excluded.body RETURNING n`;

/** Keeps the n-grams that are bound behind the number of their row. */
export const ngramsSql = ({ table }: NonNullable<Table['searched']>): string =>
  `INSERT OR REPLACE INTO ${table} (rowid, text) VALUES (?, ?)`;

/** Fills columns of documents that were there before the columns were. */
export const fillSql = (table: Table, columns: readonly string[]): string =>
  `UPDATE ${table.name} SET ${columns.map((field) => `${named(field)}=${scalarOf('_body', field)}`)}`;

function indexSql(collection: string, { name, fields, unique, sparse, only = {} }: Index): string {
  const columns = fields.map(([field, direction]) => `${named(field)}${direction < 0 ? ' DESC' : ''}`);
  const where = [
    ...Object.entries(only).map(([field, value]) => `${named(field)}=${literal(value)}`),
    ...(sparse ? [`${named(fields[0]![0])} IS NOT NULL`] : []),
  ];
  return `CREATE${unique ? ' UNIQUE' : ''} INDEX ${named(`${collection}.${name}`)} ON ${named(collection)} (${columns})${
    where.length ? ` WHERE ${where.join(' AND ')}` : ''
  }`;
}

/** A value as SQL writes it. */
export const literal = (value: unknown): string =>
  typeof value === 'boolean'
    ? `x'0${Number(value)}'`
    : typeof value === 'number'
      ? String(value)
      : quoted(String(value));

function listIndex(collection: string, { name, fields, unique = false }: Index): ListIndex {
  const [list, ...others] = fields.map(([field]) => field);
  return {
    table: named(`${collection}.${name}`),
    name,
    list: list!,
    fields: others.includes('_id') ? others : [...others, '_id'],
    unique,
  };
}

/** What is searched lies apart, so that bodies are read without it, and it is looked through without them. */
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
    [name, { type: 'search', sql: `CREATE VIRTUAL TABLE ${named(name)} USING fts5(text, ${options})` }],
    [
      `${name}.DELETE`,
      {
        type: 'trigger',
        sql: `CREATE TRIGGER ${named(`${name}.DELETE`)} AFTER DELETE ON ${named(collection)} BEGIN ${drop} END`,
      },
    ],
  ];
}

/** The table, and the triggers that keep it. */
function listParts(collection: string, { table, name, list, fields, unique }: ListIndex): [string, Part][] {
  const columns = fields.map(named);
  const value = elementOf('e');
  const rows = (document: string): string =>
    `SELECT DISTINCT ${[value, ...columns.map((column) => `coalesce(${document}.${column},${ABSENT})`)]} FROM json_each(${document}._body,${jsonPath(list)}) e WHERE e.atom IS NOT NULL`;
  const add = `INSERT INTO ${table} ${rows('new')};`;
  const drop = `DELETE FROM ${table} WHERE value IN (SELECT ${value} FROM json_each(old._body,${jsonPath(list)}) e) AND ${columns
    .map((column) => `${column}=coalesce(old.${column},${ABSENT})`)
    .join(' AND ')};`;
  const changed = [
    `old._body->${jsonPath(list)} IS NOT new._body->${jsonPath(list)}`,
    ...columns.map((column) => `old.${column} IS NOT new.${column}`),
  ];
  const trigger = (event: string, work: string, how = { of: '', when: '' }): [string, Part] => [
    `${collection}.${name}.${event}`,
    {
      type: 'trigger',
      sql: `CREATE TRIGGER ${named(`${collection}.${name}.${event}`)} AFTER ${event}${how.of} ON ${named(collection)}${how.when} BEGIN ${work} END`,
    },
  ];
  return [
    [
      `${collection}.${name}`,
      {
        type: 'table',
        sql: `CREATE TABLE ${table} (value, ${columns.join(', ')}, PRIMARY KEY (value${unique ? '' : `, ${columns.join(', ')}`})) WITHOUT ROWID`,
        fill: `INSERT INTO ${table} SELECT DISTINCT ${[value, ...columns.map((column) => `coalesce(d.${column},${ABSENT})`)]} FROM ${named(collection)} d, json_each(d._body,${jsonPath(list)}) e WHERE e.atom IS NOT NULL`,
      },
    ],
    trigger('INSERT', add),
    trigger('DELETE', drop),
    // What is written to no other column is not even compared.
    trigger('UPDATE', `${drop} ${add}`, { of: ` OF _body, ${columns}`, when: ` WHEN ${changed.join(' OR ')}` }),
  ];
}
