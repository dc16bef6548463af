process.env.TZ = 'UTC';

import { fail } from '../command-line.ts';
import { type Config, readConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import type { Report } from '../migrations/migration.ts';
import { createProgress } from '../progress.ts';
import { readArguments, USAGE } from '../seed/arguments.ts';
import { type Seeded, type SeedOptions, seedCalendar } from '../seed/seed-calendar.ts';
import type { Log } from '../store/port.ts';

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2), new Date().toISOString().slice(0, 10));
  if (typeof options === 'string') return fail(2, `${options}\n${USAGE}`);
  const progress = createProgress();
  try {
    const began = Date.now();
    const seeded = await seed(readConfig(process.env), options, progress.log, progress.report);
    progress.stop();
    process.stdout.write(`${summary(seeded, (Date.now() - began) / 1000)}\n`);
  } catch (error) {
    progress.stop();
    fail(1, (error as Error).message);
  }
}

async function seed(config: Config, options: SeedOptions, log: Log, report: Report): Promise<Seeded> {
  if (config.mongodbUri === undefined && config.dataDir === ':memory:') {
    throw new Error('DATA_DIR is :memory:, which keeps nothing: set it to a directory, or set MONGODB_URI');
  }
  const store = await openDatabase(config, log, report);
  try {
    return await seedCalendar(store, { ...options, report });
  } finally {
    await store.close();
  }
}

function summary({ before, counts }: Seeded, seconds: number): string {
  const listed = Object.entries(counts)
    .map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
    .join(', ');
  return before ? `Nothing to do: seeded before with ${listed}.` : `Seeded ${listed} in ${seconds.toFixed(1)} seconds.`;
}

await main();
