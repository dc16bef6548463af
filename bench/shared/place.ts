import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { cpuOf } from './measure.ts';
import type { StoreKind } from './options.ts';

/** Where the calendar of a benchmark is stored. */
export interface Place {
  env: Record<string, string>;
  /** The cost of some work in milliseconds: CPU if the store is in this process, otherwise elapsed time. */
  cost(work: () => Promise<unknown>): Promise<number>;
  /** Its size, for people. */
  size(): Promise<string>;
  remove(): Promise<void>;
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Calendars that are kept for the next run. */
interface Keeping {
  /** The name of this calendar among them. */
  name: string;
  /** Where to keep them: a folder, or part of a database name. Undefined keeps nothing. */
  keep: string | undefined;
}

/** A database beside that of MONGODB_URI, or a folder. It is temporary if nothing is kept. */
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
  const withClient = async <T>(ask: (client: MongoClient) => Promise<T>): Promise<T> => {
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
      const { dataSize = 0, indexSize = 0 } = await withClient((client) => client.db().stats());
      return `${mb(dataSize)} of documents, ${mb(indexSize)} of indexes`;
    },
    async remove() {
      if (keep === undefined) await withClient((client) => client.db().dropDatabase());
    },
  };
}
