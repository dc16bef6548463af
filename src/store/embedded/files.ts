import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { type Log, storeRefused } from '../port.ts';

const NEWLINE = 0x0a;

/**
 * Makes a data file fit to load. A torn last line (the process was killed in the middle of an append) is cut off and
 * logged; a last line that only lacks its end gets it.
 * @throws StoreRefused naming the file when any other line is damaged
 */
export const repairDataFile = (path: string, log: Log): void => {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  const complete = bytes.lastIndexOf(NEWLINE) + 1;
  const lines = bytes.toString('utf8', 0, complete).split('\n');
  lines.forEach((line, index) => {
    if (line !== '' && !isRecord(line))
      throw storeRefused(`line ${index + 1} of ${path} is damaged: put back a copy of the file, or remove that line`);
  });
  if (complete === bytes.length) return;
  if (isRecord(bytes.toString('utf8', complete))) {
    appendFileSync(path, '\n');
    return;
  }
  truncateSync(path, complete);
  log.warn({ file: path, bytes: bytes.length - complete }, 'the torn last line of a data file was cut off');
};

const isRecord = (line: string): boolean => {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record !== 'object' || record === null) return false;
    return '_id' in record || '$$indexCreated' in record || '$$indexRemoved' in record;
  } catch {
    return false;
  }
};
