import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Source } from '../item.ts';
import { exportSource, LONGEST_EXPORT_LINE } from './export-source.ts';
import { linesOf, readText } from './text.ts';

export interface JsonlDeps {
  path: string;
  since?: string;
  /** The identity of the calendar that is imported into. It recognizes its own records by id. */
  calendar: string;
}

/** Reads a file written by `npm run export` or downloaded from a server. */
export const jsonlSource = ({ path, since, calendar }: JsonlDeps): Promise<Source> => {
  const name = basename(path);
  const open = () => linesOf(readText(path, name), LONGEST_EXPORT_LINE);
  return exportSource({ name, open, bytes: statSync(path).size, since, calendar });
};
