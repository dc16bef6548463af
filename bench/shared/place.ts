import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
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

/** What is kept for the next time. */
export interface Keeping {
  /** The name of a calendar among those that are kept. */
  name: string;
  /** Where they are kept: a folder, or part of the name of a database. Undefined keeps nothing. */
  keep: string | undefined;
}

/** A database beside that of MONGODB_URI, or a folder, in the system's temporary one if nothing is kept. */
export const placeOf = (kind: StoreKind, keeping: Keeping): Place =>
  kind === 'mongodb' ? inMongo(new URL(process.env.MONGODB_URI!), keeping) : inFolder(keeping);

function inFolder({ name, keep }: Keeping): Place {
  const dir = keep === undefined ? mkdtempSync(join(tmpdir(), 'bench-')) : join(keep, name);
  mkdirSync(dir, { recursive: true });
  return {
    env: { DATA_DIR: dir },
    cost: cpuOf,
    size: async () => mb(readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)),
    async remove() {
      if (keep === undefined) rmSync(dir, { recursive: true });
    },
  };
}

function inMongo(uri: URL, { name, keep }: Keeping): Place {
  uri.pathname = `/bench_${name}_${keep ?? randomUUID().slice(0, 8)}`;
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
