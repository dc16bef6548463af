process.env.TZ = 'UTC';

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportKind } from '../kinds/export/fields.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import type { Config } from '../process/config.ts';
import { inOwnZone } from '../process/own-zone.ts';
import { withStore } from '../process/with-store.ts';
import { programCalendar } from '../program-calendar.ts';
import { type Asked, FILTERS, OPTIONS, readOptions } from '../tools/export/options.ts';
import { exportRequest, namingOptions } from '../tools/export/parameters.ts';
import { exportIn } from '../tools/export/write-export.ts';
import { exportPictures } from '../tools/kept-pictures.ts';

const run = (options: Asked, given: Config) =>
  withStore(given, async (store, { log }) => {
    const config = await inOwnZone(given, { env: process.env, store });
    // Anyone with access to the data folder or database can read everything anyway.
    const viewer = { id: 0, role: 'administrator' } as const;
    const { services, context } = programCalendar(config, { store, viewer, log });
    const contextNow = () => context({ language: config.defaultLanguage });
    const { kinds: wanted, ...others } = exportRequest(options.parameters, contextNow());
    const { links } = contextNow();
    const writing = {
      read: (after: string | null, kinds: readonly ExportKind[] | null | undefined = wanted) =>
        services.export.page({ ...others, kinds: kinds ? [...kinds] : null, after }, contextNow()),
      language: config.defaultLanguage,
      name: new URL(config.siteUrl).host,
      pageOf: (id: number, slug: string, isSeries: boolean) =>
        isSeries ? links.seriesPage(slug || String(id)) : links.page('event', slug ? [slug] : [], id),
    };
    await pipeline(Readable.from(exportIn(options, writing)), process.stdout, { end: false }).catch(unlessClosed);
    if (options.pictures !== undefined) await exportPictures(store, options.pictures);
    return undefined;
  });

/** Ignores the error when the reader of the output stops early. */
function unlessClosed(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error;
}

await runProgram({
  call: 'npm run --silent export',
  purpose: `Writes the calendar to standard output. Servers may go on meanwhile. Filters are those of REST for lists of events.
Without --silent npm writes lines of its own before it.`,
  uses: ['[--format jsonl|csv|ics] [--kinds A,B] [--trash] [--users] [--raw] [--pictures FOLDER] [filters] > FILE'],
  options: { ...OPTIONS, ...FILTERS },
  variables: ['MONGODB_URI', 'DATA_DIR', 'SITE_URL', 'SITE_TIMEZONE', 'DEFAULT_LANGUAGE'],
  read: ({ values }) => readOptions(values),
  run: (options) =>
    run(options, readSettings(process.env)).catch((error) => {
      throw namingOptions(error, options.parameters);
    }),
});
