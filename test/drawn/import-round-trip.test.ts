import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/data/port.ts';
import { fileSource } from '../../src/import/files/open.ts';
import type { Source } from '../../src/import/item.ts';
import { exportIn } from '../../src/tools/export/write-export.ts';
import { authorsOf, exported, fillCalendar, lastRevision, shown } from '../import/calendars.ts';
import { importInto, sourceAt } from '../import/support.ts';
import { buildApp, FRIDAY, type TestApp } from '../support/app.ts';
import { drawCalendar } from '../support/drawn-calendar.ts';
import { made } from '../support/making.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const EVENTS = process.env.DRAWS === 'all' ? 1000 : 25;

let served: ServedApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  served = await serveApp();
  await fillCalendar(served.app, EVENTS);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

/** A calendar without records. */
async function emptyApp(): Promise<TestApp> {
  const app = await buildApp();
  onTestFinished(() => app.close());
  return app;
}

/** A calendar as a file of its export, with one text in place of another. */
async function fileOf(app: TestApp, [before, after] = ['', '']): Promise<Source> {
  const path = join(folder, 'calendar.jsonl');
  const { text } = await app.rest('GET', '/export.jsonl?trash=true&users=true', { as: 'administrator' });
  writeFileSync(path, text.replace(before, after));
  return fileSource({ path, language: 'en', zone: 'UTC', calendar: 'another' });
}

/** The calendar over HTTP, as somebody reads it. */
const site = (as?: 'administrator' | 'author'): Promise<Source> =>
  sourceAt(served.url, as && { credentials: served.app.credentials(as) });

/** Imports into an app, after all that was written there. */
const take = (app: TestApp, source: Source) =>
  importInto(app.store, { source, authors: authorsOf(served.app), now: served.app.clock.now + 1000 });

/** Takes it once more. Gives what became of the records of each kind, once all of them. */
async function takeAgain(app: TestApp, source: Source): Promise<string[]> {
  const before = await lastRevision(app.store);
  const { counts } = await take(app, source);
  expect(await lastRevision(app.store)).toBe(before);
  return [...new Set(Object.values(counts).flatMap((its) => Object.keys(its)))];
}

const NOTHING = { refused: [], conflicts: [], gone: [], notTaken: {}, otherIds: [] };

test('an administrator moves everything, and on to a third calendar by a file; a second run writes nothing', async () => {
  const [second, third] = [await emptyApp(), await emptyApp()];
  expect(await take(second, await site('administrator'))).toMatchObject(NOTHING);
  const original = await exported(served.app);
  expect(await exported(second)).toEqual(original);
  expect(await take(third, await fileOf(second))).toMatchObject(NOTHING);
  expect(await exported(third)).toEqual(original);
  expect(await takeAgain(second, await site('administrator'))).toEqual(['unchanged']);
  expect(await takeAgain(third, await fileOf(second))).toEqual(['unchanged']);
});

test('a visitor moves what lists show, in three languages, page by page; a second run writes nothing', async () => {
  const app = await emptyApp();
  expect(await take(app, await site())).toMatchObject({ refused: [], conflicts: [], gone: [], otherIds: [] });
  expect(await shown(app, 'anonymous')).toEqual(await shown(served.app, 'anonymous'));
  expect(await takeAgain(app, await site())).toEqual(['unchanged']);
});

test('an author moves drafts of theirs as well', async () => {
  const app = await emptyApp();
  expect(await take(app, await site('author'))).toMatchObject({ refused: [], conflicts: [], gone: [], otherIds: [] });
  expect(await shown(app, 'author')).toEqual(await shown(served.app, 'author'));
  expect(await takeAgain(app, await site('author'))).toEqual(['unchanged']);
});

test('a venue whose slug changed at the source has the new one after the next run', async () => {
  const [source, target] = [await emptyApp(), await emptyApp()];
  await made(source, 'venues', { venue: 'Town Hall' });
  await take(target, await fileOf(source));
  expect(await take(target, await fileOf(source, ['town-hall', 'old-town-hall']))).toMatchObject(NOTHING);
  expect((await target.rest('GET', '/venues/by-slug/old-town-hall')).body).toMatchObject({ venue: 'Town Hall' });
});

const CSV_KINDS = ['venue', 'organizer', 'event'] as const;

/** What `npm run export` writes of a calendar. */
async function written(app: TestApp, format: 'csv' | 'ics', csv: (typeof CSV_KINDS)[number]): Promise<string> {
  const { text } = await app.rest('GET', '/export.jsonl', { as: 'administrator' });
  const lines = text.trimEnd().split('\n');
  const parts: string[] = [];
  for await (const part of exportIn(
    { format, csv, raw: false, parameters: {} },
    {
      read: async () => ({ lines: lines.map((line) => JSON.parse(line)), next: null }),
      language: 'en',
      name: 'here',
      pageOf: (_: number, slug: string) => `http://127.0.0.1:4000/event/${slug}/`,
    },
  ))
    parts.push(part);
  return parts.join('');
}

