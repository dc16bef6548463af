import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { cpuOf } from './measure.ts';
import type { StoreKind } from './options.ts';

/** Where a calendar of a bench lies. */
export interface Place {
  env: Record<string, string>;
  /** What a piece of work costs, in milliseconds: CPU of this process where the store is in it, else time until its end. */
  cost(work: () => Promise<unknown>): Promise<number>;
  /** How much it takes, for people. */
  size(): Promise<string>;
  remove(): Promise<void>;
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** A new one: a database beside that of MONGODB_URI, or a folder in the system's temporary one. */
export const placeOf = (kind: StoreKind): Place =>
  kind === 'mongodb' ? inMongo(new URL(process.env.MONGODB_URI!)) : inFolder();

function inFolder(): Place {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  return {
    env: { DATA_DIR: dir },
    cost: cpuOf,
    size: async () => mb(readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)),
    remove: async () => rmSync(dir, { recursive: true }),
  };
}

function inMongo(uri: URL): Place {
  uri.pathname = `/bench_${randomUUID().slice(0, 8)}`;
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
    remove: async () => void (await asked((client) => client.db().dropDatabase())),
  };
}
