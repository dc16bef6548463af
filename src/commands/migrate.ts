process.env.TZ = 'UTC';

import { fail } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { openMigrated } from '../database.ts';
import { createProgress } from '../progress.ts';

const USAGE = `Usage:
  npm run migrate
Brings the data of MONGODB_URI or DATA_DIR to the form of this version. The server does so as well when it starts.`;

async function main(): Promise<void> {
  if (process.argv.length > 2) return fail(2, `migrate takes nothing.\n${USAGE}`);
  const progress = createProgress();
  try {
    const config = readConfig(process.env);
    if (!config.mongodbUri && config.dataDir === ':memory:') {
      throw new Error('DATA_DIR is :memory:, which keeps nothing: set it to a directory, or set MONGODB_URI');
    }
    const { store, migrated } = await openMigrated(config, progress.log, progress.report);
    await store.close();
    progress.stop();
    const said = migrated.map((name) => `Migrated: ${name}.`);
    process.stdout.write(`${said.join('\n') || 'The data is in the newest form already.'}\n`);
  } catch (error) {
    progress.stop();
    fail(1, (error as Error).message);
  }
}

await main();
