process.env.TZ = 'UTC';

import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { storedIdentity } from '../data/identity.ts';
import { storeUsers } from '../data/users/store-users.ts';
import { importerOf, readAuthors } from '../import/authors.ts';
import { dryStore } from '../import/dry-store.ts';
import { fetchPictures } from '../import/fetch-pictures.ts';
import { isNamedHere } from '../import/find.ts';
import { importCalendar } from '../import/import-calendar.ts';
import { isSourceRefused } from '../import/item.ts';
import { addressAt, isImported, rememberRun, startOf } from '../import/memory.ts';
import { openSource } from '../import/open-source.ts';
import { type Asked, GIVEN_WAY, OPTIONS, readOptions } from '../import/options.ts';
import { hasWritten, type Report, unreadReport } from '../import/report.ts';
import { runLines, summary } from '../import/summary.ts';
import { lasting, openDatabase } from '../kinds/database.ts';
import { type ImportEnd, lastRuns } from '../kinds/imports.ts';
import { ExitError, readSettings, runProgram } from '../process/command-line.ts';
import { inOwnZone, zoneNotSet } from '../process/own-zone.ts';
import { type Progress, withProgress } from '../process/progress.ts';
import { withStore } from '../process/with-store.ts';
import { programCalendar } from '../program-calendar.ts';
import { withSmallHeap } from '../tools/small-heap.ts';

const [SOME_REFUSED, AWAY] = [3, 4];

/** Sources that are listed. */
const MOST_LISTED = 1_000;

const KEPT = 'What came before is kept';
const GO_ON = `${KEPT}: run the same import again to go on`;

async function run(options: Asked, { log, report: show }: Progress) {
  const stop = stopping();
  const wait = (milliseconds: number) => pause(milliseconds, undefined, { signal: stop.signal });
  const progress: typeof show = (...how) => {
    show(...how);
    stop.signal.throwIfAborted();
  };
  const given = lasting(readSettings(process.env));
  // Whoever imports is a user of a calendar that is there.
  const isThere = options.user !== undefined;
  const store = await openDatabase({ ...given, beside: true, isThere }, log, progress);
  try {
    const config = await inOwnZone(given, { env: process.env, store });
    const users = storeUsers(store);
    const viewer = await importerOf(users, options.user);
    const authors = await readAuthors(options.map, users);
    const warn = (line: string) => log.warn({}, line);
    const { since, dates, columns, winner, trash, skipsDuplicates, map, user } = options;
    const opened = await openSource(options.from, {
      ...options,
      asked: { since, dates, columns, winner, trash, skipsDuplicates, map, user },
      known: (key) => addressAt(store, key),
      zone: config.siteTimezone,
      unzoned: zoneNotSet(config, process.env),
      language: config.defaultLanguage,
      clock: Date.now,
      pause: wait,
      credentials: process.env.IMPORT_CREDENTIALS || undefined,
      calendar: (await storedIdentity(store))?.is ?? '',
      isNamed: (kind, name) => isNamedHere(store, kind, name),
      warn,
    }).catch(async (error) => {
      if (!isSourceRefused(error)) throw error;
      await rememberUnread(error.isAway ? 'away' : 'failed');
      throw error.isAway ? new ExitError(error.message, AWAY) : error;
    });
    const calendar = programCalendar(config, { store: options.dryRun ? dryStore(store) : store, viewer, log });
    let report: Report | undefined;
    let fetched: string | undefined;
    const begun = (its: Report) => {
      report = its;
    };
    const giveWay = () => wait(GIVEN_WAY);
    const importing = { ...options, calendar, authors, progress, clock: Date.now, giveWay, begun };
    try {
      if ('unchanged' in opened) report = unreadReport(opened.unchanged, { dryRun: options.dryRun, unchanged: true });
      else await withSmallHeap(() => importCalendar({ ...importing, source: opened.source }));
      if (options.pictures) {
        const how = { calendar, sites: options.pictures, language: config.defaultLanguage, progress, giveWay, warn };
        fetched = await fetchPictures({ ...how, clock: Date.now, pause: wait });
      }
    } catch (error) {
      // What was done is reported in any case.
      if (report) process.stdout.write(`${written(report, options)}\n`);
      const isAway = isSourceRefused(error) && error.isAway && (!report || !hasWritten(report));
      // The database may be what failed.
      await remember(stop.signal.aborted ? 'stopped' : isAway ? 'away' : 'failed').catch(() => undefined);
      if (!stop.signal.aborted && !isSourceRefused(error)) throw error;
      const why = stop.signal.aborted ? 'The import was stopped' : (error as Error).message.replace(/\.$/, '');
      const passes = stop.signal.aborted || (isSourceRefused(error) && error.isPassing);
      const done = options.dryRun || !report ? 'Nothing was written' : passes ? GO_ON : KEPT;
      throw new ExitError(`${why}. ${done}`, isAway ? AWAY : 1);
    } finally {
      if ('close' in opened) opened.close();
    }
    const isRefused = options.strict && report!.refused.length > 0;
    if (isRefused) process.exitCode = SOME_REFUSED;
    const said = written(report!, options);
    const isNews = await remember('done');
    const isUntold = !isNews && !hasWritten(report!) && report!.pairs.length === 0;
    if (options.quiet && !fetched && !isRefused && isUntold) return undefined;
    return [said, ...(fetched ? [fetched] : [])].join('\n');

    async function remember(ended: ImportEnd) {
      return report !== undefined && !options.dryRun && rememberRun(store, report, { at: Date.now(), ended });
    }

    /** A source that was taken before could not be opened. */
    async function rememberUnread(ended: ImportEnd) {
      const { from } = options;
      if (options.dryRun || typeof from === 'string') return;
      const its = (await addressAt(store, startOf(from.url.href)))?.site ?? from.url.origin;
      if (await isImported(store, its)) await rememberRun(store, unreadReport(its), { at: Date.now(), ended });
    }
  } finally {
    await store.close();
  }
}

