import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHANGES, type Entry } from '../../../src/data/changes/record.ts';
import type { Store } from '../../../src/data/port.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import { chainOf } from '../../../src/kinds/series/chain.ts';
import { misplaced } from '../../../src/kinds/series/order.ts';
import type { SeriesRecord } from '../../../src/kinds/series/record.ts';
import { quiet } from '../../store/quiet.ts';
import { buildApp, FRIDAY, type TestApp } from '../../support/app.ts';
import { createMoments } from './moments.ts';

const DAY = 86_400_000;
const WEEKS = 4 * 7 * DAY;
const FIRST = Date.parse('2026-11-20T10:00:00Z');

/** Every so many moments the next server goes on with the job of one that was killed then. */
const EVERY = process.env.DRAWS === 'all' ? 1 : 6;

let root: string;
let dir: string;
let moments: ReturnType<typeof createMoments>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'series-'));
  dir = join(root, 'data');
  moments = createMoments(dir);
});
afterEach(() => rmSync(root, { recursive: true }));

const WRITES = ['insert', 'put', 'update', 'updateMany', 'delete'] as const;

/** A store that may be killed before each of its writes. */
const watched = (store: Store): Store => ({
  ...store,
  ...Object.fromEntries(WRITES.map((verb) => [verb, moments.before(store[verb] as (...given: never[]) => unknown)])),
});

const open = (): Promise<TestApp> => buildApp({ env: { DATA_DIR: dir }, now: FRIDAY, wrap: watched });

const times = { timezone: 'UTC', start_date: '2026-11-20 10:00:00', end_date: '2026-11-20 12:00:00' };
const recurrence = { rule: 'FREQ=WEEKLY;INTERVAL=4' };

async function create(app: TestApp, title: string) {
  const json = { title, ...times, recurrence, status: 'publish' };
  const { status, body } = await app.rest('POST', '/events', { as: 'administrator', json });
  expect(status).toBe(201);
  return body;
}

/** What a data folder holds of series. */
async function recordsIn(dataDir: string) {
  const store = await openDatabase({ dataDir }, quiet);
  const series = await store.find<SeriesRecord>('series', {}, { sort: [['_id', 1]] });
  const events = await store.find<EventRecord>('events', {}, { sort: [['startsAt', 1]] });
  const log = await store.find<Entry>(CHANGES.name, {}, { sort: [['_id', 1]] });
  await store.close();
  return { series, events, log };
}

/** How many occurrences each series has. All those before the moment that it stores are there, once, and logged. */
async function wholeSeries(dataDir: string): Promise<number[]> {
  const { series: all, events, log } = await recordsIn(dataDir);
  const logged = log.flatMap((entry) => ('kind' in entry && entry.kind === 'event' ? [entry.id] : []));
  expect(logged.toSorted((a, b) => a - b)).toEqual(events.map(({ _id }) => _id).toSorted((a, b) => a - b));
  expect(new Set(events.map(({ series }) => series))).toEqual(new Set(all.map(({ _id }) => _id)));
  return all.map(({ _id, madeBefore }) => {
    const its = events.filter(({ series }) => series === _id);
    const count = Math.ceil((madeBefore! - FIRST) / WEEKS);
    expect(its.map(({ originalStartsAt }) => originalStartsAt)).toEqual(
      Array.from({ length: count }, (_, at) => FIRST + at * WEEKS),
    );
    expect(misplaced(its)).toEqual([]);
    return count;
  });
}

/** What every folder gives, one after the other. */
async function each<T>(folders: readonly string[], look: (folder: string) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const folder of folders) all.push(await look(folder));
  return all;
}

test('a process that is killed while it makes a series has made it whole or not at all', async () => {
  const app = await open();
  for (const title of ['One', 'Two']) await create(app, title);
  const made = await each(await moments.during(() => create(app, 'Three')), wholeSeries);
  await app.close();
  expect(made.length).toBeGreaterThan(5);
  expect(made).toEqual([...made.slice(0, -1).map(() => [27, 27]), [27, 27, 27]]);
});

test('a process that is killed while it extends series leaves each whole, and the next one makes the rest once', async () => {
  const app = await open();
  for (const title of ['One', 'Two', 'Three']) await create(app, title);
  app.clock.now += 200 * DAY;
  const folders = await moments.during(() => app.extendSeries());
  await app.close();
  const made = await each(folders, wholeSeries);
  expect([made[0], made.at(-1)]).toEqual([
    [27, 27, 27],
    [34, 34, 34],
  ]);
  expect(new Set(made.map(String)).size).toBeGreaterThan(2);
  const killed = folders.filter((_, at) => at % EVERY === 0);
  const rest = await each(killed, async (DATA_DIR) => {
    const next = await buildApp({ env: { DATA_DIR }, now: FRIDAY, users: [] });
    // The lease of the one that was killed is over.
    next.clock.now += 201 * DAY;
    await next.extendSeries();
    await next.close();
    return wholeSeries(DATA_DIR);
  });
  expect(rest).toEqual(killed.map(() => [34, 34, 34]));
});

/** What readers and followers of the calendar learn of its series. */
async function told(dataDir: string): Promise<unknown> {
  const { series, events, log } = await recordsIn(dataDir);
  // The parts of a series that was divided are in one order.
  for (const chain of new Set(series.map(chainOf))) {
    const parts = series.filter((each) => chainOf(each) === chain).map(({ _id }) => _id);
    const its = events.filter((event) => parts.includes(event.series!) && event.status === 'publish');
    expect(misplaced(its)).toEqual([]);
  }
  return {
    series: series.map(({ _id, rule, text, startsAt, version }) => [_id, rule, text.en?.title, startsAt, version]),
    events: events.map((each) => [
      each._id,
      each.series,
      each.text.en?.title,
      each.startsAt,
      each.status,
      each.version,
    ]),
    log: log.map((entry) => ('id' in entry ? [entry.kind, entry.id] : [])),
  };
}

const withScope = (scope: string) => (app: TestApp, event: number) => {
  const json = { title: 'New', start_date: '2027-01-15 11:00:00', end_date: '2027-01-15 12:00:00', scope };
  return app.rest('PATCH', `/events/${event}`, { as: 'administrator', json });
};

const UPDATE = 'mutation ($input: UpdateSeriesInput!) { updateSeries(input: $input) { userErrors { code message } } }';

test.each([
  ['all', withScope('all')],
  ['following', withScope('following')],
  [
    'updateSeries',
    (app: TestApp, _: number, databaseId: number) => {
      const input = { ref: { databaseId }, title: 'New', rule: 'FREQ=WEEKLY;INTERVAL=6' };
      return app.graphql(UPDATE, { input }, { as: 'administrator' });
    },
  ],
])(
  'a process that is killed in a write of several occurrences (%s) has done it whole or not at all',
  async (_, write) => {
    const app = await open();
    const { series } = await create(app, 'Old');
    const { body } = await app.rest('GET', `/events?series=${series.id}`);
    const states = await each(await moments.during(() => write(app, body.events[1].id, series.id)), told);
    await app.close();
    const [before] = states;
    expect(states.length).toBeGreaterThan(5);
    expect(states.slice(0, -1)).toEqual(states.slice(0, -1).map(() => before));
    expect(JSON.stringify(states.at(-1)).split('"New"').length).toBeGreaterThan(20);
    expect(JSON.stringify(before)).not.toContain('"New"');
  },
);
