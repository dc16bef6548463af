import type { Db, Collection as MongoCollection } from 'mongodb';
import type { Collection } from '../port.ts';
import { isRefusedKey } from './duplicate.ts';

/** Where the last id of each id space is kept. */
export const COUNTERS: Collection = { name: 'counters', indexes: [] };

interface Counter {
  _id: string;
  value: number;
}

/** Without a session: an id is never given back, and no transaction waits for another one's id. */
export const nextId = (db: Db, space: string, maxTimeMS: number): Promise<number> =>
  counted(db, space, { $inc: { value: 1 } }, maxTimeMS);

/** The last id of a space, raised to `atLeast`. */
export const lastId = (db: Db, space: string, atLeast: number, maxTimeMS: number): Promise<number> =>
  counted(db, space, { $max: { value: atLeast } }, maxTimeMS);

const counted = async (db: Db, space: string, change: object, maxTimeMS: number): Promise<number> => {
  const counters: MongoCollection<Counter> = db.collection(COUNTERS.name);
  const next = () => counters.findOneAndUpdate({ _id: space }, change, { returnDocument: 'after', maxTimeMS });
  const counter = await next();
  if (counter) return counter.value;
  // No upsert: of two who make a counter at once, one may be refused (and on some servers overwrites the other's).
  await counters.insertOne({ _id: space, value: 0 }).catch((error) => {
    if (!isRefusedKey(error)) throw error;
  });
  return (await next())!.value;
};