/**
 * The rows of a CSV file, or the events of an iCalendar file without when they were written, where their page is, and a point that
 * may be of any of several places.
 */
const recordsIn = (text: string): string[] =>
  text.startsWith('BEGIN:VCALENDAR')
    ? [...text.replace(/\r\n /g, '').matchAll(/^BEGIN:VEVENT[\s\S]*?^END:VEVENT/gm)]
        .map(([event]) => event.replace(/^(?:DTSTAMP|CREATED|LAST-MODIFIED|URL)\b.*\r\n/gm, ''))
        .map((event) => event.replace(/^(LOCATION:.*\\;.*\r\n)GEO:.*\r\n/m, '$1'))
        .sort()
    : text.split('\n').sort();

test('what an export in CSV or iCalendar says is the same once an empty calendar has imported it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const [source, csv, ics] = await Promise.all([1, 2, 3].map(() => buildApp({ now: FRIDAY })));
      // Rows of one title, start and venue are one event, so no title repeats.
      await drawCalendar(source!, 12, seed, (title, at) => `${title} ${at}`);
      const read = async (app: TestApp, text: string, ending: string): Promise<void> => {
        const path = join(folder, `${seed}.${ending}`);
        writeFileSync(path, text);
        await take(app, await fileSource({ path, language: 'en', zone: 'UTC', calendar: 'another' }));
      };
      for (const kind of CSV_KINDS) await read(csv!, await written(source!, 'csv', kind), 'csv');
      for (const kind of CSV_KINDS)
        expect(recordsIn(await written(csv!, 'csv', kind))).toEqual(recordsIn(await written(source!, 'csv', kind)));
      await read(ics!, await written(source!, 'ics', 'event'), 'ics');
      expect(recordsIn(await written(ics!, 'ics', 'event'))).toEqual(recordsIn(await written(source!, 'ics', 'event')));
      for (const app of [source, csv, ics]) await app!.close();
    }),
    { numRuns: process.env.DRAWS === 'all' ? 50 : 3, examples: [[16326988], [102287391]] },
  );
});

const WRITING = ['insert', 'update', 'updateMany', 'delete', 'put', 'nextId', 'claimIds', 'atomically'] as const;

/** The same store, which does nothing any more from its write of this number on, before it or behind it. */
function dyingStore(store: Store, { at, behind = false }: { at: number; behind?: boolean }) {
  const seen = { writes: 0 };
  const dead = () => new Error('killed');
  const dying =
    (verb: keyof Store) =>
    async (...args: unknown[]) => {
      const isWrite = WRITING.includes(verb as never);
      if (isWrite) seen.writes += 1;
      if (seen.writes > at || (seen.writes === at && !behind)) throw dead();
      const result = await (store[verb] as (...args: unknown[]) => unknown)(...args);
      if (seen.writes > at || (isWrite && seen.writes === at)) throw dead();
      return result;
    };
  const verbs = [...WRITING, 'find', 'byIds', 'count', 'distinct', 'lastId'] as const;
  return { seen, store: { ...store, ...Object.fromEntries(verbs.map((verb) => [verb, dying(verb)])) } as Store };
}

const killed = fc.record({ after: fc.double({ min: 0.01, max: 0.3, noNaN: true }), behind: fc.boolean() });
const kills = fc.array(killed, { minLength: 3, maxLength: 3 });

test('killed at any write, and again, it goes on and ends the same', async () => {
  const authors = authorsOf(served.app);
  const now = served.app.clock.now + 1000;
  const whole = await emptyApp();
  const counting = dyingStore(whole.store, { at: Number.POSITIVE_INFINITY });
  await importInto(counting.store, { source: await site(), authors, now });
  // No feed names hidden events, so each import gives them a UID.
  const expected = await exported(whole, ['uid']);
  await fc.assert(
    fc.asyncProperty(kills, async (all) => {
      const app = await buildApp();
      for (const { after, behind } of all) {
        const { store } = dyingStore(app.store, { at: Math.ceil(after * counting.seen.writes), behind });
        await expect(importInto(store, { source: await site(), authors, now })).rejects.toThrow('killed');
      }
      await importInto(app.store, { source: await site(), authors, now });
      expect(await exported(app, ['uid'])).toEqual(expected);
      await app.close();
    }),
    { numRuns: process.env.DRAWS === 'all' ? 20 : 2 },
  );
});
