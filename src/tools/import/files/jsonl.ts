import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Source } from '../item.ts';
import { exportSource } from './export-source.ts';
import { linesOf, readText } from './text.ts';

export interface JsonlDeps {
  path: string;
  since?: string | undefined;
  /** The identity of the calendar that is imported into. It recognizes its own records by id. */
  calendar: string;
}

/** Maximum characters of a line. No record with all its texts is longer. */
const LONGEST_LINE = 20_000_000;

/** Reads a file written by `npm run export` or downloaded from a server. */
export const jsonlSource = ({ path, since, calendar }: JsonlDeps): Promise<Source> => {
  const name = basename(path);
  const open = () => linesOf(readText(path, name), { name, longest: LONGEST_LINE });
  return exportSource({ name, open, bytes: statSync(path).size, since, calendar });
};
