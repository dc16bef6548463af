import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { openDatabase } from '../../src/kinds/database.ts';
import { createLog } from '../../src/process/log.ts';
import { configOf, unsettled } from '../cache/support.ts';
import { type Answered, buildApp, type Caller, type TestApp } from '../support/app.ts';
import { anyStep, beginning, createWalk, stepThat } from '../support/calendar-steps.ts';
import { fuzzRuns } from '../support/fuzz/seed.ts';
import { post, upTo } from '../support/making.ts';
import { empty } from '../support/stored.ts';

let dir: string;
let app: TestApp;
let opened: Store;
/** Servers that keep what they answer: the one that writes, and one that opened the same data by itself. */
let keeping: TestApp['fetch'][];

// How soon another process sees a write on MongoDB is said elsewhere.
const BESIDE = { embedded: 1, mongodb: 0 };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kept-'));
  app = await buildApp({ env: { DATA_DIR: dir } });
  opened = await openDatabase({ ...configOf(app, dir), beside: true }, createLog('silent'));
  keeping = [app.fetch, app.secondServer({}, opened)].slice(0, 1 + BESIDE[opened.kind]);
});
afterAll(async () => {
  await opened.close();
  await app.close();
  rmSync(dir, { recursive: true, force: true });
});

const SECOND = 1_000;
const CALLERS: Caller[] = ['anonymous', 'anonymous', 'subscriber', 'contributor', 'author', 'editor'];
const REST = [
  '/events',
  '/events?page=2&per_page=2',
  '/events?start_date=2026-12-01&end_date=2026-12-31&per_page=50',
  '/events?start_date=2027-01-01&end_date=2027-01-31',
  '/events?start_date=2026-12-05&end_date=2027-02-05&featured=true',
  '/events?start_date=today&search=e',
  ...[1, 3].map((id) => `/events?start_date=2026-01-01&end_date=2028-01-01&venue=#${id}`),
  ...upTo(3).map((id) => `/events?start_date=2026-12-01&end_date=2026-12-31&categories=~${id + 2}`),
  '/events?tags=tag-6&start_date=2026-12-01',
  '/venues?only_with_upcoming=true',
  '/venues?has_events=true&per_page=3',
  '/organizers?only_with_upcoming=true&multilang_language=ko',
  '/organizers?has_events=false',
  '/categories?hide_empty=false',
  '/categories?parent=~2',
  '/tags?orderby=count',
  ...['an-event', 'an-event-2', 'other', 'draft-of-somebody'].map((slug) => `/events/by-slug/${slug}`),
  ...['hall-0', 'house-3'].map((slug) => `/venues/by-slug/${slug}`),
  ...upTo(3).map((id) => `/categories/~${id + 2}`),
  ...upTo(6).map((id) => `/events/#${id + 7}`),
  ...[1, 3].map((id) => `/venues/#${id}`),
  '',
].map((path) => `/wp-json/calendar/events/v1${path}`);

const EVENT = `{ databaseId version title slug status url isRunning author { databaseId }
  venues { databaseId version name title image { version alternativeText } } organizers { name }
  categories { name version count ancestors { name } parent { slug } } tags { name url count } image { alternativeText } }`;
const FACETS = `facets { categories { category { name version } count } tags { tag { name } count }
  venues { venue { name status } count } cities { city country count } months { month count } freeCount onlineCount }`;
