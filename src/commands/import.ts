process.env.TZ = 'UTC';

import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { storedIdentity } from '../data/identity.ts';
import { storeUsers } from '../data/users/store-users.ts';
import { lasting, openDatabase } from '../kinds/database.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import { type Progress, withProgress } from '../process/progress.ts';
import { programCalendar } from '../program-calendar.ts';
import { importerOf, readAuthors } from '../tools/import/authors.ts';
import { dryStore } from '../tools/import/dry-store.ts';
import { importCalendar } from '../tools/import/import-calendar.ts';
import { isSourceRefused } from '../tools/import/item.ts';
import { openSource } from '../tools/import/open-source.ts';
import { type Asked, OPTIONS, readOptions } from '../tools/import/options.ts';
import { summary } from '../tools/import/summary.ts';
import { withSmallHeap } from '../tools/small-heap.ts';

/** Milliseconds between two units, so that others can write. */
const GIVEN_WAY = 10;

await runProgram({
  call: 'npm run import',
  purpose: `Takes events, venues, organizers, categories, tags and images from a SOURCE: the address of a site with this REST
interface, as of WordPress with The Events Calendar, or a file (its CSV, iCalendar, our own export). Servers may go on
meanwhile. Run again, it writes only what has changed there; interrupted, it goes on where it was.`,
  uses: [
    'SOURCE [--user NAME] [--dry-run] [--since DATE] [--theirs|--ours] [--trash[=all]] [--as NAME] [--map FILE] [--report FILE]',
  ],
  options: OPTIONS,
  words: true,
  variables: [
    ...(['MONGODB_URI', 'DATA_DIR', 'SITE_URL', 'SITE_TIMEZONE', 'DEFAULT_LANGUAGE', 'EMBED_HOSTS'] as const),
    'IMPORT_CREDENTIALS',
  ],
  read: ({ values, words }) => readOptions(values, words),
  run: (options) => withProgress((progress) => run(options, progress)),
});

async function run(options: Asked, { log, report: progress }: Progress): Promise<string> {
  const config = lasting(readSettings(process.env));
  const store = await openDatabase({ ...config, beside: true }, log, progress);
  try {
    const users = storeUsers(store);
    const viewer = await importerOf(users, options.user);
    const authors = await readAuthors(options.map, users);
    const { source, close } = await openSource(options.from, {
      ...{ ...options, zone: config.siteTimezone, language: config.defaultLanguage, clock: Date.now, pause },
      credentials: process.env.IMPORT_CREDENTIALS || undefined,
      calendar: (await storedIdentity(store))?.is ?? '',
      told: (line) => log.warn({}, line),
    });
    const calendar = programCalendar(config, { store: options.dryRun ? dryStore(store) : store, viewer, log });
    const giveWay = () => pause(GIVEN_WAY);
    const importing = { ...options, calendar, authors, source, progress, clock: Date.now, giveWay };
    const report = await withSmallHeap(() => importCalendar(importing))
      .catch((error: Error) => {
        throw isSourceRefused(error)
          ? new Error(`${error.message.replace(/\.$/, '')}. What came before is kept: import again to go on`)
          : error;
      })
      .finally(close);
    if (options.report !== undefined) writeFileSync(options.report, `${JSON.stringify(report, undefined, 2)}\n`);
    return summary(report);
  } finally {
    await store.close();
  }
}
