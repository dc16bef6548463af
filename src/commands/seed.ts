process.env.TZ = 'UTC';

import { carryOut, fail } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { lasting, openDatabase } from '../database.ts';
import { readArguments, USAGE } from '../seed/arguments.ts';
import { type Seeded, seedCalendar } from '../seed/seed-calendar.ts';

async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2), new Date().toISOString().slice(0, 10));
  if (typeof options === 'string') return fail(2, `${options}\n${USAGE}`);
  await carryOut(async ({ log, report }) => {
    const began = Date.now();
    const config = lasting(readConfig(process.env));
    const store = await openDatabase(config, log, report);
    try {
      const seeded = await seedCalendar(store, { ...options, site: config.siteUrl, report });
      return summary(seeded, (Date.now() - began) / 1000);
    } finally {
      await store.close();
    }
  });
}

function summary({ before, counts }: Seeded, seconds: number): string {
  const listed = Object.entries(counts)
    .map(([kind, count]) => `${count.toLocaleString('en')} ${kind}`)
    .join(', ');
  return before ? `Nothing to do: seeded before with ${listed}.` : `Seeded ${listed} in ${seconds.toFixed(1)} seconds.`;
}

await main();
