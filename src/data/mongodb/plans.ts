import { MongoServerError } from 'mongodb';
import type { Log } from '../port.ts';

const BAD_VALUE = 2;

/** Uses the indexes that queries name, if they exist. */
interface Plans {
  using<T>(collection: string, index: string | undefined, query: (hint: { hint?: string }) => Promise<T>): Promise<T>;
}

/** One per store. A dropped index costs speed, not results: from then on the server chooses the plan. */
export const createPlans = (log: Log): Plans => {
  const missing = new Set<string>();
  return {
    async using(collection, index, query) {
      const key = `${collection}.${index}`;
      if (index === undefined || missing.has(key)) return query({});
      try {
        return await query({ hint: index });
      } catch (error) {
        if (!isUnknownIndex(error)) throw error;
        missing.add(key);
        log.warn({ collection, index }, 'an index is missing, lists may be slow; the next start makes it again');
        return query({});
      }
    },
  };
};

const isUnknownIndex = (error: unknown) =>
  error instanceof MongoServerError && error.code === BAD_VALUE && /\bhint\b/i.test(error.message);
