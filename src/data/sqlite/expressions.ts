/** A name, quoted for SQL. */
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text, quoted for SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A dotted path in SQLite's JSON path syntax. */
const pathInJson = (field: string): string =>
  `$${field
    .split('.')
    .map((key) => `.${JSON.stringify(key)}`)
    .join('')}`;

/** A JSON path as an SQL string. */
export const jsonPath = (field: string): string => quoted(pathInJson(field));

/** Whether a dotted path leads to a field or into it. */
export const isWithin = (path: string, field: string): boolean => `${path}.`.startsWith(`${field}.`);

/** Booleans are stored as blobs, which nothing else in JSON uses. Like in MongoDB, they match and sort apart from numbers. */
export const TRUE = "x'01'";
export const FALSE = "x'00'";

/** Below every number: stands for a missing value in a list index, which cannot hold NULL. */
export const ABSENT = '-9e999';

const ofType = (type: string, value: string) =>
  `CASE ${type} WHEN 'true' THEN ${TRUE} WHEN 'false' THEN ${FALSE} ELSE ${value} END`;

/** The value of a field that holds no list. NULL if it is missing, null, a list or an object. */
export const scalarOf = (body: string, field: string): string => {
  const path = jsonPath(field);
  const type = `json_type(${body},${path})`;
  return `CASE ${type} WHEN 'true' THEN ${TRUE} WHEN 'false' THEN ${FALSE} WHEN 'array' THEN NULL WHEN 'object' THEN NULL ELSE json_extract(${body},${path}) END`;
};

/** The value of a row of `json_each`. */
export const elementOf = (each: string): string => ofType(`${each}.type`, `${each}.atom`);

/**
 * All values at a path, also within lists, as rows of `json_each`: `from` is the tables to select from, `last` the last of them.
 */
export function spread(body: string, field: string): { from: string; last: string } {
  let within = body;
  const from = field.split('.').map((key, depth) => {
    const path = jsonPath(key);
    const [at, each] = [`(${within})->${path}`, `e${depth}`];
    const list = `CASE json_type(${within},${path}) WHEN 'array' THEN ${at} ELSE '['||(${at})||']' END`;
    within = `CASE ${each}.type WHEN 'object' THEN ${each}.value END`;
    return `json_each(${list}) ${each}`;
  });
  return { from: from.join(','), last: `e${from.length - 1}` };
}
