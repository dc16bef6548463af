import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The prefix of the names of all databases of this run. */
    databases: string;
  }
}

/** Runs once before the files of a project on MongoDB, and drops the databases of the run after them. */
export function setup(project: TestProject): () => Promise<void> {
  const databases = `test_${randomBytes(6).toString('hex')}`;
  project.provide('databases', databases);
  return () => dropDatabases(process.env.MONGODB_URI!, databases);
}

/** Drops the databases of the run. Leaves one that is still in use: the run has its results, and must end. */
async function dropDatabases(uri: string, beginning: string): Promise<void> {
  const client = new MongoClient(uri, { socketTimeoutMS: 20_000 });
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter(({ name }) => name.startsWith(beginning)))
      await client.db(name).dropDatabase();
  } catch (error) {
    process.stderr.write(`Databases whose names begin with ${beginning} are left: ${(error as Error).message}\n`);
  } finally {
    await client.close(true);
  }
}
