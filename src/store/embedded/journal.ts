import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { PRIVATE_FILE } from '../../data-folder.ts';
import { type Stored, storeRefused } from '../port.ts';

/** A document as it was before a unit first changed it; null when there was none. */
export interface Before {
  collection: string;
  id: number | string;
  document: Stored | null;
}

/** What the running unit must be able to undo, kept where it survives the process. */
export interface Journal {
  /** Is on file when this returns: only then may the change be made. */
  write(before: Before): void;
  /** The unit ended: nothing is to be undone. */
  clear(): void;
  close(): void;
}

/** Keeps nothing: for a store whose data does not survive the process either. */
export const noJournal: Journal = { write: () => undefined, clear: () => undefined, close: () => undefined };

/** Opens the journal in this file. What a killed process left there stays until the first `clear`. */
export const openJournal = (path: string): Journal => {
  const file = openSync(path, 'a', PRIVATE_FILE);
  let length = fstatSync(file).size;
  return {
    write: (before) => {
      const line = Buffer.from(`${JSON.stringify(before)}\n`);
      try {
        for (let written = 0; written < line.length; ) written += writeSync(file, line, written);
      } catch (error) {
        // A full disk leaves half a line, and the next one would be appended to it.
        ftruncateSync(file, length);
        throw error;
      }
      length += line.length;
    },
    clear: () => {
      if (length > 0) ftruncateSync(file, 0);
      length = 0;
    },
    close: () => closeSync(file),
  };
};

/**
 * What a killed process left undone, oldest first. A torn last line is left out: its change was never made, because
 * the line comes first.
 * @throws StoreRefused when another line is damaged
 */
export const readJournal = (path: string): Before[] => {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      const before: Before = JSON.parse(line);
      if (typeof before.collection === 'string' && before.id !== undefined && before.document !== undefined)
        return before;
    } catch {}
    throw storeRefused(`line ${index + 1} of ${path} is damaged: put back a copy of the data folder`);
  });
};
