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
  /** All that is to be there besides the table itself: SQL by name. */
  parts: ReadonlyMap<string, Part>;
}

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
export function tableOf({ name, indexes, lists = [], searched, packed }: Collection): Table {
  const isList = (field: string): boolean => lists.includes(field);
  const ofLists = indexes.filter(({ fields: [first] }) => isList(first![0])).map((index) => listIndex(name, index));
  const plain = indexes.filter(({ fields: [first] }) => !isList(first![0]));
  const fields = indexes.flatMap((index) => index.fields.map(([field]) => field)).filter((field) => !isList(field));
  const only = indexes.flatMap((index) => Object.entries(index.only ?? {}));
  const columns = new Set(['_id', ...fields, ...only.map(([field]) => field)]);
  const parts = new Map<string, Part>();
  for (const index of [{ name: '_id_', fields: [['_id', 1]], unique: true } as const, ...plain])
    parts.set(`${name}.${index.name}`, { type: 'index', sql: indexSql(name, index) });
  for (const index of ofLists) for (const [key, part] of listParts(name, index)) parts.set(key, part);
  if (searched !== undefined) for (const [key, part] of searchParts(name)) parts.set(key, part);
  return {
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
    parts,
  };
}

const fieldsOf = ({ fields, only = {} }: Index): string[] => [
  ...new Set([...Object.keys(only), ...fields.map(([field]) => field)]),
];

/** The fields that have columns besides `_id`. */
export const columnsOf = ({ columns }: Table): string[] => [...columns].filter((field) => field !== '_id');

/** The statement that makes the table itself. */
export const tableSql = (table: Table): string =>
  `CREATE TABLE ${table.name} (_n INTEGER PRIMARY KEY, _body TEXT NOT NULL, _packed BLOB, ${['_id', ...columnsOf(table)].map(named).join(', ')})`;

/** Inserts the document whose body and packed field are bound; with `orReplace` in the place of the one with its id. */
export function insertSql(table: Table, orReplace: boolean): string {
  const columns = ['_id', ...columnsOf(table)];
  const replaced = ['_body', '_packed', ...columnsOf(table).map(named)].map((column) => `${column}=excluded.${column}`);
  return `INSERT INTO ${table.name} (_body,_packed,${columns.map(named)}) VALUES (?1,?2,${columns.map((field) => scalarOf('?1', field))})${
    orReplace ? ` ON CONFLICT (_id) DO UPDATE SET ${replaced}` : ''
  } RETURNING _n`;
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
function searchParts(collection: string): [string, Part][] {
  const name = `${collection}.${SEARCHED}`;
  const texts = `${collection}.${TEXTS}`;
  const options = `tokenize='ascii', detail=none, content='', contentless_delete=1`;
  const drop = `DELETE FROM ${named(texts)} WHERE n=old._n; DELETE FROM ${named(name)} WHERE rowid=old._n;`;
  return [
    [texts, { type: 'table', sql: `CREATE TABLE ${named(texts)} (n INTEGER PRIMARY KEY, body TEXT NOT NULL)` }],
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
  const trigger = (event: string, when: string, work: string): [string, Part] => [
    `${collection}.${name}.${event}`,
    {
      type: 'trigger',
      sql: `CREATE TRIGGER ${named(`${collection}.${name}.${event}`)} AFTER ${event} ON ${named(collection)}${when} BEGIN ${work} END`,
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
    trigger('INSERT', '', add),
    trigger('DELETE', '', drop),
    trigger('UPDATE', ` WHEN ${changed.join(' OR ')}`, `${drop} ${add}`),
  ];
}
