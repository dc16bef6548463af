process.env.TZ = 'UTC';

import { carryOut, fail } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { lasting, openMigrated } from '../database.ts';

const USAGE = `Usage:
  npm run migrate
Brings the data of MONGODB_URI or DATA_DIR to the form of this version. The server does so as well when it starts.`;

async function main(): Promise<void> {
  if (process.argv.length > 2) return fail(2, `migrate takes nothing.\n${USAGE}`);
  await carryOut(async ({ log, report }) => {
    const { store, migrated } = await openMigrated(lasting(readConfig(process.env)), log, report);
    await store.close();
    return migrated.map((name) => `Migrated: ${name}.`).join('\n') || 'The data is in the newest form already.';
  });
}

await main();
