import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built programs in `dist/`, beside links to what they need. */
    built: string;
    /** The prefix of the names of all databases of this run. */
    databases: string;
  }
}

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** Runs once before all test files, whatever worker they run in. Builds the programs elsewhere, so `dist/` stays as it is. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = mkdtempSync(join(tmpdir(), 'built-'));
  for (const name of ['package.json', 'node_modules', 'src', 'schema'])
    symlinkSync(join(PACKAGE, name), join(built, name));
  const build = async () => void (await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: built }));
  await build();
  project.onTestsRerun(build);
  const databases = `test_${randomBytes(6).toString('hex')}`;
  project.provide('built', built);
  project.provide('databases', databases);
  return async () => {
    rmSync(built, { recursive: true });
    if (process.env.MONGODB_URI) await dropDatabases(process.env.MONGODB_URI, databases);
  };
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