const DOCUMENTS = [
  `{ events(first: 5) { totalCount nodes ${EVENT} } }`,
  `{ events(first: 3, where: { when: UPCOMING }) { totalCount pageInfo { hasNextPage } nodes { title } } }`,
  `{ events(last: 2, where: { startsBetween: { from: "2026-12-01", to: "2026-12-20" } }) { totalCount nodes ${EVENT} } }`,
  ...upTo(3).map((id) => `{ events(where: { categoriesIn: ["~${id + 2}"] }) { totalCount nodes { title } } }`),
  ...[1, 3].map((id) => `{ events(where: { venuesIn: [#${id}] }) { totalCount nodes { title } } }`),
  `{ events(orderBy: { field: TITLE }, first: 4) { nodes { title } } }`,
  `{ events(orderBy: { field: MODIFIED, direction: DESC }, first: 2) { nodes { title } } }`,
  `{ events(where: { sticky: true }) { totalCount nodes { slug } } }`,
  `{ events(where: { or: [{ featured: true }, { search: "event" }] }) { totalCount } }`,
  `{ event(ref: { slug: "an-event" }) ${EVENT} }`,
  // What is not there is null, until it is.
  ...['an-event-2', 'other', 'house-3'].map((slug) => `{ post(ref: { slug: "${slug}" }) { title slug } }`),
  ...['other-3', 'mark-3'].map((slug) => `{ term(ref: { slug: "${slug}" }) { name } }`),
  `{ events(first: 10) { nodes { image { version alternativeText } } } }`,
  `{ venues(first: 3) { nodes { name version events(first: 2) { totalCount nodes { title venues { name } } } } } }`,
  `{ venues(where: { hasUpcomingEvents: true }) { nodes { name } } }`,
  `{ categories { nodes { name count countWithDescendants children { name count } events(first: 2) { nodes { title } } } } }`,
  `{ tags(orderBy: { field: COUNT }) { nodes { name count } } }`,
  `{ organizers { nodes { name events(where: { when: UPCOMING }) { totalCount } } } }`,
  `{ cities { city eventCount } }`,
  `{ events(first: 1) { ${FACETS} } }`,
  `{ events(first: 0, where: { when: UPCOMING }) { totalCount ${FACETS} } }`,
  `{ venues { nodes { name events(first: 1) { ${FACETS} } } } }`,
  `{ search(query: "e") { totalCount nodes { __typename } } }`,
  ...upTo(3).map((id) => `{ event(ref: { databaseId: #${id + 8} }) { title related { title } } }`),
];

/** Somebody who writes drafts, writes another one: those of others are not theirs. */
const draft = (as: Caller) => post(app, 'events', { title: 'Draft of somebody', status: 'draft' }, as);

const looked = ({ status, headers, text }: Answered) => ({ status, headers: Object.fromEntries(headers), text });

/** What only a few answers show. */
const SELDOM = ['reslugEvent', 'describeImage', 'moveEventWithinADay', 'renameTag'] as const;

/** Something that is done, and how long it takes. */
const happening = fc.record({
  does: fc.option(fc.oneof({ weight: 3, arbitrary: anyStep }, ...SELDOM.map(stepThat)), { freq: 8 }),
  writes: fc.option(fc.constantFrom<Caller>('author', 'contributor'), { freq: 1, nil: undefined }),
  passes: fc.constantFrom(0, 0, 0, 1, 20 * SECOND, 61 * SECOND),
});

const watched = fc.record({
  as: fc.constantFrom(...CALLERS),
  address: fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('', '', '/ko', '/es'), fc.constantFrom(...REST))
        .map(([at, path]) => at + path),
    },
    { weight: 1, arbitrary: fc.constantFrom(...DOCUMENTS) },
  ),
});

const RUNS = 80;

/** Addresses mean records that are made in a run: #1 is the first post of it, ~1 the first term. */
async function meaning(): Promise<(address: string) => string> {
  const [posts, terms] = [await app.store.lastId('posts'), await app.store.lastId('terms')];
  return (address) => {
    const meant = address
      .replace(/#(\d+)/g, (_, number) => String(posts + Number(number)))
      .replace(/~(\d+)/g, (_, number) => String(terms + Number(number)));
    return meant.startsWith('{') ? `/graphql?query=${encodeURIComponent(meant)}` : meant;
  };
}

test('whoever asks, whatever was written, however time passes: what is kept is what a server answers that keeps nothing', async () => {
  const runs = fc.tuple(
    fc.array(happening, { minLength: 4, maxLength: 12 }),
    fc.array(watched, { minLength: 12, maxLength: 12 }),
  );
  await fc.assert(
    fc.asyncProperty(runs, async ([all, asked]) => {
      await empty(app);
      const meant = await meaning();
      const walk = createWalk(app);
      for (const step of beginning) await walk(step);
      const look = async (happened: object) => {
        // It never knows at which revision the calendar stands, and so keeps nothing. On MongoDB, one that has begun before may be
        // half a second behind with numbers.
        const judge = app.secondServer({}, unsettled(app.store));
        for (const { as, ...said } of asked) {
          const address = meant(said.address);
          const headers = { Accept: 'application/json' };
          const truth = looked(await judge(address, { as, headers }));
          for (const [server, fetch] of keeping.entries())
            expect({ server, as, address, happened, ...looked(await fetch(address, { as, headers })) }).toEqual({
              server,
              as,
              address,
              happened,
              ...truth,
            });
        }
      };
      // The second time it is kept.
      for (const times of upTo(2)) await look({ times });
      for (const { does, writes, passes } of all) {
        if (does) await walk(does);
        if (writes) await draft(writes);
        app.clock.now += passes;
        await look({ does, writes, passes });
      }
    }),
    { numRuns: fuzzRuns(RUNS) },
  );
});
