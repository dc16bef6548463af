import { existsSync, realpathSync } from 'node:fs';
import type { Place } from '../../kinds/database.ts';

/** Parses a place: a MongoDB URI or a folder. Undefined for any other URI and for stores that keep nothing. */
export function readPlace(text: string): Place | undefined {
  if (/^mongodb(\+srv)?:\/\/./.test(text)) return { mongodbUri: text, dataDir: ':memory:' };
  // A single letter before a colon is a drive.
  const isOther = text === '' || text === ':memory:' || text.includes('://') || /^\w[\w+.-]+:/.test(text);
  return isOther ? undefined : { dataDir: text };
}

/** Whether both are the same folder. MongoDB URIs can only be compared once they are open. */
export const isSameFolder = (one: Place, other: Place): boolean =>
  !one.mongodbUri &&
  !other.mongodbUri &&
  existsSync(one.dataDir) &&
  existsSync(other.dataDir) &&
  realpathSync(one.dataDir) === realpathSync(other.dataDir);
