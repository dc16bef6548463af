process.env.TZ = 'UTC';

import { setTimeout as pause } from 'node:timers/promises';
import { NAMESPACE } from '../api/rest/table.ts';
import type { Store } from '../data/port.ts';
import { printable } from '../domain/text.ts';
import { openModePossible } from '../http/auth/open-mode.ts';
import { DEMO_OPTIONS, type DemoOptions, readDemo } from '../import/demo-options.ts';
import { firstEvents } from '../import/first-events.ts';
import { importCalendar } from '../import/import-calendar.ts';
import { sourceRefused } from '../import/item.ts';
import { openSource } from '../import/open-source.ts';
import { EVENTS, LISTED } from '../kinds/event/record.ts';
import { readSettings, runProgram } from '../process/command-line.ts';
import type { Config, Environment } from '../process/config.ts';
import { withProgress } from '../process/progress.ts';
import { SERVER_VARIABLES } from '../process/variables.ts';
import { programCalendar } from '../program-calendar.ts';
import { runServer, type ServerOptions } from '../server.ts';
import { DEMO, todayThere, ZONE } from '../tools/seed/options.ts';
import { seedCalendar } from '../tools/seed/seed-calendar.ts';

/** Variables that a demo ignores. */
const IGNORED: readonly string[] = ['MONGODB_URI', 'DATA_DIR', 'NODE_ENV', 'WORKERS'];

/** A large site's events are imported from this many days before today. */
const DAYS_BEFORE = 30;

/** The environment of a demo. */
function inMemory(more: Environment = {}): Environment {
  return {
    ...more,
    ...process.env,
    MONGODB_URI: '',
    DATA_DIR: ':memory:',
    NODE_ENV: 'development',
    WORKERS: '',
    LOG_LEVEL: process.env.LOG_LEVEL || 'error',
  };
}

function serveSeed() {
  return serve(inMemory({ SITE_TIMEZONE: ZONE }), {
    what: 'around today',
    prepare: (store) => seedCalendar(store, { ...DEMO, around: todayThere() }),
  });
}

async function serveSource({ from, events, ...options }: DemoOptions & { from: NonNullable<DemoOptions['from']> }) {
  const config = readSettings(inMemory());
  const today = new Date(Date.now() - DAYS_BEFORE * 86_400_000).toISOString().slice(0, 10);
  const opened = await openSource(from, {
    ...options,
    zone: config.siteTimezone,
    language: config.defaultLanguage,
    clock: Date.now,
    pause,
    events: { most: events, from: today },
    calendar: '',
    warn: (line) => void process.stderr.write(`${printable(line)}\n`),
  });
  // Nothing is remembered of an address here.
  if ('unchanged' in opened) throw sourceRefused('Its address answers 304 to a first question');
  const source = firstEvents(opened.source, events);
  const { zone } = opened.source;
  return serve(inMemory(zone ? { SITE_TIMEZONE: zone } : {}), {
    what: `of ${source.site}`,
    prepare: (store, found) =>
      withProgress(({ log, report: progress }) => {
        const calendar = programCalendar(found, { store, viewer: { id: 1, role: 'administrator' }, log });
        const nothing = { dryRun: false, winner: undefined, trash: false, authors: new Map<string, number>() };
        const giveWay = async () => undefined;
        return importCalendar({ ...nothing, calendar, source, progress, clock: Date.now, giveWay }).finally(
          opened.close,
        );
      }),
  });
}

/** How many events lists show to everybody, and how many more to editors. */
interface Counts {
  published: number;
  unpublished: number;
}

function serve(env: Environment, { what, prepare }: { what: string } & Required<Pick<ServerOptions, 'prepare'>>) {
  let counts: Counts;
  return runServer(env, {
    async prepare(store, config) {
      await prepare(store, config);
      counts = await countEvents(store);
    },
    ready: (config) => void process.stdout.write(welcome(config, { what, ...counts })),
  });
}

async function countEvents(store: Store): Promise<Counts> {
  const { status: _, ...inLists } = LISTED;
  const [published, all] = await Promise.all([LISTED, inLists].map((filter) => store.count(EVENTS.name, filter)));
  return { published: published!, unpublished: all! - published! };
}

function welcome(config: Config, { what, published, unpublished }: Counts & { what: string }) {
  const isOpen = openModePossible(config);
  const more = unpublished > 0 ? `, and\ngets ${unpublished} more events in lists: those that are not published` : '';
  return `
A demo calendar with ${published} events ${what}, listening on ${config.siteUrl}

  Pages      ${config.siteUrl}/
  REST       ${config.siteUrl}${config.restRoot}/${NAMESPACE}/events
  GraphiQL   ${config.siteUrl}/graphql
  Feed       ${config.siteUrl}${config.restRoot}/${NAMESPACE}/events.ics

It lies in memory: nothing of it is kept.${isOpen ? ` Every program on this machine may change it${more}.` : ''}
Ctrl-C ends it.
`;
}

await runProgram({
  call: 'npm run demo',
  purpose: `Serves a calendar from memory: nothing of it is kept. It has some ${DEMO.events} events around today; with a SOURCE, what everybody
may read there: the address of a site with this REST interface, as of WordPress with The Events Calendar, or a file
(its CSV, iCalendar, our own export). Ctrl-C ends it.
${IGNORED.slice(0, -1).join(', ')} and ${IGNORED.at(-1)} mean nothing to it; LOG_LEVEL is error without it.`,
  uses: ['', 'SOURCE [--events N] [--dates FORM] [--private]'],
  options: DEMO_OPTIONS,
  words: true,
  variables: SERVER_VARIABLES.filter((name) => !IGNORED.includes(name)),
  read: ({ values, words }) => readDemo(values, words),
  run: ({ from, ...options }) => (from === undefined ? serveSeed() : serveSource({ from, ...options })),
});
