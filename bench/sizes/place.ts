import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';

/** Where a calendar of a bench lies. */
export interface Place {
  env: Record<string, string>;
  /** What a piece of work costs, in milliseconds. */
  cost(work: () => Promise<unknown>): Promise<number>;
  /** How much it takes, for people. */
  size(): Promise<string>;
  remove(): Promise<void>;
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** On MongoDB when there is one, else in a folder. `keep` is what is kept for the next time: a folder, or part of a name. */
export function placeOf(events: number, keep: string | undefined): Place {
  return process.env.MONGODB_URI ? inMongo(new URL(process.env.MONGODB_URI), events, keep) : inFolder(events, keep);
}

function inFolder(events: number, keep: string | undefined): Place {
  const dir = keep === undefined ? mkdtempSync(join(tmpdir(), 'bench-')) : join(keep, String(events));
  mkdirSync(dir, { recursive: true });
  return {
    env: { DATA_DIR: dir },
    async cost(work) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    },
    size: async () => mb(readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)),
    async remove() {
      if (keep === undefined) rmSync(dir, { recursive: true });
    },
  };
}

function inMongo(uri: URL, events: number, keep: string | undefined): Place {
  uri.pathname = `/bench_${events}_${keep ?? randomUUID().slice(0, 8)}`;
  const asked = async <T>(ask: (client: MongoClient) => Promise<T>): Promise<T> => {
    const client = new MongoClient(uri.href);
    return ask(client).finally(() => client.close());
  };
  return {
    env: { MONGODB_URI: uri.href },
    async cost(work) {
      const before = performance.now();
      await work();
      return performance.now() - before;
    },
    async size() {
      const { dataSize = 0, indexSize = 0 } = await asked((client) => client.db().stats());
      return `${mb(dataSize)} of documents, ${mb(indexSize)} of indexes`;
    },
    async remove() {
      if (keep === undefined) await asked((client) => client.db().dropDatabase());
    },
  };
}
