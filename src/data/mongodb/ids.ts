import type { Db, Collection as MongoCollection } from 'mongodb';
import type { Collection } from '../port.ts';
import { isRefusedKey } from './duplicate.ts';

/** Stores the last id of each id space. */
export const COUNTERS: Collection = { name: 'counters', indexes: [] };

interface Counter {
  _id: string;
  value: number;
}

/** Counts the ids of each space. It uses no session: ids are never returned, and no transaction waits for another's id. */
export interface Ids {
  next(space: string): Promise<number>;
  /** The last id, raised to `atLeast` if it is lower. */
  last(space: string, atLeast: number): Promise<number>;
  /** Raises the last id to `upTo` and returns what it was before. */
  claim(space: string, upTo: number): Promise<number>;
}

/** A caller waiting for an id. */
interface Waiting {
  give(id: number): void;
  refuse(error: unknown): void;
}

/**
 * One per store. It sends one command per space at a time: callers that arrive meanwhile wait, and the next command takes an id
 * for each of them. So a process uses a counter no faster than it can answer, and holds no ids in reserve: ids increase in the
 * order in which they are given, across all processes, and the last one is known.
 */
export function createIds(db: Db, maxTimeMS: number): Ids {
  const counters: MongoCollection<Counter> = db.collection(COUNTERS.name);
  const waiting = new Map<string, Waiting[]>();

  async function counted(space: string, change: object, returnDocument: 'after' | 'before' = 'after') {
    const next = () => counters.findOneAndUpdate({ _id: space }, change, { returnDocument, maxTimeMS });
    const counter = await next();
    if (counter) return counter.value;
    // No upsert: if two callers create a counter at once, one may be rejected (and on some servers overwrites the other's).
    await counters.insertOne({ _id: space, value: 0 }).catch((error) => {
      if (!isRefusedKey(error)) throw error;
    });
    return (await next())!.value;
  }

  /** Gives out ids until nobody waits. Never throws. */
  async function giveOut(space: string, queue: Waiting[]) {
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
    claim: (space, upTo) => counted(space, { $max: { value: upTo } }, 'before'),
  };
}
