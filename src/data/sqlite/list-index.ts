import type { Index } from '../port.ts';
import { ABSENT, elementOf, jsonPath, named } from './expressions.ts';

/** A list index: a table with one row for each distinct element of each document. */
export interface ListIndex {
  /** The table's name, quoted for SQL. */
  table: string;
  /** The name of the index. */
  name: string;
  list: string;
  /** The other fields, including `_id`, each in a column of its own name. */
  fields: readonly string[];
  unique: boolean;
}

/** A part of a table's schema. */
export interface Part {
  /** `search`: a table that this program fills, not SQL. */
  type: 'index' | 'table' | 'trigger' | 'search';
  sql: string;
  /** SQL that fills it from the existing documents. */
  fill?: string;
}

/** Makes a list index from a collection's declaration. */
export function listIndex(collection: string, { name, fields, unique = false }: Index): ListIndex {
  const [list, ...others] = fields.map(([field]) => field);
  return {
    table: named(`${collection}.${name}`),
    name,
    list: list!,
    fields: others.includes('_id') ? others : [...others, '_id'],
    unique,
  };
}

/** The table of a list index and the triggers that update it. */
export function listParts(collection: string, { table, name, list, fields, unique }: ListIndex): [string, Part][] {
  const columns = fields.map(named);
  const value = elementOf('e');
  const rows = (document: string) =>
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
    // An update of other columns does not even run the comparison.
    trigger('UPDATE', `${drop} ${add}`, { of: ` OF _body, ${columns}`, when: ` WHEN ${changed.join(' OR ')}` }),
  ];
}
