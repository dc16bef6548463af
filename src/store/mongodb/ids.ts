import type { Db, Collection as MongoCollection } from 'mongodb';
import type { Collection } from '../port.ts';
import { isRefusedKey } from './duplicate.ts';

/** Where the last id of each id space is kept. */
export const COUNTERS: Collection = { name: 'counters', indexes: [] };

interface Counter {
  _id: string;
  value: number;
}

/** Counts the ids of each space. Without a session: an id is never given back, and no transaction waits for another one's id. */
export interface Ids {
  next(space: string): Promise<number>;
  /** The last one, raised to `atLeast`. */
  last(space: string, atLeast: number): Promise<number>;
}

/** Who waits for an id. */
interface Waiting {
  give(id: number): void;
  refuse(error: unknown): void;
}

/**
 * One per store. It asks for the ids of a space in one command at a time: whoever comes meanwhile waits, and the next command
 * takes one for each of them. So a process asks a counter no more often than that can answer, and holds no id in
 * reserve: ids rise in the order in which they are given, over all processes, and the last one is known.
 */
export function createIds(db: Db, maxTimeMS: number): Ids {
  const counters: MongoCollection<Counter> = db.collection(COUNTERS.name);
  const waiting = new Map<string, Waiting[]>();

  async function counted(space: string, change: object): Promise<number> {
    const next = () => counters.findOneAndUpdate({ _id: space }, change, { returnDocument: 'after', maxTimeMS });
    const counter = await next();
    if (counter) return counter.value;
    // No upsert: of two who make a counter at once, one may be refused (and on some servers overwrites the other's).
    await counters.insertOne({ _id: space, value: 0 }).catch((error) => {
      if (!isRefusedKey(error)) throw error;
    });
    return (await next())!.value;
  }

  /** Until nobody waits any more. Never throws. */
  async function giveOut(space: string, queue: Waiting[]): Promise<void> {
    while (queue.length) {
      const all = queue.splice(0);
      try {
        const first = (await counted(space, { $inc: { value: all.length } })) - all.length + 1;
        for (const [place, { give }] of all.entries()) give(first + place);
      } catch (error) {
        for (const { refuse } of all) refuse(error);
      }
    }
    waiting.delete(space);
  }

  return {
    next: (space) =>
      new Promise((give, refuse) => {
        const queue = waiting.get(space);
        if (queue) return void queue.push({ give, refuse });
        const begun = [{ give, refuse }];
        waiting.set(space, begun);
        void giveOut(space, begun);
      }),
    last: (space, atLeast) => counted(space, { $max: { value: atLeast } }),
  };
}
