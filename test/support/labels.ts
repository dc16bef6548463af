/** A text short enough for the name of a test. */
const short = (text: string): string => (text.length > 50 ? `${text.slice(0, 49)}…` : text);

/** Rows with a short label before each, of its first value. */
export const labelled = <const Row extends readonly unknown[]>(rows: readonly Row[]): [label: string, ...Row][] =>
  rows.map((row) => [short(typeof row[0] === 'string' ? row[0] : JSON.stringify(row[0])), ...row]);
