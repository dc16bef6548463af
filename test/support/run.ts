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
    /** What the names of all databases of this run begin with. */
    databases: string;
  }
}

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** Once before all test files, whatever worker they run in: builds the programs, which leaves `dist/` as it is. */
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

async function dropDatabases(uri: string, beginning: string): Promise<void> {
  const client = new MongoClient(uri);
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  const ours = databases.filter(({ name }) => name.startsWith(beginning));
  for (const { name } of ours) await client.db(name).dropDatabase();
  await client.close();
}