/** The last run of each source, the latest first, for people. */
const listSources = () =>
  withStore(
    readSettings(process.env),
    async (store) => runLines(await lastRuns(store, MOST_LISTED)).join('\n') || 'Nothing was imported.',
  );

/** Writes the report where it was asked for, and returns it for people. */
function written(report: Report, { report: path }: Asked) {
  if (path !== undefined) writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
  return summary(report);
}

/** Ends the import between two units on the first signal, and the process on the second. */
function stopping() {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (stop.signal.aborted ? process.exit(1) : stop.abort()));
  return stop;
}

await runProgram({
  call: 'npm run import',
  purpose: `Takes events, venues, organizers, categories, tags and images from a SOURCE: the address of a site with this REST
interface, as of WordPress with The Events Calendar, or a file (its CSV, WordPress' own export, iCalendar, ours), here or at an address,
also packed by gzip. Servers may go on meanwhile. Run again, it writes only what has changed there; interrupted, it goes on where it was.`,
  uses: [
    'SOURCE [--user NAME] [--dry-run] [--since DATE] [--theirs|--ours] [--skip-duplicates] [--trash[=all]] [--as NAME] [--map FILE] [--report FILE]',
    'SOURCE --pictures [--hosts HOSTS] …',
    '--sources',
  ],
  options: OPTIONS,
  words: true,
  exits: {
    [SOME_REFUSED]: 'with --strict: some records were refused, as the report says',
    [AWAY]: 'nobody answers at the source, or it is busy; nothing was written. The next run may find it',
  },
  variables: [
    ...(['MONGODB_URI', 'DATA_DIR', 'SITE_URL', 'SITE_TIMEZONE', 'DEFAULT_LANGUAGE', 'EMBED_HOSTS'] as const),
    'IMPORT_CREDENTIALS',
  ],
  read: ({ values, words }) => readOptions(values, words),
  run: (options) =>
    'sources' in options ? listSources() : withProgress((progress) => run(options, progress), options.quiet),
});
