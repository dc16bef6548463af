process.env.TZ = 'UTC';

import { readConfig } from '../config.ts';
import { openMigrated } from '../database.ts';
import { createProgress } from '../progress.ts';
import type { Log } from '../store/port.ts';

const USAGE = `Usage:
  npm run migrate
Brings the data of MONGODB_URI or DATA_DIR to the form of this version. The server does so as well when it starts.`;

async function main(): Promise<void> {
  if (process.argv.length > 2) return end(2, `migrate takes nothing.\n${USAGE}`);
  const progress = createProgress();
  const say = (_fields: object, text: string): void => {
    progress.stop();
    process.stderr.write(`${text}\n`);
  };
  const log: Log = { info() {}, warn: say, error: say };
  try {
    const config = readConfig(process.env);
    if (!config.mongodbUri && config.dataDir === ':memory:') {
      throw new Error('DATA_DIR is :memory:, which keeps nothing: set it to a directory, or set MONGODB_URI');
    }
    const { store, migrated } = await openMigrated(config, log, progress.report);
    await store.close();
    progress.stop();
    const said = migrated.map((name) => `Migrated: ${name}.`);
    process.stdout.write(`${said.join('\n') || 'The data is in the newest form already.'}\n`);
  } catch (error) {
    progress.stop();
    end(1, (error as Error).message);
  }
}

function end(code: number, message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

await main();
