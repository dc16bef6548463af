process.env.TZ = 'UTC';

import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { type App, createApp } from '../src/app.ts';
import { openUsers } from '../src/auth/open-users.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/database.ts';
import type { Answer, Incoming } from '../src/http/exchange.ts';
import { createLog } from '../src/log.ts';
import { withProgress } from '../src/progress.ts';
import { seedCalendar } from '../src/seed/seed-calendar.ts';
import type { Store } from '../src/store/port.ts';

/**
 * How much longer the same questions take on a larger calendar: medians of many rounds, the sizes side by side in every
 * round, so that a noisy neighbour meets both. Needs MONGODB_URI; makes databases of its own and drops them.
 *   npm run bench:sizes -- 10000 100000
 */
const SIZES = process.argv.slice(2).map(Number);
const ROUNDS = 41;
const AROUND = '2026-11-20';

interface Calendar {
  size: number;
  uri: string;
  app: App;
  store: Store;
  /** The addresses to ask for, by what they are. */
  questions: Record<string, Incoming>;
}

const site = 'http://127.0.0.1:4000';
const rest = (path: string): Incoming => ({
  method: 'GET',
  url: new URL(`${site}/wp-json/calendar/events/v1${path}`),
  headers: {},
  peer: '127.0.0.1',
  httpVersion: '1.1',
  inFlight: 1,
  body: async () => new Uint8Array(),
});

const graphql = (query: string): Incoming => ({
  ...rest(''),
  method: 'POST',
  url: new URL(`${site}/graphql`),
  headers: { 'content-type': 'application/json' },
  body: async () => Buffer.from(JSON.stringify({ query })),
});

async function seeded(size: number): Promise<Calendar> {
  const uri = new URL(process.env.MONGODB_URI ?? '');
  uri.pathname = `/bench_${size}_${randomUUID().slice(0, 8)}`;
  const config = readConfig({ NODE_ENV: 'test', MONGODB_URI: uri.href });
  const log = createLog('warn');
  const store = await openDatabase(config, log);
  await withProgress(({ report }) => {
    const reportSize: typeof report = (what, done, total) => report(`${size}: ${what}`, done, total);
    return seedCalendar(store, { events: size, around: AROUND, report: reportSize });
  });
  const clock = () => Date.parse(`${AROUND}T12:00:00Z`);
  const app = createApp({ config, store, users: openUsers(config, store), clock, log });
  return { size, uri: uri.href, app, store, questions: await questionsOf(app) };
}

const textOf = ({ content }: Answer): string =>
  typeof content === 'string' ? content : Buffer.from(content).toString();

/** A venue and a category of middling popularity, and an event in the middle of a list. */
async function questionsOf(app: App): Promise<Record<string, Incoming>> {
  const { events } = JSON.parse(textOf(await app.answer(rest('/events?per_page=50&page=4')))) as {
    events: { id: number; slug: string; venue: { id?: number }; categories: { id: number }[] }[];
  };
  const event = events.find(({ venue, categories }) => venue.id && categories.length > 0) ?? events[0]!;
  const [venue, category] = [event.venue.id, event.categories[0]!.id];
  const items = 'items { id title startDate venues { id name } }';
  return {
    'default list': rest('/events'),
    'by venue': rest(`/events?venue=${venue}`),
    'by category': rest(`/events?categories=${category}`),
    'by slug': rest(`/events/by-slug/${event.slug}`),
    'by id': rest(`/events/${event.id}`),
    'default list without total': graphql(`{ eventPage { ${items} } }`),
    'by venue without total': graphql(`{ eventPage(filter: { venues: [${venue}] }) { ${items} } }`),
    'by category without total': graphql(`{ eventPage(filter: { categories: ["${category}"] }) { ${items} } }`),
    'total of the default list': graphql('{ eventPage { total } }'),
    'total by venue': graphql(`{ eventPage(filter: { venues: [${venue}] }) { total } }`),
    'total by category': graphql(`{ eventPage(filter: { categories: ["${category}"] }) { total } }`),
  };
}

/** Milliseconds that one answer takes. */
async function timed({ app, questions }: Calendar, question: string): Promise<number> {
  const before = performance.now();
  const answer = await app.answer(questions[question]!);
  const took = performance.now() - before;
  const text = textOf(answer);
  if (answer.status >= 300 || text.startsWith('{"errors"'))
    throw new Error(`${question}: ${answer.status} ${text.slice(0, 200)}`);
  return took;
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

async function main(): Promise<void> {
  const calendars: Calendar[] = [];
  try {
    for (const size of SIZES) calendars.push(await seeded(size));
    const names = Object.keys(calendars[0]?.questions ?? {});
    const times = new Map<string, number[]>();
    await withProgress(async ({ report }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const name of names)
          for (const calendar of calendars) {
            const key = `${name} ${calendar.size}`;
            times.set(key, [...(times.get(key) ?? []), await timed(calendar, name)]);
          }
        report('rounds', round + 1, ROUNDS);
      }
    });
    for (const name of names) {
      const medians = SIZES.map((size) => median(times.get(`${name} ${size}`)!));
      const ratio = (medians.at(-1)! / medians[0]!).toFixed(2);
      process.stdout.write(`${name.padEnd(30)} ${medians.map((ms) => `${ms.toFixed(1)} ms`).join('  ')}  × ${ratio}\n`);
    }
    for (const { size, uri } of calendars) {
      const client = new MongoClient(uri);
      const { dataSize = 0, indexSize = 0 } = await client.db().stats();
      await client.close();
      const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
      process.stdout.write(`${size} events: ${mb(dataSize)} of documents, ${mb(indexSize)} of indexes\n`);
    }
  } finally {
    for (const { store, uri } of calendars) {
      await store.close();
      const client = new MongoClient(uri);
      await client.db().dropDatabase();
      await client.close();
    }
  }
}

await main();
