import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CHANGES, type Entry } from '../../../src/data/changes/record.ts';
import { openDatabase } from '../../../src/kinds/database.ts';
import type { EventRecord } from '../../../src/kinds/event/record.ts';
import { misplaced } from '../../../src/kinds/series/order.ts';
import type { SeriesRecord } from '../../../src/kinds/series/record.ts';
import { quiet } from '../../store/quiet.ts';
import { isDone } from './killing.ts';

const WEEKS = 4 * 7 * 86_400_000;
const FIRST = Date.parse('2026-11-20T10:00:00Z');

/** Only every second of the moments that all draws try. */
const EVERY = process.env.DRAWS === 'all' ? 1 : 2;

let dir: string;
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a scene in a process of its own. Whether it came to its end, or was killed. */
const isPlayed = (scene: string, writes: number): Promise<boolean> =>
  isDone('series-child.ts', dir, scene, String(writes));

/** How many occurrences each series has. All those before the moment that it stores are there, once, and logged. */
async function wholeSeries(): Promise<number[]> {
  const store = await openDatabase({ dataDir: dir }, quiet);
  const all = await store.find<SeriesRecord>('series', {}, { sort: [['_id', 1]] });
  const events = await store.find<EventRecord>('events', {}, { sort: [['startsAt', 1]] });
  const log = await store.find<Entry>(CHANGES.name, {});
  await store.close();
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

const folder = (): void => {
  dir = mkdtempSync(join(tmpdir(), 'series-'));
};

test('a process that is killed while it makes a series has made it whole or not at all', async () => {
  const made: number[][] = [];
  for (let [writes, done] = [0, false]; !done; writes += 4) {
    folder();
    done = await isPlayed('creation', writes);
    made.push(await wholeSeries());
    for (const old of done ? [] : [dir]) rmSync(old, { recursive: true });
  }
  expect(made.slice(0, -1)).toEqual(made.slice(0, -1).map(() => [27, 27]));
  expect([made.length > 2, made.at(-1)]).toEqual([true, [27, 27, 27]]);
});

test('a process that is killed while it extends series leaves each whole, and the next one makes the rest once', async () => {
  folder();
  await isPlayed('creation', 1_000);
  const made: number[][] = [];
  for (let [writes, done] = [1, false]; !done; writes += 6 * EVERY) {
    done = await isPlayed('job', writes);
    made.push(await wholeSeries());
  }
  expect(made.length).toBeGreaterThan(2);
  expect(made.at(-1)).toEqual([34, 34, 34]);
});

/** What readers and followers of the calendar learn of its series. */
async function told(): Promise<unknown> {
  const store = await openDatabase({ dataDir: dir }, quiet);
  const all = await store.find<SeriesRecord>('series', {}, { sort: [['_id', 1]] });
  const events = await store.find<EventRecord>('events', {}, { sort: [['startsAt', 1]] });
  const log = await store.find<Entry>(CHANGES.name, {}, { sort: [['_id', 1]] });
  await store.close();
  for (const { _id } of all)
    expect(misplaced(events.filter((event) => event.series === _id && event.status === 'publish'))).toEqual([]);
  return {
    series: all.map(({ _id, rule, text, startsAt, version }) => [_id, rule, text.en?.title, startsAt, version]),
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

test.for(['all', 'following', 'updateSeries'])(
  'a process that is killed in a write of several occurrences (%s) has done it whole or not at all',
  async (scene) => {
    const states: unknown[] = [];
    for (let [writes, done] = [0, false]; !done; writes += 9 * EVERY) {
      folder();
      done = await isPlayed(scene, writes);
      states.push(await told());
      for (const old of done ? [] : [dir]) rmSync(old, { recursive: true });
    }
    const [before] = states;
    expect(states.length).toBeGreaterThan(2);
    expect(states.slice(0, -1)).toEqual(states.slice(0, -1).map(() => before));
    expect(JSON.stringify(states.at(-1)).split('"New"').length).toBeGreaterThan(20);
    expect(JSON.stringify(before)).not.toContain('"New"');
  },
);
