/** Cells that spreadsheets run: formulas, and text after a tab or a return. Plus and minus may also begin numbers. */
const RUNS = /^'*[=@＝＠\t\r]/;
const MAY_RUN = /^'*[+＋－-]/;
const NUMBER = /^[+-]?\d[\d.,]*$/;
const PHONE = /^\+\d[\d\s().-]*$/;

/**
 * Makes a cell that no spreadsheet runs, by putting an apostrophe before one that it would, even if it already has one.
 * An import removes one apostrophe.
 */
export const harmless = (cell: string): string =>
  RUNS.test(cell) || (MAY_RUN.test(cell) && !NUMBER.test(cell) && !PHONE.test(cell)) ? `'${cell}` : cell;

/** A row of CSV (RFC 4180), with its line ending. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
