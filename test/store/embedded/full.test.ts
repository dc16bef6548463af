import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEmbeddedStore } from '../../../src/store/embedded.ts';
import type { Collection, Store } from '../../../src/store/port.ts';
import { buildApp, type TestApp } from '../../support/app.ts';
import { fuzzSeed } from '../../support/fuzz/seed.ts';
import { keepLog } from '../../support/kept-log.ts';

// How nedb appends to its files: the one place where the system says that the disk is full.
const storage = createRequire(import.meta.url)('@seald-io/nedb/lib/storage.js');

/** How many more lines the disk takes. */
let room = Number.POSITIVE_INFINITY;
/** What the system says then. */
let reason = 'ENOSPC';
const kept = keepLog();
const folders: string[] = [];

beforeAll(() => {
  const append = storage.appendFileAsync;
  vi.spyOn(storage, 'appendFileAsync').mockImplementation((file, text) => {
    room -= 1;
    if (room >= 0) return append(file, text);
    // Half of a line finds room.
    appendFileSync(file as string, (text as string).slice(0, -5));
    return Promise.reject(Object.assign(new Error(`${reason}: no space left on device`), { code: reason }));
  });
});
beforeEach(() => {
  room = Number.POSITIVE_INFINITY;
  reason = 'ENOSPC';
  kept.lines.length = 0;
});
afterAll(() => {
  vi.restoreAllMocks();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const newFolder = (): string => {
  folders.push(mkdtempSync(join(tmpdir(), 'calendar-full-')));
  return folders.at(-1)!;
};

const said = (): string[] => kept.lines.map(({ msg }) => msg).filter((msg) => /disk/.test(msg));

const TURNS = [
  'the disk is full; writes are answered with 503 until there is room',
  'the disk has room again; writes go on',
];

describe('a store', () => {
  const collections: Collection[] = [
    { name: 'things', indexes: [{ name: 'slug_1', fields: [['slug', 1]], unique: true, sparse: true }] },
    { name: 'others', indexes: [] },
  ];
  let dir: string;
  let store: Store;

  const open = () => openEmbeddedStore({ dir, collections, log: kept.log });
  beforeEach(async () => {
    dir = newFolder();
    store = await open();
  });
  afterEach(() => store.close());

  const all = async () => {
    const sort = [['_id', 1]] as const;
    return [await store.find('things', {}, { sort }), await store.find('others', {}, { sort })];
  };
  const reopened = async () => {
    await store.close();
    store = await open();
    return all();
  };

  test('undoes a unit of which a part found room, in memory and in its files', async () => {
    await store.put('things', [{ _id: 1, slug: 'a' } as never, { _id: 2, slug: 'b' } as never]);
    const before = await all();
    room = 3;
    const unit = store.atomically(async () => {
      await store.update('things', 1, { $set: { slug: 'c' } });
      await store.update('things', 2, { $set: { slug: 'a' } });
      await store.insert('others', { _id: 1 });
      await store.delete('things', 1);
    });
    await expect(unit).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await all()).toEqual(before);
    room = Number.POSITIVE_INFINITY;
    await store.insert('others', { _id: 2 });
    expect(await reopened()).toEqual([before[0], [{ _id: 2 }]]);
    expect(said()).toEqual(TURNS);
  });

  test('undoes a unit that fails for another reason while the disk is full', async () => {
    await store.insert('things', { _id: 1 });
    const unit = store.atomically(async () => {
      await store.update('things', 1, { $set: { n: 2 } });
      room = 0;
      throw new Error('on purpose');
    });
    await expect(unit).rejects.toThrow('on purpose');
    expect(await all()).toEqual([[{ _id: 1 }], []]);
    room = Number.POSITIVE_INFINITY;
    expect(await reopened()).toEqual([[{ _id: 1 }], []]);
  });

  test('gives no id twice, and leaves no half of a line behind one that could not be given', async () => {
    expect(await store.nextId('ids')).toBe(1);
    room = 0;
    const asked = await Promise.allSettled([store.nextId('ids'), store.nextId('ids')]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(store.nextId('ids')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    room = Number.POSITIVE_INFINITY;
    const next = await store.nextId('ids');
    expect(next).toBeGreaterThan(1);
    await reopened();
    expect(await store.nextId('ids')).toBe(next + 1);
  });

  test('holds what was committed and nothing else, wherever the disk gets full', async () => {
    const verb = fc.record({
      verb: fc.constantFrom('put', 'update', 'delete'),
      collection: fc.constantFrom('things', 'others'),
      id: fc.integer({ min: 1, max: 4 }),
      n: fc.nat(9),
    });
    const units = fc.array(fc.record({ verbs: fc.array(verb, { minLength: 1, maxLength: 6 }), room: fc.nat(8) }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(units, async (list) => {
        await store.close();
        dir = newFolder();
        store = await open();
        let committed = await all();
        for (const unit of list) {
          room = unit.room;
          const run = store.atomically(async () => {
            for (const { verb, collection, id, n } of unit.verbs) {
              const write = {
                put: () => store.put(collection, [{ _id: id, n } as never]),
                update: () => store.update(collection, id, { $set: { n } }),
                delete: () => store.delete(collection, id),
              }[verb as 'put'];
              await write();
            }
            return all();
          });
          committed = await run.catch(() => committed);
          expect(await all()).toEqual(committed);
        }
        room = Number.POSITIVE_INFINITY;
        expect(await reopened()).toEqual(committed);
      }),
      { numRuns: 30, seed: fuzzSeed() },
    );
  });

  test('that cannot be opened for want of room says so in one line, and can be opened when there is room', async () => {
    await store.insert('things', { _id: 1 });
    await store.close();
    const write = vi.spyOn(storage, 'crashSafeWriteFileLinesAsync').mockImplementationOnce(async (file) => {
      appendFileSync(`${file}~`, '{"_id"');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    await expect(open()).rejects.toThrow(/^the disk of the data folder [^\n]+ is full: [^\n]+$/);
    write.mockRestore();
    expect(readdirSync(dir).filter((file) => /~$|lock/.test(file))).toEqual([]);
    store = await open();
    expect(await all()).toEqual([[{ _id: 1 }], []]);
  });
});

describe('a calendar', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await buildApp({ env: { DATA_DIR: newFolder() }, log: kept.log });
  });
  afterAll(() => app.close());

  // It has learned that there is room.
  beforeEach(async () => {
    await writeByRest();
    kept.lines.length = 0;
  });

  const as = 'administrator';
  const times = { start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00' };
  const writeByRest = () =>
    app.rest('POST', '/events', { as, json: { title: 'A', ...times, venue: { venue: 'Hall' } } });
  const writeByGraphql = () => app.graphql('mutation { createTag(input: { name: "New" }) { id } }', {}, { as });

  describe.each([0, 1, 2])('on a disk that has room for %d lines more', (lines) => {
    beforeEach(() => {
      room = lines;
    });

    test('refuses to write with 503 at REST, and with the time to wait', async () => {
      const { status, body, headers } = await writeByRest();
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'rest_unavailable', '5']);
    });
  });

  test('refuses to write with 503 at GraphQL', async () => {
    room = 0;
    const { status, body, headers } = await writeByGraphql();
    expect([status, body.errors[0].extensions.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
  });

  test.each(['ENOSPC', 'EDQUOT'])('reads on after %s, as before, and is ready', async (code) => {
    const asked = async () => [
      (await app.rest('GET', '/events')).body,
      (await app.graphql('{ eventPage { total } venuePage { items { name } } }')).body,
    ];
    const before = await asked();
    reason = code;
    room = 1;
    expect((await writeByRest()).status).toBe(503);
    expect(await asked()).toEqual(before);
    expect((await app.fetch('/ready')).status).toBe(200);
  });

  test('writes on by itself once there is room; each turn is one line, and no write an unforeseen fault', async () => {
    room = 0;
    await writeByRest();
    await writeByRest();
    room = Number.POSITIVE_INFINITY;
    expect((await writeByRest()).status).toBe(201);
    expect((await writeByRest()).status).toBe(201);
    expect(said()).toEqual(TURNS);
    expect(kept.lines.map(({ msg }) => msg)).not.toContain('a request failed in a way that nobody foresaw');
  });

  test('lists on also when an event is due that cannot be published now', async () => {
    const date = '2026-11-21 10:00:00';
    const due = await app.rest('POST', '/events', { as, json: { title: 'Due', ...times, status: 'future', date } });
    expect(due.body.status).toBe('future');
    app.clock.now = Date.parse('2026-11-22T00:00:00Z');
    room = 0;
    const titles = async () =>
      (await app.rest('GET', '/events?search=due')).body.events.map(({ title }: { title: string }) => title);
    expect(await titles()).not.toContain('Due');
    room = Number.POSITIVE_INFINITY;
    expect(await titles()).toContain('Due');
  });
});
